"""The form of a reply, as a JSON schema that strict modes take."""

import jsonschema
import pytest

from engine.games import games
from prompts.form import P_BLUFF, Asks, bounded
from prompts.prompt import load_prompt

STRICT_KEYWORDS = {
    "type",
    "properties",
    "required",
    "additionalProperties",
    "enum",
}
ASKS = Asks(told=frozenset({"p_bluff"}))


def schemas(turns, game):
    prompt = load_prompt(game)
    for _, turn in turns(game, 4):
        yield turn, prompt.form(turn, ASKS)


def test_a_schema_is_closed_and_flat_and_requires_every_key_in_thinking_order(turns, game):
    for _, form in schemas(turns, game):
        schema = form.schema
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema.keys() <= STRICT_KEYWORDS
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])
        assert schema["required"] == (
            ["reason", "p_bluff", "act"] if P_BLUFF in form.keys else ["reason", "act"]
        )
        for value in schema["properties"].values():
            assert value.keys() <= STRICT_KEYWORDS
            assert value["type"] in {"string", "number"}


def test_the_schema_lets_through_exactly_the_legal_acts(turns, game):
    for turn, form in schemas(turns, game):
        acts = form.schema["properties"]["act"]["enum"]
        assert len(set(acts)) == len(turn.legal) <= 55
        belief = {"p_bluff": 0.5} if P_BLUFF in form.keys else {}
        jsonschema.validate({"reason": "", **belief, "act": acts[-1]}, form.schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"reason": "", **belief, "act": "fold"}, form.schema)


def test_bounds_are_added_for_decoders_that_honour_them(klirr_turn):
    form = load_prompt(games()["klirr"]).form(klirr_turn("answer"), ASKS._replace(reason=100))
    schema = bounded(form.schema, form.bounds)
    assert schema["properties"]["reason"]["maxLength"] == 100
    assert schema["properties"]["p_bluff"]["maximum"] == 1
    assert schema["properties"]["act"] == form.schema["properties"]["act"]
    assert "maxLength" not in form.schema["properties"]["reason"]
    assert schema.keys() == form.schema.keys()

"""What a refusal says about a request, other than the form of its reply, is heeded and kept."""

import pytest

from harness.models.endpoint import Endpoint
from harness.models.failures import Kind, ProviderError
from harness.models.lane import Lane
from harness.models.manner import USUAL, Manner, read_manner
from harness.models.pace import Patience
from prompts.reply import Request, Rung

SCHEMA = {
    "type": "object",
    "properties": {"act": {"type": "string", "enum": ["a", "b"]}},
    "required": ["act"],
    "additionalProperties": False,
}
REQUEST = Request(
    (
        {"role": "system", "content": "The rules."},
        {"role": "user", "content": 'Your turn, such as {"act": "a"}.'},
    ),
    SCHEMA,
    1024,
)
QUICK = Patience(0.001, 0.06, tries=4)


def refusal(said: str, kind: Kind = Kind.BAD_REQUEST) -> ProviderError:
    return ProviderError(kind, said, said=said)


OTHER_NAME = (
    "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
    "max_tokens is deprecated; use max_completion_tokens",
    "Unrecognized request argument supplied: max_tokens",
    "Unknown parameter: 'max_tokens'. unknown_parameter",
    "body.max_tokens: Extra inputs are not permitted",
    "This model does not support max_tokens",
    "this model requires max_completion_tokens instead of max_tokens",
    "The parameter max_tokens cannot be used with reasoning models",
    "max_tokens must not be set for this model; set max_completion_tokens",
    "argument max_tokens removed; see max_completion_tokens",
)
NO_SYSTEM = (
    "System role not supported",
    "Conversation roles must alternate user/assistant/user/assistant/...",
    "Developer instruction is not enabled for models/gemma-3-27b-it",
    "Only user and assistant roles are supported!",
    "The system message is not supported by this model",
    "unsupported role: system",
    "Invalid role 'system'",
    "messages.0.role: Input should be 'user' or 'assistant'",
    "the chat template has no system role",
    "System messages are unsupported",
    "role 'system' is not allowed",
    "The first message must be from the user",
    "Expected first message to have role user, got system",
    "Role must be in [user, assistant]",
)
TOO_MANY = {
    "max_tokens is too large: 1024. This model supports at most 512 completion tokens, whereas "
    "you provided 1024.": 512,
    "max_tokens: 1024 > 500, which is the maximum allowed number of output tokens for m-3": 500,
    "`max_tokens` must be less than or equal to `256`, the maximum value for `max_tokens`": 256,
    "Invalid max_tokens value, the valid range of max_tokens is [1, 128]": 128,
    "Range of max_tokens should be [1, 300]": 300,
    "The maximum tokens you requested exceeds the model limit of 400. Try again with a maximum "
    "tokens value that is lower than 400.": 399,
    "it has a maxOutputTokens value of 1024 but the supported range is from 1 (inclusive) to 257 "
    "(exclusive)": 256,
    "Error code: 400 - max_tokens must be at most 200": 200,
}
FULL = {
    "This model's maximum context length is 4096 tokens. However, you requested 4700 tokens (3676 "
    "in the messages, 1024 in the completion).": 420,
    "'max_tokens' or 'max_completion_tokens' is too large: 1024. This model's maximum context "
    "length is 4096 tokens and your request has 3676 input tokens (1024 > 4096 - 3676).": 420,
}
NOTHING_LEARNED = (
    "temperature must be between 0 and 1",
    "Unsupported parameter: 'temperature' is not supported with this model.",
    "Unsupported value: 'reasoning_effort' does not support 'minimal'; at most 64",
    "Bad Request",
    "The system is busy, this is not supported now",
    "invalid message",
)


@pytest.mark.parametrize("said", OTHER_NAME)
def test_a_limit_that_is_not_known_by_its_name_is_sent_by_the_other(said: str) -> None:
    assert USUAL.mended(refusal(said), REQUEST) == Manner("max_completion_tokens")
    assert Manner("max_completion_tokens").mended(refusal(said), REQUEST) is None


@pytest.mark.parametrize("said", NO_SYSTEM)
@pytest.mark.parametrize("kind", [Kind.BAD_REQUEST, Kind.OVERLOADED, Kind.FORMAT])
def test_a_template_without_a_system_part_gets_it_in_the_users_message(said, kind) -> None:
    assert USUAL.mended(refusal(said, kind), REQUEST) == Manner(merged=True)
    assert Manner(merged=True).mended(refusal(said, kind), REQUEST) is None


@pytest.mark.parametrize("said", TOO_MANY)
def test_a_limit_that_is_too_large_is_asked_for_as_large_as_it_may_be(said: str) -> None:
    mended = USUAL.mended(refusal(said), REQUEST)
    assert mended == Manner(most=TOO_MANY[said])
    assert mended.tokens(REQUEST) == TOO_MANY[said]


@pytest.mark.parametrize("said", FULL)
def test_a_prompt_that_leaves_room_for_a_shorter_reply_gets_one_this_once(said: str) -> None:
    mended = USUAL.mended(refusal(said, Kind.CONTEXT), REQUEST)
    assert mended
    assert mended.tokens(REQUEST) == FULL[said]
    assert mended.kept() == USUAL
    assert mended.mended(refusal(said, Kind.CONTEXT), REQUEST) is None


@pytest.mark.parametrize("said", NOTHING_LEARNED)
def test_nothing_else_about_a_request_is_changed(said: str) -> None:
    assert USUAL.mended(refusal(said), REQUEST) is None


@pytest.mark.parametrize("kind", [Kind.KEY, Kind.QUOTA, Kind.RATE_LIMIT, Kind.CONNECTION])
def test_failures_that_refuse_nothing_teach_nothing(kind: Kind) -> None:
    for said in (*OTHER_NAME, *NO_SYSTEM, *TOO_MANY):
        assert USUAL.mended(refusal(said, kind), REQUEST) is None


def test_a_manner_is_read_back_as_it_was_stored() -> None:
    learned = Manner("max_completion_tokens", 500, merged=True, now=70)
    assert read_manner(learned.json()) == learned.kept()
    assert read_manner({}) == USUAL


@pytest.fixture
def bodies(faulty, on_a_loop):
    """Ask twice and give what the provider received."""

    def ask(steps, lane: Lane) -> list[dict]:
        async def work() -> list[dict]:
            async with faulty.Provider(steps) as provider:
                endpoint = Endpoint("openai/m", api_base=provider.url)
                for _ in range(2):
                    assert (await lane.ask(endpoint, REQUEST)).reply.content
                return provider.requests

        return on_a_loop(work())

    return ask


def error(status: int, message: str, **where: object) -> dict:
    return {**where, "times": -1, "status": status, "body": {"error": {"message": message}}}


def test_what_is_learned_is_learned_once_and_the_form_of_the_reply_stays(bodies) -> None:
    lane = Lane(patience=QUICK)
    steps = [error(400, OTHER_NAME[0], key="max_tokens"), error(500, NO_SYSTEM[1], role="system")]
    *refused, first, second = bodies(steps, lane)
    assert len(refused) == 2
    for body in (first, second):
        assert body["max_completion_tokens"] == 1024
        assert "max_tokens" not in body
        assert [message["role"] for message in body["messages"]] == ["user"]
        assert body["messages"][0]["content"].startswith("The rules.\n\nYour turn")
    assert lane.rung == Rung.SCHEMA
    assert lane.manner == Manner("max_completion_tokens", merged=True)


def test_a_role_that_is_refused_without_an_error_object_is_understood_too(bodies) -> None:
    lane = Lane(Rung.JSON, patience=QUICK)
    for body in ({"object": "error", "message": NO_SYSTEM[0], "code": 400}, NO_SYSTEM[0]):
        lane.manner = USUAL
        step = {"role": "system", "times": -1, "status": 400, "body": body}
        assert len(bodies([step], lane)) == 3
        assert lane.manner.merged

"""A provider that wants requests put otherwise is given what it wants, by a whole run."""

import json

TOURNAMENT = """
name: manners
seed: 1
games: [{{game: klirr, seats: 2, deals: {deals}}}]
players:
  bot: {{bot: random}}
  m: {{model: openai/m, api_base: "{url}"}}
"""
OTHER_NAME = {
    "message": "Unsupported parameter: 'max_tokens' is not supported with this model. "
    "Use 'max_completion_tokens' instead.",
    "type": "invalid_request_error",
    "param": "max_tokens",
    "code": "unsupported_parameter",
}
NO_SYSTEM = {"object": "error", "message": "System role not supported", "code": 400}


def test_a_run_remembers_what_it_learned_and_all_decisions_are_the_models_own(arena, provider):
    served = provider(
        [
            {"key": "max_tokens", "times": -1, "status": 400, "body": {"error": OTHER_NAME}},
            {"role": "system", "times": -1, "status": 400, "body": NO_SYSTEM},
        ]
    )
    for deals in (1, 2):
        arena.write(TOURNAMENT.format(url=served.url, deals=deals))
        done = arena("run", "tournament.yaml")
        assert done.returncode == 0, done.stderr
    bodies = [line["body"] for line in served.requests()]
    assert ["max_tokens" in body for body in bodies].count(True) == 1
    assert [body["messages"][0]["role"] for body in bodies].count("system") == 2
    made = [
        json.loads(line) for line in arena("export", "manners", "--decisions").stdout.splitlines()
    ]
    asked = [line for line in made if line["player"] == "m" and line["source"] != "forced"]
    assert asked
    assert {line["source"] for line in asked} == {"player"}
    assert {line["reply_mode"] for line in asked} == {"schema"}

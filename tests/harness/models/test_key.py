"""A key goes to the host it is for and to no other, and is repeated nowhere."""

import asyncio
import os

import pytest
from aiohttp import web

from harness import secret
from harness.models.endpoint import Endpoint
from harness.models.failures import Kind, ProviderError
from harness.models.key import foreign
from prompts.reply import Request, Rung

ASK = Request(({"role": "user", "content": "hi"},), {"type": "object"}, 5)
KEYS = {
    f"{name}_API_KEY": f"held-for-{name.lower()}-0123456789"
    for name in ("OPENAI", "ANTHROPIC", "DEEPSEEK", "GEMINI", "GOOGLE", "GROQ", "MISTRAL", "AZURE")
} | {
    "ANTHROPIC_AUTH_TOKEN": "held-token-0123456789",
    "AWS_ACCESS_KEY_ID": "held-aws-id-0123456789",
    "AWS_SECRET_ACCESS_KEY": "held-aws-0123456789",
    "AZURE_AD_TOKEN": "held-azure-0123456789",
}


@pytest.fixture
def sent(on_a_loop, monkeypatch):
    """Ask models at a server that is nobody's own; give all it was sent and what was said."""
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)

    def ask(*models: str, **options: object) -> tuple[list[str], list[ProviderError]]:
        heard: list[str] = []

        async def hear(request: web.Request) -> web.Response:
            heard.append(f"{request.rel_url} {dict(request.headers)} {await request.text()}")
            return web.json_response({"error": {"message": "no entry"}}, status=401)

        async def work() -> list[ProviderError]:
            app = web.Application()
            app.router.add_route("*", "/{path:.*}", hear)
            runner = web.AppRunner(app)
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            base = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
            asks = (
                Endpoint(model, api_base=base, **options).complete(ASK, Rung.TEXT)
                for model in models
            )
            said = await asyncio.gather(*asks, return_exceptions=True)
            await runner.cleanup()
            return [one for one in said if isinstance(one, ProviderError)]

        return heard, on_a_loop(work())

    return ask


MODELS = (
    *("openai/m", "anthropic/m", "deepseek/m", "gemini/m", "groq/m", "mistral/m", "azure/m"),
    *("openrouter/m", "xai/m", "cohere_chat/m", "together_ai/m", "hosted_vllm/m", "bedrock/m"),
)


def test_no_key_of_the_environment_goes_to_a_host_it_is_not_for(sent):
    heard, said = sent(*MODELS)
    assert len(heard) == len(said) == len(MODELS)
    assert not [held for held in KEYS.values() if held in "".join(heard)]
    assert {one.kind for one in said} == {Kind.KEY}
    assert all("no key was sent: name one with api_key_env" in str(one) for one in said)


def test_the_key_that_is_named_for_a_place_goes_there_without_blanks(sent, monkeypatch):
    monkeypatch.setenv("MY_ACCESS", " \tmine-0123456789\r\n")
    heard, said = sent(*MODELS, key_env="MY_ACCESS")
    assert len(heard) == len(MODELS)
    assert all("mine-0123456789'" in one for one in heard)
    assert not [held for held in KEYS.values() if held in "".join(heard)]
    assert not any("no key was sent" in str(one) for one in said)


@pytest.mark.parametrize(
    ("model", "base", "goes"),
    [
        ("openai/m", "https://api.openai.com/v1", True),
        ("openai/m", "https://API.OpenAI.com:443/v1", True),
        ("openai/m", "https://eu.api.openai.com/v1", True),
        ("anthropic/m", "https://api.anthropic.com", True),
        ("gemini/m", "https://generativelanguage.googleapis.com/v1beta", True),
        ("openai/m", None, True),
        ("openai/m", "http://api.openai.com/v1", False),
        ("openai/m", "https://api.openai.com:8443/v1", False),
        ("openai/m", "https://evilopenai.com/v1", False),
        ("openai/m", "https://x.openai.com/v1", False),
        ("openai/m", "https://openai.com.evil.net/v1", False),
        ("openai/m", "https://api.openai.com.evil.net/v1", False),
        ("openai/m", "https://evil.net/api.openai.com", False),
        ("openai/m", "https://api.openai.com./v1", False),
        ("openai/m", "https://api.anthropic.com", False),
        ("anthropic/m", "https://api.openai.com/v1", False),
        ("azure/m", "https://mine.openai.azure.com", False),
        ("nobody/m", "https://nobody.com", False),
    ],
)
def test_only_the_providers_own_host_is_not_foreign(model, base, goes):
    assert foreign(model, base) != goes


def test_a_variable_of_blanks_alone_is_not_set(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", " \n")
    monkeypatch.setenv("MY_KEY", "\t")
    assert Endpoint("openai/m").missing_key() == "OPENAI_API_KEY"
    assert Endpoint("openai/m", key_env="MY_KEY").missing_key() == "MY_KEY"


def test_a_key_that_others_look_up_loses_its_blanks_too(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", " sk-looked-up\r\n")
    assert Endpoint("openai/m").missing_key() is None
    assert os.environ["OPENAI_API_KEY"] == "sk-looked-up"


@pytest.mark.parametrize("held", ["“quoted-key-12345”", "first-line\nsecond-line", "kéy-12345"])
def test_what_no_header_can_carry_is_named_and_not_shown(monkeypatch, held):
    monkeypatch.setenv("MY_KEY", held)
    assert Endpoint("openai/m", key_env="MY_KEY").unsendable_key() == "MY_KEY"
    monkeypatch.setenv("ANTHROPIC_API_KEY", held)
    assert Endpoint("anthropic/m").unsendable_key() == "ANTHROPIC_API_KEY"


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize("around", ["", " ", "\n"])
def test_what_the_environment_holds_as_a_key_is_struck_out(monkeypatch, name, around):
    monkeypatch.setenv(name, f'{around}a/held"key{around}')
    text = 'it is a/held"key, a/held\\"key or a%2Fheld%22key'
    assert secret.without_keys(text) == "it is [key], [key] or [key]"


def test_a_variable_that_is_named_for_a_header_is_filled_in_and_then_known_as_a_key(
    sent, monkeypatch
):
    monkeypatch.setenv("MY_ODD_NAME", " header-0123456789\n")
    params = {
        "extra_headers": {"Ocp-Apim-Subscription-Key": {"env": "MY_ODD_NAME"}, "X-Title": "a"},
        "extra_body": {"tools_at": [{"headers": {"Cookie": {"env": "MY_ODD_NAME"}}}]},
    }
    heard, _ = sent("openai/m", params=params)
    assert heard[0].count("header-0123456789'") == 1
    assert '"Cookie":"header-0123456789"' in heard[0].replace(" ", "")
    assert secret.without_keys("so: header-0123456789") == "so: [key]"
    assert "MY_ODD_NAME" not in secret.environment()
    monkeypatch.delenv("MY_ODD_NAME")
    assert Endpoint("openai/m", params).missing_key() == "MY_ODD_NAME"

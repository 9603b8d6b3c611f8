"""docs/rulings.md has every ruling that is cited, and every switch as it is."""

import re
from pathlib import Path

import pytest

from engine.games import games
from prompts.pages import page_of

ROOT = Path(__file__).parents[2]
SECTIONS = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8").split("\n## ")[1:]
PAGES = {section.partition("\n")[0]: section for section in SECTIONS}
GAMES = [game for game in games().values() if game.title in PAGES]
CITED = re.compile(r"[Rr]ulings?((?:[ ,]|_| and | to |\d)+)")


def rulings(title):
    """The text of each ruling of a game by its number."""
    parts = re.split(r"(?m)^(\d+)\. ", PAGES[title])[1:]
    return {int(number): text for number, text in zip(parts[::2], parts[1::2], strict=True)}


def cited(folder):
    """The numbers that the files of a folder cite."""
    for path in folder.rglob("*.py"):
        for found in CITED.findall(path.read_text(encoding="utf-8")):
            numbers = list(map(int, re.findall(r"\d+", found)))
            spans = re.findall(r"(\d+) to (\d+)", found)
            yield from numbers
            for first, last in spans:
                yield from range(int(first), int(last))


def folders(game):
    name = game.id.replace("-", "_")
    return [ROOT / "engine" / name, ROOT / "prompts" / name, ROOT / "tests" / "engine" / name]


def test_every_game_of_the_rulebooks_has_its_page():
    assert {game.id for game in GAMES} == {"klirr", "zero-to-hero"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_rulings_are_numbered_from_1_and_each_says_whose_words_it_is(game):
    found = rulings(game.title)
    assert list(found) == list(range(1, len(found) + 1))
    for text in found.values():
        assert re.search("printed|silent|invented", text), text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_cited_is_there_and_what_is_there_is_cited(game):
    _, _, tests = folders(game)
    known = set(rulings(game.title))
    for folder in folders(game):
        assert set(cited(folder)) <= known, folder
    assert set(cited(tests)) == known
    assert {
        n for part in page_of(game.id).rules for one in part.sentences for n in one.rulings
    } == known


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_switch_stands_there_with_its_words_and_its_default(game):
    text = " ".join(PAGES[game.title].split())
    assert set(re.findall(r"[Ss]witch `(\w+)`", text)) == set(game.switches)
    for name, switch in game.switches.items():
        told = text.split(f"witch `{name}`")[1].split("witch `")[0]
        if " | " in switch.allowed:
            words = switch.allowed.split(" | ")
            assert f"`{str(switch.default).lower()}` (default" in told, name
            assert all(f"`{word}`" in told for word in words), name
        elif isinstance(switch.default, int):
            assert f"(default {switch.default}" in told

"""What is no file, no text or no plain YAML is one sentence that says where it breaks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TOP = """name: t
seed: 1
games:
  - game: klirr
    seats: 2
    deals: 1
  - game: zero-to-hero
    seats: 2
    deals: 1
players:
  a: {bot: random}
  b: {bot: random}
"""


KEY = "sk-proj-abcdefghijk1234567890"

MISTAKES: dict[str, tuple[str | bytes, str, str]] = {
    # what is wrong: the file, how the sentence goes on after the file's name, and what it also says
    "empty": ("", ": the file is empty", "name, seed, games"),
    "only comments": ("# nothing\n\n", ": the file is empty", ""),
    "only null": ("null\n", ", line 1: the file holds no keys", "players"),
    "a list": ("- a\n", ", line 1: the file holds no keys", ""),
    "a word": ("hello\n", ", line 1: the file holds no keys", ""),
    "utf-16": (TOP.encode("utf-16"), ": the file is UTF-16 or UTF-32", "UTF-8"),
    "utf-16 without its mark": (
        TOP.encode("utf-16-le"),
        ", line 1: the character '\\x00'",
        "UTF-8",
    ),
    "utf-32": (TOP.encode("utf-32"), ": the file is UTF-16 or UTF-32", "UTF-8"),
    "latin-1": ("name: t\nseed: é\n".encode("latin-1"), ", line 2: not UTF-8 text", "UTF-8"),
    "binary": (b"\x7fELF\x02\x01\x01\x00", ", line 1: the character '\\x7f'", "UTF-8"),
    "a zero byte": ("name: t\nseed: \0\n", ", line 2: the character '\\x00'", ""),
    "an escape character": ("name: \x1b[31m\n", ", line 1: the character '\\x1b'", ""),
    "an escaped escape character": ('name: "\\e[31m"\n', ", line 1: '\\x1b[31m'", "no text"),
    "half a surrogate pair": ('name: "\\ud800"\n', ", line 1: '\\ud800'", "no text"),
    "too large": ("#" * (1 << 20) + "\n", ": the file is too large", "1048576 bytes"),
    "a tab": ("name: t\ngames:\n\t- game: klirr\n", ", line 3: a tab", "spaces"),
    "an open bracket": ("name: [t\n", ", line 2: not valid YAML", "from line 1"),
    "an open quote": ('name: "t\n', ", line 2: not valid YAML", "quoted scalar, from line 1"),
    "two values in a line": ("name: a: b\n", ", line 1: not valid YAML", "mapping values"),
    "bad indentation": ("name: t\n  seed: 1\n", ", line 2: not valid YAML", ""),
    "a reserved character": ("name: @t\n", ", line 1: not valid YAML", "'@'"),
    "a second document": (TOP + "---\nname: u\n", ", line 13: a second document", "one a file"),
    "a directive": ("%YAML 1.1\n---\n" + TOP, ", line 2: directives", ""),
    "python code": ("name: !!python/object/apply:os.system [x]\n", ", line 1: tags", "python"),
    "a tag": ("name: !t t\n", ", line 1: tags ('!t')", ""),
    "a merge key": ("a: &a {}\nb:\n  <<: *a\n", ", line 3: merge keys", ""),
    "an unknown alias": ("name: *t\n", ", line 1: no value before it has the anchor 't'", ""),
    "an alias of itself": ("games: &g [*g]\n", ", line 1: no value before it has the anchor", ""),
    "an alias as a key": ("a: &a b\n*a : c\n", ", line 2: a key is an alias", "a word"),
    "a list as a key": ("? [a]\n: b\n", ", line 1: a key is a list or a mapping", "a word"),
    "a deep nest": ("a: " + "[" * 5000, ", line 1: nested too deeply", "24 levels"),
    "a deep nest of aliases": (
        "a0: &a0 [1]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 40)),
        ", line 24: nested too deeply",
        "24 levels",
    ),
    "a bomb": (
        "a0: &a0 [x, x, x, x, x, x, x, x]\n"
        + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]\n" for n in range(1, 20)),
        ", line 6: more than 50000 values",
        "aliases",
    ),
    "a long number": (f"name: t\nseed: {'9' * 5000}\n", ", line 2: a number of 5000 digits", ""),
    "an infinite number": (TOP + "limits: {timeout: .inf}\n", ", line 13: '.inf'", ""),
    "a number that overflows": ("rating: {at: 1e999}\n", ", line 1: '1e999'", "finite"),
    "a key twice": (TOP + "seed: 2\n", ", line 13: the key 'seed' stands twice", "line 2"),
    "a player twice": (TOP + "  a: {bot: random}\n", ", line 13: the key 'a' stands", "line 11"),
    "a key as an anchor": (f"name: *{KEY}\n", ", line 1: no value before it", "not shown"),
    "a key as a tag": (f"name: !{KEY} t\n", ", line 1: tags", "not shown"),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_one_sentence_with_its_place_and_what_is_allowed(
    what: str, sentence_about: Callable[[bytes | str | Path], str]
) -> None:
    content, begins, also = MISTAKES[what]
    said = sentence_about(content)
    assert said.startswith(begins)
    assert also in said


def make_directory(path: Path) -> None:
    path.mkdir()


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_dangling_link(path: Path) -> None:
    path.symlink_to("nowhere")


def make_circle(path: Path) -> None:
    path.symlink_to(path)


def make_nothing(_: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (make_directory, "is a directory"),
        (make_fifo, "is no regular file"),
        (make_dangling_link, "there is no such file"),
        (make_circle, "cannot be read"),
        (make_nothing, "there is no such file"),
    ],
)
def test_what_is_no_file_is_one_sentence(
    make: Callable[[Path], None],
    says: str,
    tmp_path: Path,
    sentence_about: Callable[[bytes | str | Path], str],
) -> None:
    path = tmp_path / "t.yaml"
    make(path)
    assert sentence_about(path).startswith(f": {says}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_one_sentence(
    tmp_path: Path, sentence_about: Callable[[bytes | str | Path], str]
) -> None:
    path = tmp_path / "t.yaml"
    path.write_text(TOP)
    path.chmod(0)
    assert sentence_about(path) == ": cannot be read: Permission denied"


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "a\nb", ""])
def test_a_strange_name_is_one_sentence(
    name: str, sentence_about: Callable[[bytes | str | Path], str]
) -> None:
    assert sentence_about(Path(name))

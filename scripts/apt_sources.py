"""Download the packages of another Debian suite from the mirror apt is already set up with."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from system_packages import SetupError

APT_FOLDER = Path("/etc/apt")

# apt's own settings (proxies, certificates, credentials) stay in force; only the places and the state are
# ours. The hooks are meant for the system's own package lists.
SETTINGS = """
Dir::State "{work}/state";
Dir::State::status "{work}/status";
Dir::Cache "{work}/cache";
Dir::Etc::sourcelist "{work}/sources.list";
Dir::Etc::sourceparts "-";
Dir::Etc::preferencesparts "-";
Dir::Etc::preferences "-";
Acquire::Languages "none";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
APT::Architectures {{ "{architecture}"; }};
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Pre-Install-Pkgs;
"""


def is_debian() -> bool:
    return _system().get("ID") == "debian"


def download(suite: str, names: Sequence[str], work: Path) -> list[Path]:
    """Fetch the named packages of `suite` and all they depend on; `work` is a folder to be made."""
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (work / folder).mkdir(parents=True)
    (work / "status").touch()
    (work / "sources.list").write_text(_mirror_line(suite) + "\n", encoding="utf-8")
    architecture = _output(["dpkg", "--print-architecture"]).strip()
    settings = work / "apt.conf"
    settings.write_text(SETTINGS.format(work=work, architecture=architecture), encoding="utf-8")
    _apt_get(settings, f"Debian {suite}: package lists", ["update"])
    _apt_get(settings, f"Debian {suite}: downloading", ["install", "--download-only", "--yes", *names])
    return sorted((work / "cache/archives").glob("*.deb"))


def show_progress(what: str, done: float, total: float) -> None:
    """One line that is rewritten on a terminal; in a log, a line for each tenth."""
    percent = int(100 * done / total)
    if sys.stderr.isatty():
        end = "\n" if done >= total else ""
        print(f"\r{what} {percent} %", end=end, file=sys.stderr, flush=True)
    elif percent // 10 != _shown.get(what):
        _shown[what] = percent // 10
        print(f"{what} {percent} %", file=sys.stderr, flush=True)


_shown: dict[str, int] = {}


def _apt_get(settings: Path, what: str, arguments: Sequence[str]) -> None:
    command = ["apt-get", "-qq", "-c", str(settings), "-o", "APT::Status-Fd=1", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        show_progress(what, 0, 100)
        for line in process.stdout:
            status = re.match(r"dlstatus:\d+:([\d.]+):", line)
            if status:
                show_progress(what, min(99.0, float(status[1])), 100)
        errors = process.stderr.read()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, stderr=errors)
    show_progress(what, 100, 100)


def _mirror_line(suite: str) -> str:
    """A sources.list line for `suite`, made from the entry of the release this machine runs."""
    if not is_debian():
        raise SetupError("this system is not Debian: name a Blender of your own, BLENDER=/path/to/blender")
    release = _system().get("VERSION_CODENAME", "")
    for options, address, entry_suite, components in _entries():
        if entry_suite in (release, "stable", "testing", "unstable", "sid") and "main" in components:
            return f"deb {options}{address} {suite} main"
    raise SetupError(f"apt's sources have no entry for Debian {release} main")


def _system() -> dict[str, str]:
    path = Path("/etc/os-release")
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    pairs = (line.split("=", 1) for line in lines if "=" in line)
    return {name: value.strip('"') for name, value in pairs}


def _entries() -> Iterator[tuple[str, str, str, list[str]]]:
    """(options, address, suite, components) of every entry, of both kinds of source file."""
    lists = [APT_FOLDER / "sources.list", *sorted((APT_FOLDER / "sources.list.d").glob("*.list"))]
    for path in lists:
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            entry = re.match(r"\s*deb\s+(\[[^]]*\]\s+)?(\S+)\s+(\S+)\s+([^#]*)", line)
            if entry:
                yield entry[1] or "", entry[2], entry[3], entry[4].split()
    for path in sorted((APT_FOLDER / "sources.list.d").glob("*.sources")):
        for stanza in re.split(r"\n\s*\n", path.read_text("utf-8")):
            fields = _fields(stanza)
            if "deb" not in fields.get("types", "").split() or fields.get("enabled") == "no":
                continue
            key = fields.get("signed-by", "")
            options = f"[signed-by={key}] " if key.startswith("/") else ""
            for address in fields.get("uris", "").split():
                for suite in fields.get("suites", "").split():
                    yield options, address, suite, fields.get("components", "").split()


def _fields(stanza: str) -> dict[str, str]:
    lines = [line for line in stanza.splitlines() if not line.startswith("#")]
    unfolded = re.sub(r"\n[ \t]+", " ", "\n".join(lines))
    pairs = (line.split(":", 1) for line in unfolded.splitlines() if ":" in line)
    return {name.strip().lower(): value.strip() for name, value in pairs}


def _output(command: Sequence[str]) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

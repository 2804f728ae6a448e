"""A Blender running on a display, and the line of talk with the server inside it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import debian_blender

REPOSITORY = Path(__file__).resolve().parents[2]
SERVER = Path(__file__).with_name("blender_server.py")

ANSWER_TIMEOUT_S = 60
EXIT_TIMEOUT_S = 10  # writing a crash report


class BlenderDied(AssertionError):
    """Blender crashed, quit or hung; the message holds what it last printed."""


class BlenderError(AssertionError):
    """Code sent to Blender raised; the message is its traceback."""


def command_line(blender: str, arguments: Sequence[str], work: Path, variables: dict[str, str]) -> list[str]:
    """How to start a Blender in a window: one of Debian's by the suite's name, or any by its path.

    Raises
    ------
    SetupError
        If it cannot be had, or there is no display for it.
    """
    if blender in debian_blender.SUITES:
        share = [REPOSITORY, work]
        return debian_blender.sandbox(blender, ["blender", *arguments], share=share, variables=variables)
    settings = [f"{name}={value}" for name, value in variables.items()]
    return [*debian_blender.virtual_display(), "env", *settings, blender, *arguments]


class BlenderProcess:
    """Starts Blender with nothing of the user's, and with `work` as the folder for all its files."""

    def __init__(self, blender: str) -> None:
        self.work = Path(tempfile.mkdtemp(prefix="picking_ray_"))
        self._log = self.work / "console.txt"
        self._seen = 0
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.work / "socket"))
            listener.listen()
            self._process = self._start(blender)
            self._connection = self._accept(listener)
        self._answers = self._connection.makefile("r", encoding="utf-8")

    def _start(self, blender: str) -> subprocess.Popen[bytes]:
        arguments = ["--enable-event-simulate", "--window-geometry", "0", "0", "1024", "768"]
        arguments += ["--python-exit-code", "1", "--python", str(SERVER), "--", str(self.work / "socket")]
        variables = {"BLENDER_USER_RESOURCES": str(self.work / "user"), "TMPDIR": str(self.work)}
        with open(self._log, "wb") as log:
            return subprocess.Popen(
                command_line(blender, arguments, self.work, variables),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _accept(self, listener: socket.socket) -> socket.socket:
        listener.settimeout(1)
        give_up = time.monotonic() + debian_blender.START_TIMEOUT_S
        while self.alive and time.monotonic() < give_up:
            with contextlib.suppress(TimeoutError):
                connection, _ = listener.accept()
                connection.settimeout(ANSWER_TIMEOUT_S)
                return connection
        self._kill()
        raise self._death("did not start")

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, code: str, values: dict[str, object]) -> object:
        """Have the server execute `code`; returns its value."""
        request = json.dumps({"code": code, "values": values})
        try:
            self._connection.sendall(request.encode() + b"\n")
            line = self._answers.readline()
        except TimeoutError as error:
            self._kill()
            raise self._death(f"gave no answer within {ANSWER_TIMEOUT_S} s") from error
        except OSError:
            line = ""
        if not line:
            raise self._death("quit")
        answer = json.loads(line)
        if "error" in answer:
            raise BlenderError(answer["error"])
        return answer["value"]

    def console(self) -> str:
        """What Blender printed since the last `take_console`."""
        return self._log.read_bytes()[self._seen :].decode("utf-8", "replace")

    def take_console(self) -> str:
        text = self._log.read_bytes()[self._seen :]
        self._seen += len(text)
        return text.decode("utf-8", "replace")

    def stop(self) -> None:
        """End it with everything it started, and remove its files."""
        self._kill()
        self._answers.close()
        self._connection.close()
        shutil.rmtree(self.work)

    def _kill(self) -> None:
        if self.alive:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _death(self, what: str) -> BlenderDied:
        try:
            self._process.wait(EXIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._kill()
        reports = [path.read_text("utf-8", "replace") for path in self.work.rglob("*.crash.txt")]
        story = "\n".join([self.console()[-4000:], *reports])
        return BlenderDied(f"Blender {what}; exit status {self._process.returncode}\n{story}")

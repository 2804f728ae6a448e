"""Runs inside Blender: executes what the tests outside send, between Blender's own events.

Started as `blender --python blender_server.py -- SOCKET`. A request is a line of JSON {"code", "values"}, an
answer a line {"value"} or {"error": traceback}. The value is that of the code's last expression.
"""

import ast
import json
import socket
import sys
import traceback

import bpy

INTERVAL_S = 0.005


def evaluate(code, values):
    """Execute statements and return the value of the last one, if it is an expression."""
    names = {"bpy": bpy, **values}
    body = ast.parse(code)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    exec(compile(body, "<test>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<test>", "eval"), names) if last else None


def plain(value):
    """Vectors, colours and property arrays are lists outside, sets are sorted, anything else is its repr."""
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return list(value) if hasattr(value, "__len__") else repr(value)


def answer_to(request):
    try:
        return json.dumps({"value": evaluate(request["code"], request["values"])}, default=plain)
    except Exception:  # noqa: BLE001 - it is raised again in the test
        return json.dumps({"error": traceback.format_exc()})


class Server:
    """One request is executed per turn of Blender's event loop and answered a turn later.

    By then the loop has handled the events that the request simulated and drawn what it tagged.
    """

    def __init__(self, path):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        connection.setblocking(False)
        self.connection = connection
        self.received = b""
        self.answer = None

    def turn(self):
        if self.answer is not None:
            self.connection.setblocking(True)
            self.connection.sendall(self.answer.encode() + b"\n")
            self.connection.setblocking(False)
            self.answer = None
        self.receive()
        if b"\n" in self.received:
            line, self.received = self.received.split(b"\n", 1)
            self.answer = answer_to(json.loads(line))
        return INTERVAL_S

    def receive(self):
        try:
            while chunk := self.connection.recv(65536):
                self.received += chunk
            sys.exit(0)  # the tests are gone
        except BlockingIOError:
            return


def main():
    preferences = bpy.context.preferences
    preferences.view.show_splash = False  # it would eat the first click
    preferences.view.use_save_prompt = False
    server = Server(sys.argv[sys.argv.index("--") + 1])
    bpy.app.timers.register(server.turn, persistent=True)


if __name__ == "__main__":
    main()

"""A server on which everything goes wrong, by hand: `python3 chaos.py` on its streams, `... http PORT` on a port.

Its tools say how. It speaks the revision with sessions.
"""

import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NAMES = ["ok", "die", "hang", "forget", "cut", "huge", "where", "steps"]
STEPS = 9
SESSIONS: set[str] = set()
COUNT = iter(range(1, 1_000_000))
BORN = str(time.time_ns())


def tools() -> list:
    """Three hundred tools and one that is none."""
    named = [{"name": name, "inputSchema": {"type": "object"}} for name in NAMES]
    filler = [{"name": f"filler_{n}", "inputSchema": {"type": "object"}} for n in range(300 - len(NAMES))]
    return [*named, {"name": 7, "inputSchema": "no"}, *filler]


def page(cursor: str | None) -> dict:
    """Two pages, and a cursor that comes again."""
    every = tools()
    if cursor is None:
        return {"tools": every[:150], "nextCursor": "again"}
    return {"tools": every[150:], "nextCursor": "again"} if cursor == "again" else {"tools": []}


def text(words: str) -> dict:
    return {"content": [{"type": "text", "text": words}]}


def answer(message: dict) -> dict | None:
    """The answer of anything that can be answered at once; None for a notification."""
    if "id" not in message or "method" not in message:
        return None
    method, params = message["method"], message.get("params") or {}
    result: dict | None = None
    if method == "initialize":
        result = {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "chaos", "version": "1"},
        }
    elif method == "ping":
        result = {}
    elif method == "tools/list":
        result = page(params.get("cursor"))
    elif method == "tools/call":
        name = params["name"]
        if name == "die":
            print("fatal: the shutter is stuck", file=sys.stderr, flush=True)
            os._exit(3)
        if name == "hang":
            time.sleep(600)
        if name == "forget":
            SESSIONS.clear()
        result = text("x" * 17_000_000 if name == "huge" else BORN if name == "where" else f"{name}: fine")
    if result is None:
        return {"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "method not found"}}
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}


def steps(message: dict):
    """Progress, half a second apart."""
    token = message["params"]["_meta"]["progressToken"]
    for step in range(1, STEPS + 1):
        time.sleep(0.5)
        params = {"progressToken": token, "progress": step, "total": STEPS, "message": "exposing"}
        yield {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}


def is_steps(message: dict) -> bool:
    return message.get("method") == "tools/call" and message["params"]["name"] == "steps"


class Handler(BaseHTTPRequestHandler):
    """One endpoint."""

    protocol_version = "HTTP/1.1"

    def reply(self, status: int, body: bytes = b"", headers: tuple = ()) -> None:
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def event(self, message: dict) -> None:
        self.wfile.write(b"data: " + json.dumps(message).encode() + b"\n\n")
        self.wfile.flush()

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        method = message.get("method")
        session = self.headers.get("Mcp-Session-Id")
        headers = [("Content-Type", "application/json")]
        if method == "initialize":
            session = f"session-{next(COUNT)}"
            SESSIONS.add(session)
            headers.append(("Mcp-Session-Id", session))
        elif method == "server/discover":
            return self.reply(400)
        elif session not in SESSIONS:
            return self.reply(404)
        if method == "tools/call" and message["params"]["name"] == "cut":
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            self.wfile.write(b": here it comes\n\n")
            self.wfile.flush()
            self.close_connection = True
            return None
        if is_steps(message):
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for event in steps(message):
                self.event(event)
            self.event(answer(message))
            self.close_connection = True
            return None
        body = answer(message)
        return self.reply(202) if body is None else self.reply(200, json.dumps(body).encode(), tuple(headers))

    def do_GET(self) -> None:
        self.reply(405)

    def do_DELETE(self) -> None:
        SESSIONS.discard(self.headers.get("Mcp-Session-Id"))
        self.reply(200)

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    """Takes its port back at once."""

    daemon_threads = True
    allow_reuse_address = True


LOCK = threading.Lock()


def serve(message: dict) -> None:
    if is_steps(message):
        for event in steps(message):
            write(event)
    body = answer(message)
    if body is not None:
        write(body)


def write(body: dict) -> None:
    with LOCK:
        # Noise before every message, as programs write it that were never meant to be servers.
        sys.stdout.buffer.write(b"Starting...\r\n\r\n\x1b[32mready\x1b[0m\n\xff\xfe\n")
        sys.stdout.buffer.write(json.dumps(body).encode() + b"\r\n")
        sys.stdout.buffer.flush()


if len(sys.argv) > 2:
    Server(("127.0.0.1", int(sys.argv[2])), Handler).serve_forever()
for line in sys.stdin.buffer:
    threading.Thread(target=serve, args=(json.loads(line),), daemon=True).start()

"""The programs under test."""

import json
import os
import subprocess
from pathlib import Path
from typing import Self

from goldens import IMAGES

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("FUSEFORKS_BIN_DIR") or ROOT / "target/debug")
LIMIT = 30


def program(name: str) -> str:
    """Where a program is."""
    return str(FOLDER / (f"{name}.exe" if os.name == "nt" else name))


def wire(name: str, conversation: dict) -> dict:
    """The body that the product would send. Images are looked up beside the goldens."""
    done = subprocess.run(
        [program("fuseforks"), "wire", name],
        input=json.dumps(conversation).encode(),
        capture_output=True,
        cwd=IMAGES,
        timeout=LIMIT,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return json.loads(done.stdout)


class Sim:
    """A stand-in provider. It ends with its standard input, so it never outlives this program."""

    def __init__(self, name: str, folder: Path, steps: list[dict]) -> None:
        self.record = folder / "record"
        folder.mkdir()
        script = folder / "script.json"
        script.write_text(json.dumps(steps), encoding="utf-8")
        command = [program("fuseforks-sim"), "provider", name, "--record", str(self.record), "--script", str(script)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.url = ""

    def __enter__(self) -> Self:
        assert self.process.stdout
        # A program that fails to start closes its output, which ends the wait.
        self.url = json.loads(self.process.stdout.readline())["url"]
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        try:
            self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def requests(self) -> list[tuple[dict, dict]]:
        """What arrived so far, in order: about the request, and its body."""
        return [
            (json.loads(file.with_suffix("").with_suffix(".json").read_bytes()), json.loads(file.read_bytes()))
            for file in sorted(self.record.glob("*.body.json"))
        ]

"""Our output judged by code that nobody here wrote: `python run.py`, with the packages of requirements.txt.

FUSEFORKS_BIN_DIR names the folder of the programs `fuseforks` and `fuseforks-sim`; without it they are those of
`target/debug`. Exit code 1 if a check failed.
"""

import os
import sys

sys.dont_write_bytecode = True

import bodies  # noqa: E402
import negative  # noqa: E402
import talks  # noqa: E402
from programs import program  # noqa: E402
from report import Report  # noqa: E402

# The stand-ins are on this machine, whatever the surroundings say about proxies.
os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1,localhost"


def main() -> int:
    """Runs every check."""
    for path in map(program, ("fuseforks", "fuseforks-sim")):
        if not os.path.isfile(path):
            print(f"{path} is missing. Build it, or set FUSEFORKS_BIN_DIR")
            return 1
    report = Report()
    bodies.run(report)
    negative.run(report)
    talks.run(report)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""What the command `cardwright`, or `python -m cardwright`, starts."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly, also while it is still being imported."""
    try:
        from cardwright.cli.main import app

        app(prog_name="cardwright")
    except KeyboardInterrupt:
        sys.exit(130)  # by the custom of shells; the name for it is not imported yet


if __name__ == "__main__":
    main()

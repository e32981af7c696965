"""`python -m cardwright`."""

from cardwright.cli.main import main

main()

"""How is `python -m perspective` run? As the command line."""

from __future__ import annotations

from perspective.cli.main import main

if __name__ == "__main__":
    main()

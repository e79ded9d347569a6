"""``python -m klgnn.cli``: the same program."""

from klgnn.cli.app import main

if __name__ == "__main__":
    main()

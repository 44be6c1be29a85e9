"""`python -m sortilege.cli` is the `sortilege` command."""

from sortilege.cli import main

if __name__ == "__main__":
    main()

"""What holds for the whole suite: the same examples every run, and no test that depends on a clock."""

from hypothesis import settings

settings.register_profile("sortilege", deadline=None, derandomize=True, database=None)
settings.load_profile("sortilege")

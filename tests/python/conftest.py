"""Its presence puts this folder on the path of the tests below it, which share `harness`."""

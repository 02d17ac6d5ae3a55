"""Lists and runs the tests of the harness: unittest's, in the modules named `*_test`."""

import json
import linecache
import unittest
from importlib import import_module

OWN_NAME = __name__.rpartition(".")[2]
NAMES = [name for name in sorted(__loader__.sources) if name.endswith("_test") and name != OWN_NAME]
# Imported with this module, since none of the package can be found later.
MODULES = {name: import_module(f".{name}", __package__) for name in NAMES}


def tests():
    """Test cases by `module.Class.method`."""
    found = {}
    for name, module in MODULES.items():
        for suite in unittest.defaultTestLoader.loadTestsFromModule(module):
            found |= {f"{name}.{type(test).__name__}.{test._testMethodName}": test for test in suite}
    return found


def names(_):
    """The names of all tests, as JSON."""
    return json.dumps([*tests()])


def run(name):
    """Runs one test; its traceback, or an empty text when it passes."""
    for module, source in __loader__.sources.items():
        filename = f"<{__package__}.{module}>"
        linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    result = unittest.TestResult()
    tests()[name].run(result)
    if result.testsRun != 1 or result.skipped:
        return "The test did not run."
    return "\n".join(report for _, report in [*result.errors, *result.failures])

"""Fills the heap of a new interpreter with what every session needs, and leaves no name behind.

The build has put `kernel_sources` beside this: as JSON, name and source of each module of the kernel's Python side.
They get builtins of their own and are named `_kernel_` and that name.
"""

import builtins
import gc
import sys
import types
from importlib import import_module
from json import loads

from __main__ import kernel_sources

# User code finds these at once.
WARM_MODULES = (
    "abc ast asyncio base64 bisect code codeop collections contextlib copy csv dataclasses datetime decimal enum "
    "fractions functools hashlib heapq inspect io itertools json linecache math operator os pathlib pprint random re "
    "signal statistics string sys textwrap time tokenize traceback typing".split()
)

for name in WARM_MODULES:
    import_module(name)
for name, source in loads(kernel_sources):
    module = sys.modules[f"_kernel_{name}"] = types.ModuleType(f"_kernel_{name}")
    module.__dict__["__builtins__"] = dict(builtins.__dict__)
    exec(compile(source, "<kernel>", "exec"), module.__dict__)
del WARM_MODULES, builtins, import_module, kernel_sources, loads, module, name, source, sys, types
gc.collect()
gc.freeze()
del gc

"""Fills the heap of an interpreter further, for sessions that run tests, and leaves no name behind.

The build has put `included` beside this: the folder where the runner of tests and pytest lie.
"""

import gc
import sys

from __main__ import included

sys.path.append(included)
import lemma_testing  # noqa: E402
from lemma_testing import warm  # noqa: E402

warm.set_aside()
sys.path.remove(included)
for folder in [each for each in sys.path_importer_cache if each.startswith(included)]:
    del sys.path_importer_cache[folder]  # the folders of a session are others
del folder, included, lemma_testing, sys, warm
gc.collect()
gc.freeze()
del gc

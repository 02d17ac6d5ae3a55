"""Runs the pytest modules that comparisons gave on both versions: each has to pass before the fault and fail after it.

python3 check_tests.py <cases.jsonl> <out.jsonl>, with pytest installed; out.jsonl is what run.ts wrote of those cases.
"""

import collections
import json
import os
import pathlib
import sys
import tempfile

import pytest


def outcome(case, text, test):
    """What pytest says of one version, which stands beside the other files of its folder."""
    with tempfile.TemporaryDirectory() as folder:
        copied = pathlib.Path(folder)
        changed = copied / case["path"]
        changed.parent.mkdir(parents=True, exist_ok=True)
        for each in pathlib.Path(case["root"], case["path"]).parent.iterdir():
            if each.name not in (changed.name, "__pycache__"):
                (changed.parent / each.name).symlink_to(each)
        changed.write_text(text, encoding="utf-8")
        (copied / "test_found.py").write_text(test, encoding="utf-8")
        child = os.fork()
        if child == 0:
            os.chdir(folder)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            sys.path[:0] = [folder, str(copied / "src"), str(changed.parent)]
            sys.dont_write_bytecode = True
            os._exit(pytest.main(["-q", "-x", "--rootdir", folder, "-p", "no:cacheprovider", "test_found.py"]))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return {0: "passes", 1: "fails"}.get(status, f"exit {status}")


def main(cases_file, out_file):
    with open(cases_file, encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    with open(out_file, encoding="utf-8") as file:
        told = [json.loads(line) for line in file]
    counts = collections.Counter()
    for case, one in zip(cases, told):
        if one["status"] != "different":
            continue
        test = one["difference"].get("pytest")
        if test is None:
            counts[case["kind"], "no test"] += 1
            continue
        before, after = (outcome(case, case[side], test) for side in ("before", "after"))
        counts[case["kind"], f"{before} before, {after} after"] += 1
        if (before, after) != ("passes", "fails"):
            print(f"{case['path']} {case['name']} ({case['how']}): {before} before, {after} after", flush=True)
    for key, count in sorted(counts.items()):
        print(*key, count)


main(*sys.argv[1:])

"""Runs the pytest modules that comparisons gave on both versions: each has to pass before the fault and fail after it.

python3 check_tests.py <cases.jsonl> <out.jsonl>, with pytest installed; out.jsonl is what run.ts wrote of those cases.
"""

import collections
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile


def outcome(case, text, test):
    """passed or failed, of a copy of the root's package folder with one version in it."""
    with tempfile.TemporaryDirectory() as folder:
        copied = pathlib.Path(folder)
        source = pathlib.Path(case["root"], case["path"])
        package = pathlib.Path(case["path"]).parent
        shutil.copytree(source.parent, copied / package, dirs_exist_ok=True)
        (copied / case["path"]).write_text(text, encoding="utf-8")
        (copied / "test_found.py").write_text(test, encoding="utf-8")
        paths = ":".join(str(each) for each in (copied, copied / "src", copied / package))
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "test_found.py"]
        environment = {"PYTHONPATH": paths, "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
        ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
        return {0: "passes", 1: "fails"}.get(ran.returncode, f"exit {ran.returncode}"), ran.stdout


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
        counts[case["kind"], f"{before[0]} before, {after[0]} after"] += 1
        if (before[0], after[0]) != ("passes", "fails"):
            print(case["path"], case["name"], case["how"], before, after, sep="\n")
    for key, count in sorted(counts.items()):
        print(*key, count)


main(*sys.argv[1:])

"""Habits of IPython in cells: magics, questions, shell lines and fences of Markdown.

A cell that is Python is never looked at. In one that is not, the line at which the compiler stops is replaced when it
is such a habit, by one line of Python, so that numbers of lines stay true; what cannot work is left, and `advice` says
what does.
"""

import re
import shlex
from math import sqrt
from time import perf_counter

MOST_LINES = 200
NAME = r"[A-Za-z_][\w.\[\]'\"]*"
PIP = re.compile(r"[!%](?:python3? -m )?pip3?\s+install\b(.*)")
HARMLESS = {
    "autoreload": "modules of the session are imported anew by importlib.reload",
    "colors": "there are no colours",
    "config": "there is no IPython to configure",
    "load_ext": "there are no extensions of IPython",
    "matplotlib": "open figures are shown when the cell ends",
    "pylab": "import numpy and matplotlib yourself; open figures are shown when the cell ends",
    "precision": "use numpy.set_printoptions",
    "reload_ext": "there are no extensions of IPython",
}
INSTEAD = {
    "bash": "there are no processes here, and so no shell: use Python, such as os, pathlib and shutil",
    "capture": "use contextlib.redirect_stdout",
    "conda": "packages are installed with the tool install_dependencies",
    "debug": "there is no stdin: the traceback and the tool inspect_object serve instead",
    "history": "the client keeps what was run",
    "pip": "`%pip install name` and the tool install_dependencies install, importlib.metadata lists what is there",
    "prun": "use cProfile.run",
    "reset": "the tool restart_kernel starts anew",
    "run": "the tool run_script runs a script; runpy.run_path does so in a cell",
    "who": "the tool list_variables lists them",
}
COMMANDS = {
    "cat": "open(path).read(), or the tool read_file",
    "cd": "os.chdir(path), or %cd path",
    "cp": "shutil.copy(source, target)",
    "curl": "there is no network; files are uploaded by POST /files/upload or the tool write_file",
    "echo": "print(text)",
    "find": "pathlib.Path().rglob(pattern)",
    "git": "the tools of workspaces, such as find_references, git_commit_retrieval and get_file",
    "grep": "re over open(path), or the tool search_code for a workspace",
    "head": "itertools.islice(open(path), 10), or the tool read_file",
    "ls": "os.listdir(path), %ls, or the tool list_files",
    "mkdir": "os.makedirs(path)",
    "mv": "shutil.move(source, target)",
    "pip": INSTEAD["pip"],
    "pwd": "os.getcwd(), or %pwd",
    "pytest": "the tool run_tests for a workspace, or pytest.main([...])",
    "python": "the tool run_script",
    "rm": "os.remove(path), or the tool delete_file",
    "unzip": "zipfile.ZipFile(path).extractall()",
    "wget": "there is no network; files are uploaded by POST /files/upload or the tool write_file",
}


def connect(names, noticed):
    """`names`: the user's namespace; `noticed(text)` hears what was left out."""
    global _names, _noticed, _began
    _names, _noticed, _began = names, noticed, None


def translated(source, compiled):
    """What `compiled` makes of the source once its habits are Python. Raises SyntaxError for what is none even so."""
    lines = _whole(source).split("\n")
    for _ in range(MOST_LINES):
        try:
            return compiled("\n".join(lines))
        except SyntaxError as error:
            at = (error.lineno or 0) - 1
            line = _line(lines[at]) if 0 <= at < len(lines) else None
            if line is None:
                raise
            lines[at] = line
    return compiled("\n".join(lines))


def advice(source, error):
    """A line on what to use instead, when the line of the error is a habit that cannot work."""
    line = "".join(source.split("\n")[(error.lineno or 1) - 1 :][:1]).strip()
    assigned = re.match(r"[\w.]+\s*=\s*([!%].*)", line)
    line = assigned[1] if assigned else line
    if line.startswith("!"):
        command = re.match(r"!+\s*([\w.-]*)", line)[1]
        found = COMMANDS.get(command.rstrip("3"))
        return (
            f"\nThere are no processes here, and so no shell: use Python, such as {found or 'os, pathlib and shutil'}."
        )
    if line.startswith("%"):
        name = re.match(r"%+\s*(\w*)", line)[1]
        found = INSTEAD.get(name) or INSTEAD.get(name.rstrip("s"))
        if name in ("timeit", "time") and assigned:
            return f"\n%{name} has no value here: leave the assignment out."
        return f"\n{found[0].upper()}{found[1:]}." if found else f"\n%{name} is a part of IPython, not of Python."
    return ""


def finished():
    """A cell came to its end."""
    global _began
    if _began is not None:
        began, _began = _began, None
        print(f"Wall time: {_seconds(perf_counter() - began)}")


def started():
    global _began
    _began = None


def _call(name, *texts):
    return f"__magic__({', '.join(map(repr, (name, *texts)))})"


def _whole(source):
    """Without a fence around it, and a magic of the whole cell as a call."""
    lines = source.split("\n")
    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return source
    if lines[first].lstrip().startswith("```"):
        last = next((at for at in range(len(lines) - 1, first, -1) if lines[at].strip()), None)
        if last is not None and lines[last].strip() == "```":
            lines[last] = ""
        lines[first] = ""
        return _whole("\n".join(lines))
    magic = re.match(r"%%(\w+)[ \t]*(.*)", lines[first])
    if magic is None:
        return source
    name, rest = magic.groups()
    body = "\n".join([*[""] * (first + 1), *lines[first + 1 :]])
    if name == "time":
        return "\n".join([*lines[:first], _call("cell_time", ""), *lines[first + 1 :]])
    if name in ("timeit", "writefile", "file"):
        text = body if name == "timeit" else "\n".join(lines[first + 1 :])
        return "\n".join([*lines[:first], _call(f"cell_{name}", rest, text), *[""] * (len(lines) - first - 1)])
    return source


def _line(line):
    """One line of Python that does what the line means, or None."""
    indent, text = re.match(r"(\s*)(.*?)\s*$", line).groups()
    if pip := PIP.match(text):
        return indent + _call("pip", pip[1].strip())
    question = re.fullmatch(rf"(\?\??)\s*({NAME})|({NAME})(\?\??)", text)
    if question:
        before, name, other, after = question.groups()
        return indent + _call("question", name or other, before or after)
    magic = re.match(r"%(\w+)\b[ \t]*(.*)", text)
    if magic and (magic[1] in _MAGICS or magic[1] in HARMLESS):
        return indent + _call(*magic.groups())
    return None


def magic(name, *texts):
    """Does what a replaced line means; cells find it as `__magic__`."""
    if name in HARMLESS:
        _noticed(f"%{name} was left out: {HARMLESS[name]}.")
    else:
        _MAGICS[name](*texts)


def _time(statement):
    code = compile(statement, "<magic>", "exec", dont_inherit=True)
    began = perf_counter()
    exec(code, _names)
    print(f"Wall time: {_seconds(perf_counter() - began)}")


def _cell_time(_):
    global _began
    _began = perf_counter()


def _timeit(text, body=None):
    from timeit import Timer

    options, statement = _options(text)
    setup = "pass"
    if body is not None:
        setup, statement = statement or "pass", body.strip("\n")
    number, repeat = options.get("n", 0), max(1, options.get("r", 7))
    timer = Timer(statement, setup, globals=_names)
    if number < 1:
        number, _ = timer.autorange()
    each = [seconds / number for seconds in timer.repeat(repeat, number)]
    mean = sum(each) / repeat
    deviation = sqrt(sum((one - mean) ** 2 for one in each) / repeat)
    if "q" not in options:
        print(
            f"{_seconds(mean)} ± {_seconds(deviation)} per loop (mean ± std. dev. of {repeat} "
            f"run{'' if repeat == 1 else 's'}, {number:,} loop{'' if number == 1 else 's'} each)"
        )


def _options(text):
    """`-n 10 -r3 -q statement` in parts."""
    options = {}
    while found := re.match(r"\s*-(?:([nrp])\s*(\d+)|([qoctv]))(?=\s|$)", text):
        options[found[1] or found[3]] = int(found[2] or 0)
        text = text[found.end() :]
    return options, text.strip()


def _seconds(value):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def _question(name, marks):
    import inspect

    thing = eval(name, _names)
    try:
        print(f"Signature: {name}{inspect.signature(thing)}")
    except TypeError, ValueError:
        print(f"Value:     {_short(repr(thing))}")
    print(f"Type:      {type(thing).__name__}")
    try:
        print(f"File:      {inspect.getsourcefile(thing)}")
    except TypeError:
        pass
    if marks == "??":
        try:
            print(f"Source:\n{inspect.getsource(thing)}")
            return
        except OSError, TypeError:
            pass
    print(f"Docstring: {inspect.getdoc(thing) or '(none)'}")


def _short(text):
    return text if len(text) <= 500 else f"{text[:300]} … ({len(text)} characters) … {text[-150:]}"


def _pip(text):
    """The tool has installed what it could before the cell began; see `src/python/pip-lines.ts`."""
    from importlib.metadata import PackageNotFoundError, version

    for word in shlex.split(text, comments=True):
        name = re.match(r"[\w.-]+", word.rpartition("/")[2])
        if word.startswith("-") or name is None:
            continue
        name = name[0].split("-")[0] if word.endswith(".whl") else name[0]
        try:
            print(f"pip: {name} {version(name)} is installed")
        except PackageNotFoundError:
            print(f"pip: {name} is not installed; see the notices, and the tool install_dependencies")


def _write(path, text):
    append = path.startswith("-a ")
    path = path.removeprefix("-a ").strip().strip("\"'")
    with open(path, "a" if append else "w") as file:
        file.write(text)
    print(f"{'Appending to' if append else 'Writing'} {path}")


def _cd(path):
    from os import chdir, getcwd
    from os.path import expanduser

    chdir(expanduser(path.strip("\"'")) if path else "/workspace")
    print(getcwd())


def _ls(path):
    from os import listdir

    print("\n".join(sorted(listdir(path.strip("\"'") or "."))))


def _pwd(_):
    from os import getcwd

    print(getcwd())


_MAGICS = {
    "cd": _cd,
    "cell_file": _write,
    "cell_time": _cell_time,
    "cell_timeit": _timeit,
    "cell_writefile": _write,
    "ls": _ls,
    "pip": _pip,
    "pwd": _pwd,
    "question": _question,
    "time": _time,
    "timeit": _timeit,
}

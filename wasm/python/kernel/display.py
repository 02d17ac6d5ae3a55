"""Rich output: forms in which objects show themselves, as Jupyter asks for them, become files in /workspace/outputs.

Every form is user code: it runs within the cell's budget, and what it raises becomes a notice.
"""

import sys
from base64 import b64decode
from io import BytesIO, FileIO
from json import dumps
from os import lstat, mkdir

from _kernel_text import message

FOLDER = "/workspace/outputs"
SIZE_LIMIT = 20_000_000
FILE_LIMIT = 50
METHODS = {
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_svg_": "image/svg+xml",
    "_repr_html_": "text/html",
    "_repr_markdown_": "text/markdown",
    "_repr_latex_": "text/latex",
    "_repr_json_": "application/json",
}
SUFFIXES = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/svg+xml": "svg",
    "text/html": "html",
    "text/markdown": "md",
    "text/latex": "tex",
    "text/csv": "csv",
    "application/json": "json",
    "application/pdf": "pdf",
}

_modules = sys.modules
_label = None
_shown = 0
_files = 0


def connect(kept, noticed):
    """`kept(path, media type)` hears of each file, `noticed(text)` of what could not be shown."""
    global _kept, _noticed
    _kept, _noticed = kept, noticed


def begin(label):
    """Starts a run, after which its files are named; without a name it keeps none."""
    global _label, _shown, _files
    _label, _shown, _files = label, 0, 0


def _method(thing, name):
    """Looks where Python looks for special methods: not in classes shown as such, and not by way of `__getattr__`."""
    for kind in type(thing).__mro__:
        if name in kind.__dict__:
            method = getattr(thing, name)
            return method if callable(method) else None
    return None


def _ask(thing, name):
    """What a form's method returns, without its metadata; None when there is none or it fails."""
    try:
        method = _method(thing, name)
        answer = None if method is None else method()
        return answer[0] if isinstance(answer, tuple) and len(answer) == 2 else answer
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        _notice(thing, name, message(error))


def _notice(thing, name, why):
    try:
        kind = str(type(thing).__name__)
    except Exception:
        kind = "object"
    _noticed(f"{name} of a {kind} could not be shown: {why}")


def _forms(thing):
    bundle = _ask(thing, "_repr_mimebundle_")
    forms = {}
    if isinstance(bundle, dict):
        for kind, data in bundle.items():
            if isinstance(kind, str) and data is not None:
                forms[kind] = (data, "_repr_mimebundle_")
    elif bundle is not None:
        _notice(thing, "_repr_mimebundle_", "it returned no dict")
    for name, kind in METHODS.items():
        if kind not in forms:
            data = _ask(thing, name)
            if data is not None:
                forms[kind] = (data, name)
    return forms


def _is_text(kind):
    return kind.startswith("text/") or kind.endswith(("+xml", "json"))


def _encode(kind, data):
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    if kind.endswith("json") and not isinstance(data, str):
        data = dumps(data, ensure_ascii=False)
    if not isinstance(data, str):
        raise TypeError(f"it returned {type(data).__name__}, where {'str' if _is_text(kind) else 'bytes'} is needed")
    if _is_text(kind):
        return data.encode("utf-8", "backslashreplace")
    try:
        return b64decode(data.replace("\n", ""), validate=True)
    except ValueError:
        raise TypeError("it returned str, where bytes (or their base64) are needed") from None


def _suffix(kind):
    if kind in SUFFIXES:
        return SUFFIXES[kind]
    return "json" if kind.endswith("json") else "txt" if _is_text(kind) else "bin"


def _exists(path):
    try:
        lstat(path)
    except FileNotFoundError:
        return False
    return True


def _stem(suffixes):
    """The next number of which there is no file yet."""
    global _shown
    while True:
        _shown += 1
        stem = f"{_label}-{_shown}"
        if not any(_exists(f"{FOLDER}/{stem}.{suffix}") for suffix in suffixes):
            return stem


def _keep(thing, forms):
    """Writes a thing's forms under one name."""
    global _files
    if _label is None:
        return
    contents = {}
    for kind, (data, name) in forms.items():
        try:
            content = _encode(kind, data)
            if len(content) > SIZE_LIMIT:
                raise ValueError(f"it has {len(content)} bytes, and a file has at most {SIZE_LIMIT}")
            contents[kind] = (content, name)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            _notice(thing, name, message(error))
    if not contents:
        return
    name = "display"
    try:
        if not _exists(FOLDER):
            mkdir(FOLDER)
        stem = _stem({_suffix(kind) for kind in contents})
        for kind, form in contents.items():
            content, name = form
            if _files >= FILE_LIMIT:
                raise ValueError(f"a run keeps at most {FILE_LIMIT} of them")
            path = f"{stem}.{_suffix(kind)}"
            with FileIO(f"{FOLDER}/{path}", "x") as file:
                rest = memoryview(content)
                while rest:
                    rest = rest[file.write(rest) :]
            _files += 1
            _kept(f"outputs/{path}", kind)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        _notice(thing, name, message(error))


def show(thing):
    """Keeps the rich forms of a thing.

    Returns its plain text, unless an image shows it: None, or what its bundle says.
    """
    forms = _forms(thing)
    plain, _ = forms.pop("text/plain", (None, None))
    _keep(thing, forms)
    if any(kind.startswith("image/") for kind in forms):
        return None
    return plain if isinstance(plain, str) else repr(thing)


def show_value(value):
    """Keeps the rich forms of a cell's value, whose plain text is shown anyway."""
    forms = _forms(value)
    forms.pop("text/plain", None)
    _keep(value, forms)


def display(*things):
    """Shows each object: as files in outputs/ and as images where it has such forms, else as text."""
    for thing in things:
        text = show(thing)
        if text is not None:
            print(text)


def figures():
    """Keeps what matplotlib has drawn, as a notebook does at a cell's end."""
    pyplot = _modules.get("matplotlib.pyplot")
    if pyplot is None:
        return
    try:
        for number in pyplot.get_fignums():
            content = BytesIO()
            pyplot.figure(number).savefig(content, format="png")
            _keep(pyplot, {"image/png": (content.getvalue(), "a figure")})
        pyplot.close("all")
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        _noticed(f"Figures of matplotlib could not be kept: {message(error)}")

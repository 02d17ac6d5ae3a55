"""What is told of an exception: its type, message, and where in the repository it came from."""

import linecache
import traceback

from lemma_testing.channel import short

MESSAGE = 600
OUTPUT = 300
FRAMES = 12
DETAIL = 8  # times as much for the one test that was asked for


class Describer:
    def __init__(self, request, obstacles):
        self._obstacles = obstacles
        self._root = request["root"].rstrip("/") + "/"
        self._factor = DETAIL if request["detail"] else 1
        self._frames = FRAMES if request["detail"] else 0

    def relative(self, path):
        return str(path).removeprefix(self._root)

    def place(self, tb):
        """File and line of the innermost frame of the repository; None when there is none."""
        own = [(name, line) for name, line in _frames(tb) if name.startswith(self._root)]
        return (self.relative(own[-1][0]), own[-1][1]) if own else None

    def exception(self, error, tb):
        facts = {
            "type": short(type(error).__qualname__, 100),
            "message": short(_message(error), MESSAGE * self._factor),
        }
        obstacle = self._obstacles.behind(error)
        if obstacle:
            facts["obstacle"] = obstacle
        own = [(name, line) for name, line in _frames(tb) if name.startswith(self._root)]
        if own:
            name, line = own[-1]
            facts["where"] = (self.relative(name), line)
            facts["source"] = short(linecache.getline(name, line).strip(), 200)
        if self._frames:
            facts["frames"] = [
                (self.relative(name), line, short(linecache.getline(name, line).strip(), 200))
                for name, line in own[-self._frames :]
            ]
        return facts

    def text(self, text):
        """Of a failure that is no exception of the code's."""
        facts = {"type": "", "message": short(text.strip(), MESSAGE * self._factor)}
        obstacle = self._obstacles.behind_text(text)
        return facts | ({"obstacle": obstacle} if obstacle else {})

    def output(self, text):
        return short(text.rstrip("\n"), OUTPUT * self._factor)


def _frames(tb):
    return [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(tb)]


def _message(error):
    try:
        text = str(error)
    except BaseException as other:
        text = f"(str() of it raises {type(other).__name__})"
    notes = getattr(error, "__notes__", ())
    if isinstance(error, BaseExceptionGroup):
        text += "".join(f"\n- {type(each).__name__}: {short(_message(each), 200)}" for each in error.exceptions[:5])
    if isinstance(error, SyntaxError) and error.text:
        text += f"\n{short(error.text.strip(), 200)}"
    return text + "".join(f"\n{short(str(note), 200)}" for note in list(notes)[:5])

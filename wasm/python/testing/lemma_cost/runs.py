"""Runs at growing sizes, in each shape of inputs, as far as the steps reach."""

import inspect
import tracemalloc

from lemma_cost.counter import Exhausted
from lemma_cost.entry import Unusable
from lemma_cost.inputs import Unmade, guesses, make, shapes

FIRST = 9
# Doubling, odd and even, near powers of two and on them: what holds for some of these only fits no class.
SIZES = (FIRST, 16, 35, 66, 129, 256, 515, 1026, 2049, 4096)
# Points below which sizes in between are run, too.
ENOUGH = 6
LINES = 12
WRONG_TYPES = (TypeError, AttributeError, KeyError, IndexError)


class Runs:
    def __init__(self, entry, request, counter, tell):
        self._entry = entry
        self._request = request
        self._counter = counter
        self._tell = tell
        self._left = request["most_steps_in_all"]

    def run(self):
        if self._request["inputs"]:
            arguments = compile(self._request["inputs"], "<inputs>", "eval", dont_inherit=True)
            self._shape("given", lambda size: self._given(arguments, size), True)
            return
        made, known = self._known()
        rows = shapes([*made, *known])
        if not any(kind[0] != "bool" for _, kind in [*made, *known]):
            raise Unusable("It has no parameter whose size could grow; give `inputs`.")
        first = None
        ran = 0
        for shape in rows:
            why = self._shape(shape, lambda size, shape=shape: self._made(made, known, size, shape), False)
            ran += why is None
            first = first or why
        if not ran:
            raise Unusable(f"With generated inputs it raised {first}; give `inputs`.")

    def _known(self):
        try:
            made = guesses(self._entry.made_with or [])
            if any(not kind for _, kind in made[0]):
                raise Unmade(made[0][0][0])
            for known in guesses(self._entry.parameters):
                if all(kind for _, kind in known) and self._accepts(made[0], known):
                    return made[0], known
            return made[0], guesses(self._entry.parameters)[0]
        except Unmade as unmade:
            raise Unusable(f"No inputs are known for the parameter {unmade}; give `inputs`.") from None

    def _accepts(self, made, known):
        """Whether it takes arguments of these kinds; asked only where they were guessed."""
        if len(guesses(self._entry.parameters)) == 1:
            return True
        self._forget()
        try:
            self._once(self._made(made, known, FIRST, "ascending"))
        except WRONG_TYPES:
            return False
        except Exhausted:
            pass
        except Exception:
            pass
        return True

    def _given(self, code, size):
        space = dict(vars(self._entry.module), n=size)
        value = eval(code, space)
        arguments = list(value) if isinstance(value, tuple) else [value]
        return self._entry.function(), arguments

    def _made(self, made, known, size, shape):
        arguments = make(known, size, shape)
        if self._entry.made_with is None:
            return self._entry.function(), arguments
        instance = self._entry.owner()(*make(made, size, shape))
        return getattr(instance, self._entry.qualified.split(".")[1]), arguments

    def _shape(self, shape, arguments, is_given):
        """Runs sizes until one takes too many steps; returns what it raised at the first one, if it did."""
        sizes, done, failed = [*SIZES], [], None
        while sizes:
            size = sizes.pop(0)
            if self._left <= 0:
                break
            ended = self._size(shape, size, arguments)
            if ended is None:
                done.append(size)
                continue
            kind, why = ended
            if kind == "raised" and not done and len(sizes) > 8:
                failed = why
                if is_given:
                    raise Unusable(f"With the given inputs it raised {why}")
                return failed
            self._tell("end", shape=shape, size=size, why=kind, detail=why)
            if len(done) < ENOUGH and kind != "raised":
                self._between(shape, done, size, arguments)
            break
        return None

    def _between(self, shape, done, size, arguments):
        """Where doubling is too fast, sizes between the last two, and before."""
        last = done[-1] if done else 1
        step = max(1, (size - last) // 8)
        rest = (
            [*range(2, FIRST, 2), *range(FIRST + 1, last)]
            if last <= 2 * FIRST
            else [(last + each) // 2 for each in done]
        )
        for each in sorted({*rest, *range(last + step, size, step)} - {*done}):
            if self._left <= 0 or self._size(shape, each, arguments) is not None:
                return

    def _size(self, shape, size, arguments):
        """One run; None, or how it ended before its end and why."""
        self._forget()
        try:
            function, values = arguments(size)
        except Exception as error:
            return "raised", f"{type(error).__name__} while its input was made: {str(error)[:200]}"
        traced = self._request["memory"]
        try:
            if traced:
                tracemalloc.start()
            self._counter.start()
            self._consume(function(*values))
        except Exhausted:
            return "limit", self._counter.within
        except RecursionError:
            return "recursion", ""
        except Exception as error:
            return "raised", f"{type(error).__name__}: {str(error)[:200]}"
        finally:
            self._counter.stop()
            peak = tracemalloc.get_traced_memory()[1] if traced else None
            tracemalloc.stop()
            self._left -= self._counter.steps
        facts = {"shape": shape, "size": size, "steps": self._counter.steps, "lines": self._lines()}
        self._tell("run", **facts, **({} if peak is None else {"peak": peak}))
        return None

    def _once(self, call):
        function, values = call
        self._counter.start()
        try:
            self._consume(function(*values))
        finally:
            self._counter.stop()

    def _consume(self, value):
        """Takes what a generator yields, and drives a coroutine that waits for nothing outside."""
        if inspect.iscoroutine(value):
            try:
                value.send(None)
            except StopIteration:
                return
            value.close()
            raise Unusable("It waits for something that only an event loop brings.")
        if inspect.isgenerator(value):
            for _ in value:
                self._counter.charge(1)

    def _forget(self):
        """What modules and caches of functions keep from one run to the next."""
        if not self._entry.again(self._request["root"]):
            self._counter.uncounted.add("what a module keeps, as it cannot be imported again")
        for each in list(vars(self._entry.module).values()):
            clear = getattr(each, "cache_clear", None)
            if callable(clear):
                clear()

    def _lines(self):
        root = self._request["root"].rstrip("/") + "/"
        most = sorted(self._counter.lines.items(), key=lambda item: (-item[1], item[0]))[:LINES]
        return [(path.removeprefix(root), line, steps) for (path, line), steps in most]

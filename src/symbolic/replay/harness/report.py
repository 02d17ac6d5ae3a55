"""Reports of verdicts as JSON."""

from traceback import format_list as format_frames

from .module import user_frames
from .names import class_name
from .values import TEXT_LIMIT, bounded
from .wording import describe, message_of, shown

TRACEBACK_FRAMES = 20


def traceback_of(error):
    frames = user_frames(error)
    # without their number, which would tell failures apart that are one
    left_out = "  [outer calls left out]\n" if len(frames) > TRACEBACK_FRAMES else ""
    shown_frames = "".join(format_frames(frames[-TRACEBACK_FRAMES:]))
    text = f"Traceback (most recent call last):\n{left_out}{shown_frames}{describe(error)}"
    return bounded(text, 8 * TEXT_LIMIT)


def outcome_of(verdict):
    after = (
        {"afterwards": {name: shown(value) for name, value in verdict.afterwards.items()}} if verdict.afterwards else {}
    )
    if verdict.error is None:
        return {"kind": "returned", "value": shown(verdict.value), **after}
    error = verdict.error
    return {
        "kind": "raised",
        "exception": class_name(type(error)),
        "message": message_of(error),
        "traceback": traceback_of(error),
        **after,
    }


def message_about(verdict, outcome):
    if verdict.error is not None:
        return f"{verdict.note}; {describe(verdict.error)}" if verdict.note else describe(verdict.error)
    return f"{verdict.note}{';' if verdict.is_breach else ':'} {outcome['value']} was returned"


def told(function, outcome):
    """A sentence about an outcome."""
    if outcome["kind"] == "raised":
        return f"{function} raises {outcome['exception']}"
    left = [f"leaves {name} = {text}" for name, text in outcome.get("afterwards", {}).items()]
    return f"{function} " + " and ".join([f"returns {outcome['value']}", *left])


def report_of_difference(request, outcome, other):
    names = request["function"], request["property"]["other"]
    return {"message": "; ".join(map(told, names, (outcome, other))), "other": other}

"""Requests as the tests make them; this module has no test."""

import json
import textwrap

from . import replay
from .meter import allow
from .session import subject_of


def source(text):
    """A module's source from an indented text."""
    return textwrap.dedent(text).lstrip("\n")


def condition(text, **parts):
    """A condition as a request writes it."""
    return {"text": text, "line": 1, "source": text, **parts}


def contract(**parts):
    """A contract that promises only that nothing is raised, with `parts` added."""
    common = {"preconditions": [], "assertLines": [], "postconditions": [], "snapshots": [], "kept": [], "raises": []}
    return {"kind": "contract", **common, **parts}


def exception(name):
    """A search for an exception."""
    return {"kind": "exception", "exceptionType": name, "preconditions": [], "assertLines": []}


def comparison(other, **parts):
    """A comparison with another function."""
    return {"kind": "comparison", "other": other, "preconditions": [], "assertLines": [], **parts}


def branches(*places):
    """An observation of decisions."""
    return {"kind": "branches", "places": places, "preconditions": [], "assertLines": []}


def request(code, wanted, *inputs, function="f", steps=20_000):
    """A request about a function of the code."""
    return {"code": source(code), "function": function, "property": wanted, "inputs": inputs, "stepLimit": steps}


def judged(code, wanted, function="f", **sources):
    """The verdict on one input, without confirming or shrinking anything."""
    subject = subject_of(request(code, wanted, function=function))
    allow(20_000)
    return subject.judge(sources)


def answered(code, wanted, *inputs, **options):
    """The whole answer to a request."""
    return json.loads(replay.answer(json.dumps(request(code, wanted, *inputs, **options))))


def outcome(code, wanted, function="f", **sources):
    """The outcome of one input as it is reported."""
    return answered(code, wanted, sources, function=function)["outcomes"][0]

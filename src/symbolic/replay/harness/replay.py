"""Replays inputs: judges each of a request's, and leaves the interpreter as it was."""

import linecache
import signal
import sys
from json import dumps as write_json
from json import loads as read_json

from . import meter
from .contract_libraries import CONTRACT_LIBRARIES
from .environment import namespaces, restore, settle
from .judge import Subject
from .meter import start_meter, stop_for_kernel, stop_meter
from .module import Fault
from .names import FILENAME, MODULE_NAME
from .packages import leave_packages
from .session import Session


def answer(document):
    """Answers a request: outcomes of its inputs in their order, or what is at fault in it."""
    saved, modules = namespaces(), dict(sys.modules)
    streams = sys.stdin, sys.stdout, sys.stderr
    settle()
    handler = signal.signal(signal.SIGINT, stop_for_kernel)
    start_meter()
    try:
        request = read_json(document)
        session = Session(request)
        outcomes = [session.run(index, sources) for index, sources in enumerate(request["inputs"])]
        told = {"outcomes": outcomes, "documented": [*session.subject.documented]}
        return write_json({"status": "ok", **told, "calls": Subject.calls, "steps": meter.total})
    except Fault as fault:
        return write_json(fault.report)
    finally:
        stop_meter()
        leave_packages()
        signal.signal(signal.SIGINT, handler)
        restore(saved)
        for name in (MODULE_NAME, *CONTRACT_LIBRARIES):
            sys.modules.pop(name, None)
        sys.modules.update(modules)
        linecache.cache.pop(FILENAME, None)
        sys.stdin, sys.stdout, sys.stderr = streams

/** The Python program that replays inputs on CPython: it answers one JSON document with another. */
import { BRANCHES } from './branches.ts';
import { COMPARE } from './compare.ts';
import { CONDITIONS } from './conditions.ts';
import { CONTRACT_LIBRARIES } from './contract-libraries.ts';
import { ENVIRONMENT } from './environment.ts';
import { JUDGE } from './judge.ts';
import { MACHINE_LIMITS } from './machine-limits.ts';
import { METER } from './meter.ts';
import { MODULE } from './module.ts';
import { REPORT } from './report.ts';
import { SHRINK } from './shrink.ts';
import { TEST_MODULE } from './test-module.ts';
import { VALUES } from './values.ts';

// Functions are taken out of their modules before user code runs, which may replace them there.
const PREAMBLE = `
import _thread
import annotationlib
import ast
import builtins
import importlib
import inspect
import io
import linecache
import os
import random
import re
import signal
import sys
import types
from copy import deepcopy
from operator import is_ as is_same
from opcode import opmap
from json import dumps as write_json, loads as read_json
from sys import exception as current_exception, monitoring
from traceback import extract_tb as extract_traceback, format_list as format_frames

VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
METHOD_WRAPPERS = (staticmethod, classmethod, property)
calls = 0  # of the function under test
seed_random = random.seed
RAISE = opmap["RAISE_VARARGS"]
native_hash = hash
`;

const PARTS = [
  PREAMBLE,
  MACHINE_LIMITS,
  ENVIRONMENT,
  METER,
  VALUES,
  CONTRACT_LIBRARIES,
  MODULE,
  SHRINK,
  CONDITIONS,
  JUDGE,
  COMPARE,
  BRANCHES,
  TEST_MODULE,
  REPORT,
].join('\n');

/** A Python literal: JSON's string escapes are a subset of Python's. */
function pythonString(text: string): string {
  return JSON.stringify(text);
}

// The interpreter keeps the compiled harness between evaluations, since compiling takes longer than a batch;
// each evaluation executes it in a namespace of its own.
const LOADER: string = `
import sys
import types

source = ${pythonString(PARTS)}
cache = sys.modules.setdefault("replay_harness", types.ModuleType("replay_harness"))
if getattr(cache, "source", None) != source:
    cache.source, cache.code = source, compile(source, "<replay>", "exec")
harness = {"__name__": "replay_harness"}
exec(cache.code, harness)
`;

/** The program that answers `document`. */
export function replayProgram(document: unknown): string {
  return `${LOADER}\nharness["replay"](${pythonString(JSON.stringify(document))})\n`;
}

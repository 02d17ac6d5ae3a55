/** What CPython does: many calls of many modules in one program. */
import type { Cpython } from '../../../src/symbolic/replay/replayer.ts';

/** A module and the calls of one of its functions. */
export interface Calls {
  readonly code: string;
  readonly functionName: string;
  /** Each call's arguments as Python source, which may refer to the module's names. */
  readonly rows: readonly (readonly string[])[];
}

/** `return VALUE` and `raise CLASS` as `prediction.ts` writes them; `syntax …` and `unimportable …` for a module that cannot be
 * analysed at all. */
export type Observed = string;

/** Each row runs in a module of its own, so that no call sees what another has left behind. */
const PROGRAM = `
import json, struct, warnings
warnings.simplefilter("ignore")

def show(v):
    t = type(v)
    if v is None: return "None"
    if t is bool: return str(v)
    if t is int: return hex(v)
    if t is float: return "nan" if v != v else struct.pack(">d", v).hex() + "f"
    if t is str: return "'" + " ".join(format(ord(c), "x") for c in v) + "'"
    if t is bytes: return "b" + show(v.decode("latin-1"))
    if isinstance(v, tuple): return "(" + ",".join(map(show, v)) + ")"
    if t is list: return "[" + ",".join(map(show, v)) + "]"
    if isinstance(v, dict): return t.__name__ + "{" + ",".join(show(k) + ":" + show(v[k]) for k in v) + "}"
    if t is set or t is frozenset: return t.__name__ + "{" + ",".join(sorted(map(show, v))) + "}"
    if t.__name__ == "deque": return "deque[" + ",".join(map(show, v)) + "]"
    if t is range: return "range(" + ",".join(map(show, (v.start, v.stop, v.step))) + ")"
    if isinstance(v, BaseException): return "exception " + t.__name__
    if isinstance(v, type): return "class " + v.__name__
    return "function" if callable(v) else t.__name__

def run(code, name, row):
    module = {"__name__": "submitted"}
    try:
        exec(code, module)
    except Exception as error:
        return "unimportable: " + type(error).__name__
    arguments = [eval(source, module) for source in row]
    try:
        return "return " + show(module[name](*arguments))
    except BaseException as error:
        return "raise " + type(error).__name__

def observe(case):
    try:
        code = compile(case["code"], "<case>", "exec")
    except SyntaxError as error:
        return ["syntax " + str(error)] * len(case["rows"])
    return [run(code, case["functionName"], row) for row in case["rows"]]

json.dumps([observe(case) for case in json.loads(DOCUMENT)])
`;

const BATCH = 100;

/** What every call does, in the order of `cases` and their rows. */
export async function observe(cpython: Cpython, cases: readonly Calls[]): Promise<readonly (readonly Observed[])[]> {
  const observed: (readonly Observed[])[] = [];
  for (let start = 0; start < cases.length; start += BATCH) {
    const batch = JSON.stringify(cases.slice(start, start + BATCH));
    const result = await cpython.evaluate({
      program: `DOCUMENT = ${JSON.stringify(batch)}\n${PROGRAM}`,
      stepLimit: 20_000_000_000,
    });
    if (result.status !== 'ok') throw new Error(`CPython did not run the batch at ${start}: ${JSON.stringify(result)}`);
    observed.push(...JSON.parse(result.value));
  }
  return observed;
}

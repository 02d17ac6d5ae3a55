/** Checks that run on CPython, in an empty sandbox with the commit. */
import { pythonText } from '../../lib/python-text.ts';
import type { CodeFailure, TestsOutcome } from '../../python/api.ts';
import type { CheckOf } from './checks.ts';
import type { CheckContext } from './context.ts';
import { restsOn } from './dependence.ts';
import type { HypothesisFinding } from './run-check.ts';
import { type Rerun, runTelling, runTwice } from './telling.ts';

/** Where the test stands in the sandbox; no repository has such a file. */
const TEST = 'test_lemma_hypothesis.py';

type RunContext = Pick<CheckContext, 'read' | 'files' | 'runTests' | 'importModule' | 'guardSeconds'>;
type TellingContext = RunContext & Pick<CheckContext, 'regions' | 'syntax' | 'onProgress'>;

/**
 * Runs a test: it holds when every test passes. With edits, when it fails without them and passes with them, as a repair would make it.
 * What fails by a mistake of the test itself is not decided.
 */
export async function runTest(
  { code, edits }: Pick<CheckOf<'python_test'>, 'code' | 'edits'>,
  context: TellingContext,
): Promise<HypothesisFinding> {
  const baseline = await importsOf(
    context.files.filter((file) => isNamedIn(file, code)),
    context,
  );
  if (baseline !== undefined) return baseline;
  const runs = testRuns(code, context);
  const [first] = edits;
  if (first === undefined) return runTelling(runs, code, context);
  const { found: plain } = await runTwice(runs, new Map());
  const undecided = (evidence: string): HypothesisFinding => ({ outcome: 'undecided', evidence });
  if (plain.outcome !== 'fails')
    return undecided(`Without the edits it does not fail, which they could repair: ${plain.evidence}`);
  const texts = new Map<string, string>();
  let line = 1;
  for (const edit of edits) {
    const text = texts.get(edit.file) ?? (await context.read(edit.file)) ?? '';
    const parts = text.split(edit.old);
    const [before = ''] = parts;
    if (parts.length !== 2) {
      const times = `${edit.file} has the text to replace ${parts.length - 1} times`;
      return undecided(`An edit cannot be made: ${times}, and it is to occur once.`);
    }
    if (edit === first) line = before.split('\n').length;
    texts.set(edit.file, parts.join(edit.new));
  }
  const { found: edited, executed } = await runTwice(runs, texts);
  if (edited.outcome !== 'holds') return edited;
  const evidence = `Fails without the edits (${plain.evidence}), passes with them.`;
  const place = { path: first.file, line };
  const elsewhere = edits.find(({ file }) => !context.files.includes(file));
  const weak =
    elsewhere === undefined
      ? await restsOn(code, context.files, executed, context.read)
      : `It edits ${elsewhere.file}, which is not what it is about.`;
  if (weak !== undefined) return { ...edited, evidence, place, weak };
  return { ...edited, evidence, place, telling: `the edit of ${first.file}:${line}` };
}

/** Evaluates a call in the names of a module, and compares what comes of it. */
export async function runCall(check: CheckOf<'call'>, context: TellingContext): Promise<HypothesisFinding> {
  const baseline = await importsOf([check.file], context);
  if (baseline !== undefined) return baseline;
  const runs = testRuns(callProgram(check), context);
  const found = await runTelling(runs, [check.call, check.returns, check.raises].join('\n'), context);
  if (found.outcome === 'undecided') return found;
  const { place: _place, ...rest } = found;
  const said = check.returns === undefined ? `raises ${check.raises ?? ''}` : `returns ${check.returns}`;
  const [first = ''] = found.evidence.replace(/^.*?test_call: /, '').split('\n');
  const evidence = `${found.outcome === 'holds' ? `${check.call} ${said}` : first}. Run on CPython.`;
  return { ...rest, evidence, input: check.call };
}

function testRuns(code: string, { runTests, guardSeconds }: RunContext): Rerun {
  return async (changed, attempt) => {
    const outcome = await runTests(new Map([...changed, [TEST, code]]), TEST, guardSeconds, attempt);
    return { found: judgeRun(outcome), executed: outcome.executed };
  };
}

/** Why the modules of files cannot be imported, which decides nothing; undefined where they can. */
async function importsOf(files: readonly string[], context: RunContext): Promise<HypothesisFinding | undefined> {
  for (const file of files) {
    const { kind, failures, obstacles } = await context.importModule(file, context.guardSeconds);
    if (kind === 'decided') continue;
    const [failure] = failures;
    const why = failure === undefined ? obstacles.map(({ text }) => text).join(' ') : describeFailure(failure);
    return { outcome: 'undecided', evidence: `${file} cannot be imported, which comes before every check. ${why}` };
  }
  return undefined;
}

/** Whether a text names the module of a Python file. */
function isNamedIn(file: string, text: string): boolean {
  const name = /(?<![^/])([^/]+?)(?:\/__init__)?\.py$/.exec(file)?.[1];
  return name !== undefined && new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`).test(text);
}

function judgeRun({ failures, obstacles, counts, ends }: TestsOutcome): HypothesisFinding {
  const failure = failures.find(isOfTheCode);
  if (failure !== undefined) {
    const { where } = failure;
    const place = where !== undefined && where[1] !== null && where[0] !== TEST && { path: where[0], line: where[1] };
    return { outcome: 'fails', basis: 'executed', evidence: describeFailure(failure), ...(place && { place }) };
  }
  const undecided = (evidence: string): HypothesisFinding => ({ outcome: 'undecided', evidence });
  const [first] = failures;
  if (first !== undefined) {
    if (first.stage !== 'collection')
      return undecided(`The test itself is at fault, not what it tests: ${describeFailure(first)}`);
    return undecided(`The test cannot be imported: ${describeFailure(first)}`);
  }
  if (obstacles.length > 0) return undecided(`It could not run. ${obstacles.map(({ text }) => text).join(' ')}`);
  if (ends.size === 0) return undecided('There is no test in it.');
  const passes = `${counts.passed} ${counts.passed === 1 ? 'test passes' : 'tests pass'}`;
  if (counts.passed < ends.size)
    return undecided(`${ends.size - counts.passed} of ${ends.size} tests were skipped or expected to fail.`);
  return { outcome: 'holds', basis: 'executed', evidence: `${passes}.` };
}

function describeFailure({ id, type, message }: CodeFailure): string {
  return `${id.replace(`${TEST}::`, '')}: ${type === 'AssertionError' ? message : `${type}: ${message}`}`;
}

/** An assertion that failed, or an exception that comes out of the repository's code and not out of the test's own; none at import. */
function isOfTheCode({ stage, type, where }: CodeFailure): boolean {
  if (stage === 'collection') return false;
  if (type === 'AssertionError' || type === 'Failed') return true;
  return where !== undefined && where[0] !== TEST;
}

/**
 * A test that evaluates the call. An exception that never was in a file of the repository is a mistake of the call, and is raised on.
 * Folders of sources are those that the runner puts into the path of modules.
 */
function callProgram({ file, call, returns, raises }: CheckOf<'call'>): string {
  const module = file
    .replace(/^src\//, '')
    .replace(/\.py$/, '')
    .replace(/\/__init__$/, '')
    .replaceAll('/', '.');
  return `import importlib, os, traceback
def test_call():
    names = dict(vars(importlib.import_module(${pythonText(module)})))
    call, returns, raises = ${pythonText(call)}, ${returns === undefined ? 'None' : pythonText(returns)}, ${raises === undefined ? 'None' : pythonText(raises)}
    here = os.getcwd() + os.sep
    try:
        value = eval(call, names)
    except Exception as error:
        files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
        if not any(file.startswith(here) and file != __file__ for file in files):
            if raises is None or raises not in [each.__name__ for each in type(error).__mro__]:
                raise
        told = f"{call} raises {type(error).__name__}: {error}"
        assert raises is not None and raises in [each.__name__ for each in type(error).__mro__], told
        return
    assert raises is None, f"{call} returns {value!r:.300}"
    expected = eval(returns, names)
    other = type("Other", (), {})()
    try:
        is_vague = bool(value == other or expected == other)
    except Exception:
        is_vague = False
    if is_vague:
        raise ValueError("what is compared is equal to anything")
    assert value == expected, f"{call} returns {value!r:.300}"
`;
}

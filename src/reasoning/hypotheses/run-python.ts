/** Checks that run on CPython, in an empty room with the commit. */
import { pythonText } from '../../lib/python-text.ts';
import type { CheckOf } from './checks.ts';
import type { CheckContext, FailedTest, TestedRun } from './context.ts';
import type { Found } from './run-check.ts';

/** Where the test stands in the room; no repository has such a file. */
const TEST = 'test_lemma_hypothesis.py';

/**
 * Runs a test: it holds when every test passes. With edits, when it fails without them and passes with them, as a repair would make it.
 * What fails by a mistake of the test itself is not decided.
 */
export async function runTest(
  { code, edits }: Pick<CheckOf<'python_test'>, 'code' | 'edits'>,
  context: Pick<CheckContext, 'read' | 'runTests' | 'guardSeconds'>,
): Promise<Found> {
  const test = [TEST, code] as const;
  const plain = judgeRun(await context.runTests(new Map([test]), TEST, context.guardSeconds));
  const [first] = edits;
  if (first === undefined) return plain;
  const undecided = (evidence: string): Found => ({ outcome: 'undecided', evidence });
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
  const edited = judgeRun(await context.runTests(new Map([...texts, test]), TEST, context.guardSeconds));
  if (edited.outcome !== 'holds') return edited;
  const evidence = `Fails without the edits (${plain.evidence}), passes with them.`;
  return { ...edited, evidence, place: { path: first.file, line } };
}

/** Evaluates a call in the names of a module, and compares what comes of it. */
export async function runCall(check: CheckOf<'call'>, context: CheckContext): Promise<Found> {
  const code = callProgram(check);
  const found = judgeRun(await context.runTests(new Map([[TEST, code]]), TEST, context.guardSeconds));
  if (found.outcome === 'undecided') return found;
  const { input: _input, place: _place, ...rest } = found;
  const said = check.returns === undefined ? `raises ${check.raises ?? ''}` : `returns ${check.returns}`;
  const [first = ''] = found.evidence.replace(/^.*?test_call: /, '').split('\n');
  const evidence = `${found.outcome === 'holds' ? `${check.call} ${said}` : first}. Run on CPython.`;
  return { ...rest, evidence, input: check.call };
}

function judgeRun(run: TestedRun): Found {
  const count = run.outcomes.size;
  const failure = run.failures.find(isOfTheCode);
  if (failure !== undefined) {
    const { id, type, message, where } = failure;
    const text = type === 'AssertionError' ? message : `${type}: ${message}`;
    const place = where !== undefined && where[1] !== null && where[0] !== TEST && { path: where[0], line: where[1] };
    const evidence = `${id.replace(`${TEST}::`, '')}: ${text}`;
    return { outcome: 'fails', basis: 'executed', evidence, ...(place && { place }) };
  }
  const undecided = (evidence: string): Found => ({ outcome: 'undecided', evidence });
  const [first] = run.failures;
  const modules = run.missing.length === 0 ? '' : ` Not installed in an empty room: ${run.missing.join(', ')}.`;
  if (first !== undefined)
    return undecided(`The test itself is at fault, not what it tests: ${first.type}: ${first.message}${modules}`);
  if (run.stopped !== undefined) return undecided(`${run.stopped}${modules}`);
  const passed = [...run.outcomes.values()].filter((outcome) => outcome === 'passed').length;
  if (count === 0) return undecided(`There is no test in it.${modules}`);
  if (passed < count) return undecided(`${count - passed} of ${count} tests were skipped or expected to fail.`);
  return { outcome: 'holds', basis: 'executed', evidence: `${count} ${count === 1 ? 'test passes' : 'tests pass'}.` };
}

/** An assertion that failed, or an exception that comes out of the repository's code and not out of the test's own. */
function isOfTheCode({ type, where }: FailedTest): boolean {
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
    assert value == expected, f"{call} returns {value!r:.300}"
`;
}

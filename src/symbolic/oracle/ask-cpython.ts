/** Has CPython answer the oracle's questions, in batches; a question that takes its batch down is found by halving. */
import type { Answer } from '../machine/oracle.ts';
import { harnessProgram } from '../replay/harness/program.ts';
import type { Cpython } from '../replay/replayer.ts';
import { decodeAnswers } from './decode.ts';
import { LIBRARY_MODULES } from './whitelist.ts';

/** Steps that answering may take: for loading the library, and for each question. */
const LOADING_STEPS = 2_000_000;
const QUESTION_STEPS = 100_000;

/** The answers, in the order of the questions. */
export async function askCpython(cpython: Cpython, questions: readonly string[]): Promise<readonly Answer[]> {
  if (questions.length === 0) return [];
  const stepLimit = LOADING_STEPS + QUESTION_STEPS * questions.length;
  const document = { questions, modules: modulesOf(questions) };
  const result = await cpython.evaluate({ program: harnessProgram(cpython.harness, 'oracle', document), stepLimit });
  if (result.status === 'ok') return decodeAnswers(result.value);
  if (questions.length === 1) return [{ kind: 'refused' }];
  const middle = questions.length >> 1;
  const first = await askCpython(cpython, questions.slice(0, middle));
  return [...first, ...(await askCpython(cpython, questions.slice(middle)))];
}

/** The modules whose names occur in the questions. */
function modulesOf(questions: readonly string[]): readonly string[] {
  const text = questions.join('\n');
  return LIBRARY_MODULES.filter((name) => text.includes(`${name}.`));
}

/** Completion, inspection and the list of variables in an interpreter that runs. */
import { type Benchmark, median, medianTime } from './benchmark.ts';
import { callTool } from './calls.ts';
import type { Question } from './worker/api.ts';

const REPETITION = { rounds: 7, each: 10 };
const TIMES = 31;
const SESSION = 'answers';
const SETUP = `import collections, json
class Point:
    """A point."""
    def __init__(self, x, y):
        self.x, self.y = x, y
    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5
point = Point(3, 4)
table = {f"key {i}": i for i in range(1000)}
${Array.from({ length: 100 }, (_, index) => `value_${index} = ${index}`).join('\n')}`;

const QUESTIONS: Readonly<Record<string, Question>> = {
  'complete an attribute': at('complete', 'point.no'),
  'complete a name': at('complete', 'val'),
  'complete in 200 lines of code': at('complete', `${'total = sum(range(10))\n'.repeat(200)}json.du`),
  'inspect an object': at('inspect', 'point'),
  'inspect a function': at('inspect', 'json.dumps'),
  'list 100 variables': { kind: 'variables' },
};

export default {
  title: 'Completion and inspection',
  unit: 'ms',
  async run(front, inside) {
    const stopwatch = inside.stopwatch('answers');
    await stopwatch.ask(SESSION, { kind: 'run', code: SETUP });
    const ask = async (question: Question) => median(await stopwatch.ask(SESSION, question, REPETITION));
    const rows = [{ name: 'a call that asks nothing', value: await ask({ kind: 'describe' }) }] as const;
    const inSession = [];
    for (const [name, question] of Object.entries(QUESTIONS)) {
      await ask(question);
      inSession.push({ name, value: await ask(question) });
    }
    const code = 'import json\njson.du';
    const value = await medianTime(TIMES, () =>
      callTool(front, 'code_completion', { code, cursor_pos: code.length, session_id: 'default' }),
    );
    return [...rows, ...inSession, { name: 'complete an attribute, through the front', value }];
  },
} satisfies Benchmark;

function at(kind: 'complete' | 'inspect', code: string): Question {
  return { kind, code, cursor: code.length };
}

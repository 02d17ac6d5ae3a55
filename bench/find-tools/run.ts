/** Prints the figures of both halves, also by who wrote the questions; with `failures`, the questions of the tuning half that got a wrong tool first. */
import { answer, type Half, isRight, judge, type Origin, readQuestions } from './judge.ts';

const HALVES: readonly Half[] = ['tuning', 'judging'];
const ORIGINS: readonly (Origin | undefined)[] = [undefined, 'author', 'blind'];

/** Prints them. */
export async function runFindTools(failures: boolean): Promise<void> {
  console.log('Right tool first, among the first three, and nothing where nothing fits');
  for (const half of HALVES) {
    for (const origin of ORIGINS) {
      const { questions, waiting, first, amongThree, nothing } = await judge(half, origin);
      const shares = [first, amongThree, nothing].map((share) => `${(share * 100).toFixed(1)} %`.padStart(9)).join('');
      const waits = origin === undefined && waiting > 0 ? `; ${waiting} wait for their tools` : '';
      console.log(`  ${`${half} ${origin ?? 'all'}`.padEnd(16)}${shares}   of ${questions} questions${waits}`);
    }
  }
  if (!failures) return;
  for (const each of answer(await readQuestions('tuning'))) {
    if (isRight(each, 1)) continue;
    const best = each.ranked.slice(0, 4).map(([name, score]) => `${name} ${score.toFixed(1)}`);
    console.log(`${JSON.stringify(each.text)} -> ${best.join(', ')}; right: ${each.tools.join(', ') || 'none'}`);
  }
}

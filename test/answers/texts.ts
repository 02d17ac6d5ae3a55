/** Texts of many kinds, long and seeded, as tools meet them. */
import { readFileSync } from 'node:fs';
import type { Random } from '../../src/lib/random.ts';

/** Makes a text of about `units` UTF-16 units. */
export type TextKind = (random: Random, units: number) => string;

function repeated(part: (random: Random) => string): TextKind {
  return (random, units) => {
    const parts: string[] = [];
    for (let length = 0; length < units; ) {
      const next = part(random);
      parts.push(next);
      length += next.length;
    }
    return parts.join('').slice(0, units).toWellFormed();
  };
}

const files = new Map<string, string>();

function file(path: string): string {
  const text = files.get(path) ?? readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  files.set(path, text);
  return text;
}

/** A place in a file, repeated. */
function taken(path: string): TextKind {
  return (random, units) => {
    const text = file(path);
    const start = random.below(Math.max(1, text.length - units));
    return text
      .repeat(Math.ceil(units / text.length) + 1)
      .slice(start, start + units)
      .toWellFormed();
  };
}

const from = (characters: string): TextKind => repeated((random) => random.pick([...characters]));
const between = (first: number, last: number): TextKind =>
  repeated((random) => String.fromCodePoint(first + random.below(last - first)));
const sentences = (...each: readonly string[]): TextKind => repeated((random) => random.pick(each));

const LOWER = 'abcdefghijklmnopqrstuvwxyz';

/** The kinds by name. */
export const TEXT_KINDS: Readonly<Record<string, TextKind>> = {
  typescript: taken('src/mcp/define-tool.ts'),
  python: taken('wasm/python/kernel/runner.py'),
  markdown: taken('docs/workspaces.md'),
  'lock file': taken('package-lock.json'),
  'code in JSON': (random, units) => JSON.stringify(taken('src/mcp/server.ts')(random, units)).slice(0, units),
  'list of numbers': (_random, units) =>
    JSON.stringify(Array.from({ length: Math.ceil(units / 6) }, (_, index) => index)).replaceAll(',', ', '),
  digits: from('0123456789'),
  floats: repeated((random) => `${random.below(1e9) / 2 ** 20}, `),
  base64: from(`${LOWER}${LOWER.toUpperCase()}0123456789+/`),
  hex: from('0123456789abcdef'),
  'random letters': from(LOWER),
  'random words': repeated((random) => `${from(LOWER)(random, 1 + random.below(12))} `),
  paths: repeated((random) => `src/module${random.below(1000)}/feature_${random.below(100)}/index.test.tsx\n`),
  chinese: sentences('我们需要验证这个函数是否满足所有输入的要求。', '代码库中的每个符号都有定义。'),
  'rare ideographs': between(0x4e00, 0x9fff),
  japanese: sentences('この関数はすべての入力に対して契約を満たします。', 'エラーが発生しました。'),
  korean: sentences('이 함수는 모든 입력에 대해 계약을 만족합니다. '),
  russian: sentences('Эта функция выполняет свой контракт для всех входных данных. '),
  arabic: sentences('تفي هذه الدالة بعقدها لجميع المدخلات. '),
  thai: sentences('ฟังก์ชันนี้เป็นไปตามสัญญาสำหรับอินพุตทั้งหมด '),
  emoji: between(0x1f300, 0x1f64f),
  families: sentences('👩‍👩‍👧', '🏳️‍🌈', '👍🏽'),
  'combining marks': sentences('e\u0301', 'o\u0308\u0323'),
  'control characters': between(0, 32),
  'any characters': between(0x80, 0xd000),
  signs: from('!@#$%^&*()_+-={}[]|:;<>,.?/~\\"\''),
  'one letter': sentences('a'),
  capitals: sentences('A'),
  spaces: sentences(' '),
  'line ends': sentences('\n'),
  'spaces and line ends': sentences('    ', '\n', '\t', '\r\n'),
  backslashes: sentences('\\'),
  'special tokens': sentences('<|endoftext|>', '<|fim_prefix|>'),
};

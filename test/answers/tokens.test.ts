/** Tokens are counted from above, and texts are cut to them. */
import { describe, expect, it } from 'vitest';
import { keptRanks } from '../../scripts/lib/token-ranks.ts';
import { codePointLength } from '../../src/lib/code-points.ts';
import { Random } from '../../src/lib/random.ts';
import { countTokens } from '../../src/lib/tokens/count.ts';
import { headEnd, shortened, shortenedOnce, tailStart } from '../../src/lib/tokens/cut.ts';
import ranks from '../../src/lib/tokens/ranks.json' with { type: 'json' };
import { amount, seedOf } from '../generated.ts';
import { realTokens } from './real-tokens.ts';
import { TEXT_KINDS } from './texts.ts';

/** Kinds of which ordinary texts are, and by how much they may be overestimated. */
const ORDINARY = ['typescript', 'python', 'markdown', 'lock file', 'code in JSON', 'list of numbers', 'digits'];
const MOST_OVER = 1.3;

it('counts with the ranks of the encoding that is installed', () => {
  expect(ranks).toEqual(keptRanks());
});

describe.each(Object.entries(TEXT_KINDS))('%s', (name, kind) => {
  const texts = Array.from({ length: amount(20, 4) }, (_, index) => {
    const random = new Random(seedOf(index));
    return kind(random, 1 + random.below(8000));
  });

  it('has no more tokens than are counted', () => {
    for (const text of texts) {
      const counted = countTokens(text);
      expect(counted).toBeGreaterThanOrEqual(realTokens(text));
      if (ORDINARY.includes(name) && text.length > 1000) expect(counted).toBeLessThan(realTokens(text) * MOST_OVER);
    }
  });

  it('is cut to a number of tokens', () => {
    for (const [index, text] of texts.entries()) {
      const most = 20 + new Random(seedOf(index)).below(1000);
      const head = text.slice(0, headEnd(text, most));
      const tail = text.slice(tailStart(text, most));
      for (const part of [head, tail]) {
        expect(realTokens(part)).toBeLessThanOrEqual(most);
        expect(part.isWellFormed()).toBe(true);
      }
      const cut = shortened(text, most);
      if (countTokens(text) <= most) expect(cut).toBeUndefined();
      if (cut === undefined) continue;
      expect(realTokens(cut.text)).toBeLessThanOrEqual(most + 4);
      expect(cut.total).toBe(codePointLength(text));
      expect(cut.text).toContain(`${cut.total - cut.shown} of ${cut.total} characters left out`);
      expect(cut.text.isWellFormed()).toBe(true);
    }
  });
});

describe('a text that has notes on what it leaves out', () => {
  const value = `${'word '.repeat(100)}... [16000 characters]`;

  it('has one where it is cut again', () => {
    const call = `f(${value}, ${'other '.repeat(50)}, ${value})`;
    for (const text of [value, call, shortened('many words '.repeat(500), 400)?.text ?? '']) {
      for (const most of [40, 60, 80]) {
        const cut = shortenedOnce(text, most);
        expect(cut?.text.match(/left out|characters\]/g)).toEqual(['left out']);
        expect(cut?.text).toMatch(/^\S.*\[… \d+ or more characters left out …\]/);
        expect(realTokens(cut?.text ?? '')).toBeLessThanOrEqual(most + 4);
      }
    }
  });

  it('stays as it is where it fits, and is cut as others without them', () => {
    expect(shortenedOnce(value, 400)).toBeUndefined();
    const plain = 'many words '.repeat(500);
    expect(shortenedOnce(plain, 60)).toEqual(shortened(plain, 60));
  });
});

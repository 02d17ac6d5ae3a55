/** Test data of public scanners, read as facts out of checkouts that lie outside the repository: which texts they report, and which not. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fingerprint } from '../../src/lib/fingerprint.ts';
import { BASE62, HEX, randomCharacters } from '../../test/random-characters.ts';

/** A text that a scanner reports as a secret, or does not. */
export interface CorpusCase {
  /** Of the scanner's rule or plugin. */
  readonly rule: string;
  readonly text: string;
  readonly isSecret: boolean;
  /** Rules are told into two halves: one to improve by, one to judge by. */
  readonly half: 'tune' | 'judge';
}

/** Cases by scanner; `root` has a folder for each. */
export const CORPORA: Readonly<Record<string, (folder: string) => readonly CorpusCase[]>> = {
  gitleaks: goRules,
  betterleaks: goRules,
  secretlint: snapshots,
  'detect-secrets': plugins,
  trufflehog: detectors,
};

function makeCase(rule: string, text: string, isSecret: boolean): CorpusCase {
  return {
    rule,
    text,
    isSecret,
    half: Number.parseInt(fingerprint(rule).slice(0, 2), 16) % 2 === 0 ? 'tune' : 'judge',
  };
}

/** `tps` and `fps` of the rules: literals, and samples that are made of a literal and random characters. */
function goRules(folder: string): readonly CorpusCase[] {
  return globSync(join(folder, 'cmd/generate/config/rules/*.go')).flatMap((path) => {
    const source = readFileSync(path, 'utf8');
    const rule = basename(path, '.go');
    const lists = [
      ...source.matchAll(/\b(tps|fps)\s*:?=\s*(?:append\(\w+,\s*)?(?:\[\]string\{([\s\S]*?)\n\t?\}|([^\n]*))/g),
    ];
    return lists.flatMap(([, which, list, line]) => {
      const isSecret = which === 'tps';
      const samples = [
        ...(list ?? line ?? '').matchAll(/GenerateSampleSecrets?\(\s*["`]([^"`]*)["`],\s*(.*?)\)(?=\)*[,.\s]|$)/gm),
      ];
      const sampled = samples.flatMap(([, name = '', expression = '']) => {
        const secret = textOf(expression);
        return secret === undefined ? [] : [`${name}_api_token = "${secret}"\n`, `${name}Token: ${secret}\n`];
      });
      const rest = (list ?? '').split('\n').filter((each) => !each.includes('Generate'));
      const literals = rest.flatMap((each) => {
        const value = textOf(each.replace(/^\s+|,?\s*(?:\/\/.*)?$/g, ''));
        return value === undefined ? [] : [value];
      });
      return [...sampled, ...literals].map((text) => makeCase(rule, text, isSecret));
    });
  });
}

/** A concatenation of Go literals and of calls that make random characters; undefined for anything else. */
function textOf(expression: string): string | undefined {
  let [text, rest, seed] = ['', expression.trim(), expression.length];
  while (rest !== '') {
    const [whole, raw, quoted, , maker, count, cls, size] =
      /^(?:`([^`]*)`|"((?:[^"\\]|\\.)*)"|(secrets\.NewSecret(?:WithEntropy)?\(\s*(?:utils\.(\w+)\("(\d+)"\)|[`"]\[([^\]]+)\]\{(\d+)\}[`"])(?:,\s*[\d.]+)?\)))\s*\+?\s*/.exec(
        rest,
      ) ?? [];
    if (whole === undefined || whole === '') return undefined;
    if (raw !== undefined) text += raw;
    else if (quoted !== undefined) text += unquoted(quoted);
    else text += randomCharacters(seed++, Number(count ?? size), alphabetOf(maker ?? cls ?? ''));
    rest = rest.slice(whole.length);
  }
  return text === '' ? undefined : text;
}

function unquoted(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => ({ n: '\n', t: '\t', r: '\r' })[character] ?? character);
}

function alphabetOf(name: string): string {
  if (/^Hex|^a-f0-9$|^0-9a-f$/.test(name)) return HEX;
  if (/^Numeric|^0-9$/.test(name)) return '0123456789';
  if (/^A-Z2-7$/.test(name)) return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  if (/^A-Z0-9$/.test(name)) return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  if (/^AlphaNumericExtended|_-/.test(name)) return `${BASE62}_-`;
  return name === 'AlphaNumeric' || name === '' || name.includes('A-Z')
    ? BASE62
    : 'abcdefghijklmnopqrstuvwxyz0123456789';
}

/** Folders `ng.*` and `ok.*` of each rule. */
function snapshots(folder: string): readonly CorpusCase[] {
  return globSync(join(folder, 'packages/@secretlint/secretlint-rule-*/test/snapshots/{ng,ok}.*/input*')).flatMap(
    (path) => {
      const [, rule = '', kind] = /secretlint-rule-([\w-]+)\/test\/snapshots\/(ng|ok)\./.exec(path) ?? [];
      // These are no secrets, but files that people should not have.
      if (/no-|filter-comments|internal-test|pattern|example|preset/.test(rule)) return [];
      return [makeCase(rule, readFileSync(path, 'utf8'), kind === 'ng')];
    },
  );
}

/** Tuples of a literal and whether it is flagged. */
function plugins(folder: string): readonly CorpusCase[] {
  return globSync(join(folder, 'tests/plugins/*_test.py')).flatMap((path) => {
    const rule = basename(path, '_test.py');
    if (/^(?:ip_public|high_entropy_strings|base)$/.test(rule)) return [];
    const source = readFileSync(path, 'utf8');
    const tuples = [
      ...source.matchAll(
        /\(\s*((?:[brf]?(?:'[^'\n]*'|"[^"\n]*")\s*)+),\s*(?:#[^\n]*)?\s*(True|False)\s*,?\s*(?:#[^\n]*\n\s*)?\)/g,
      ),
    ];
    return tuples.map(([, literals = '', flag]) => {
      const text = [...literals.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)]
        .map(([, one, other]) => one ?? other ?? '')
        .join('');
      return makeCase(rule, unquoted(text), flag === 'True');
    });
  });
}

/** Inputs that are literals, with what is wanted of them. */
function detectors(folder: string): readonly CorpusCase[] {
  return globSync(join(folder, 'pkg/detectors/**/*_test.go')).flatMap((path) => {
    if (/integration/.test(path)) return [];
    const source = readFileSync(path, 'utf8');
    const [, rule = ''] = /pkg\/detectors\/([^/]+)/.exec(path) ?? [];
    const variables = new Map<string, string>();
    for (const [, name = '', raw, quoted] of source.matchAll(/^\s*(\w+)\s*:?=\s*(?:`([^`]*)`|"((?:[^"\\\n]|\\.)*)")/gm))
      variables.set(name, raw ?? unquoted(quoted ?? ''));
    const tests = [
      ...source.matchAll(
        /\binput:\s*(?:`([^`]*)`|"((?:[^"\\\n]|\\.)*)"|(\w+)),\s*(?:\w+:\s*(?:true|false),\s*)?want:\s*(nil|\[\]string\{([^}]*)\})/g,
      ),
    ];
    return tests.flatMap(([, raw, quoted, name = '', wanted, list = '']) => {
      const text = raw ?? (quoted === undefined ? variables.get(name) : unquoted(quoted));
      return text === undefined ? [] : [makeCase(rule, text, wanted !== 'nil' && list.trim() !== '')];
    });
  });
}

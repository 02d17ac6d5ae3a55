/**
 * Writes a pattern as code that its grammar parses: what stands for code becomes a name. Where an ellipsis stands among members or
 * parameters, a bare name may not parse; so each place has several spellings, of which the first set that parses is taken.
 */
import type { ParsedLanguage } from '../grammar.ts';

/** What begins the names of placeholders. */
export const ELLIPSIS = '__lmell';
export const VARIABLE = '__lmv_';
export const VARIABLES = '__lmvs_';
export const DEEP = '__lmdeep';
/** What a bare `$X` is written as where a value must be a string. */
export const QUOTED_VARIABLE = '__lmq_';

/** Text, and where it needs another spelling. */
type Part = { readonly text: string } | { readonly spellings: readonly string[] };

/** Attempts of spelling a pattern. */
const MOST_SPELLINGS = 48;

/** Whole: a name as an ellipsis is written, maybe as a member, a parameter or an entry. */
const ELLIPSIS_FORM = new RegExp(
  `^(?:\\.\\.\\.|(?:(?:int|val|var|public|const|def)\\s+)?\\$?${ELLIPSIS}(?:\\s*:\\s*(?:u8|int|Int|${ELLIPSIS}))?(?:\\s+int)?(?:\\s*=\\s*0)?|["']${ELLIPSIS}["'](?:\\s*:\\s*0)?);?$`,
);

const TOKEN =
  /(?<deepOpen><\.\.\.)|(?<deepClose>\.\.\.>)|(?<variables>\$\.\.\.(?:[A-Z_][A-Z_0-9]*))|(?<variable>\$[A-Z_][A-Z_0-9]*)(?![\w])|(?<regex>"=~\/(?:[^/\\]|\\.)*\/[a-z]*"|'=~\/(?:[^/\\]|\\.)*\/[a-z]*')|(?<chain>\.\s*\.\.\.(?=\s*\.))|(?<ellipsis>\.\.\.)/g;

/** What stands in a class, by language. */
const MEMBERS: Partial<Record<ParsedLanguage, string>> = {
  java: `int ${ELLIPSIS};`,
  csharp: `int ${ELLIPSIS};`,
  cpp: `int ${ELLIPSIS};`,
  c: `int ${ELLIPSIS};`,
  php: `public $${ELLIPSIS};`,
  kotlin: `val ${ELLIPSIS} = 0`,
  scala: `val ${ELLIPSIS} = 0`,
  rust: `const ${ELLIPSIS}: u8 = 0;`,
};

/** What stands among parameters, where a name alone cannot. */
const PARAMETERS: Partial<Record<ParsedLanguage, string>> = {
  java: `int ${ELLIPSIS}`,
  csharp: `int ${ELLIPSIS}`,
  go: `${ELLIPSIS} int`,
  kotlin: `${ELLIPSIS}: Int`,
  scala: `${ELLIPSIS}: Int`,
  rust: `${ELLIPSIS}: u8`,
  php: `$${ELLIPSIS}`,
  c: `int ${ELLIPSIS}`,
  cpp: `int ${ELLIPSIS}`,
};

/** Whether the text of a node is a placeholder for anything. */
export function isEllipsis(text: string): boolean {
  return ELLIPSIS_FORM.test(text);
}

/** Every spelling of a pattern that is worth an attempt, the likeliest first. */
export function* spellingsOf(pattern: string, language: ParsedLanguage): Iterable<string> {
  const parts = partsOf(pattern, language);
  const places = parts.flatMap((part) => ('spellings' in part ? [part.spellings] : []));
  const choice = places.map(() => 0);
  for (let attempt = 0; attempt < MOST_SPELLINGS; attempt++) {
    let place = 0;
    yield parts.map((part) => ('text' in part ? part.text : (part.spellings[choice[place++] ?? 0] ?? ''))).join('');
    let turn = 0;
    for (; turn < places.length; turn++) {
      const next = (choice[turn] ?? 0) + 1;
      choice[turn] = next % (places[turn]?.length ?? 1);
      if (choice[turn] !== 0) break;
    }
    if (turn === places.length) return;
  }
}

function partsOf(pattern: string, language: ParsedLanguage): readonly Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const match of pattern.matchAll(TOKEN)) {
    const { index, groups = {} } = match;
    const [text] = match;
    parts.push({ text: pattern.slice(done, index) });
    done = index + text.length;
    const before = pattern.slice(0, index);
    const after = pattern.slice(done);
    const quoted = isQuoted(before, after);
    if (groups.deepOpen !== undefined) parts.push({ text: `${DEEP}(` });
    else if (groups.deepClose !== undefined) parts.push({ text: ')' });
    else if (groups.variables !== undefined) parts.push(one(nameIn(language, VARIABLES, text.slice(4))));
    else if (groups.variable !== undefined) {
      parts.push(quoted ? { text: `${VARIABLE}${text.slice(1)}` } : one(nameIn(language, VARIABLE, text.slice(1))));
    } else if (groups.regex !== undefined) parts.push({ text });
    else if (groups.chain !== undefined) parts.push({ text: `.${ELLIPSIS}` });
    else parts.push(quoted ? { text: '...' } : one(ellipsisIn(language, before, after)));
  }
  parts.push({ text: pattern.slice(done) });
  return parts;
}

function one(spellings: readonly string[]): Part {
  return { spellings };
}

/** Whether this is the whole, or a part, of a literal: `"..."`, `f"...{x}"`. */
function isQuoted(before: string, after: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  for (const quote of ['"', "'", '`']) {
    const opened = line.split(quote).length % 2 === 0;
    if (opened && after.includes(quote) && line.lastIndexOf('{') <= line.lastIndexOf('}')) return true;
  }
  return false;
}

function nameIn(language: ParsedLanguage, prefix: string, name: string): readonly string[] {
  switch (language) {
    case 'php':
      return [`$${prefix}${name}`, `${prefix}${name}`];
    case 'ruby':
      return [`${prefix}${name}`, `L${prefix}${name}`];
    case 'json':
      return [`"${QUOTED_VARIABLE}${name}"`];
    default:
      return [`${prefix}${name}`];
  }
}

function ellipsisIn(language: ParsedLanguage, before: string, after: string): readonly string[] {
  const member = MEMBERS[language];
  const parameter = PARAMETERS[language];
  const isStatement = /(?:^|[{};])\s*$|\n[^\S\n]*$/.test(before) && /^\s*(?:$|[\n};])/.test(after);
  switch (language) {
    case 'json':
      return [`"${ELLIPSIS}"`, `"${ELLIPSIS}": 0`];
    case 'yaml':
      return /^\s*$|\n[^\S\n]*$/.test(before) ? [`${ELLIPSIS}: ${ELLIPSIS}`, ELLIPSIS] : [ELLIPSIS];
    case 'python':
      return [ELLIPSIS, `${ELLIPSIS}: ${ELLIPSIS}`];
    case 'ruby':
    case 'bash':
      return [ELLIPSIS];
    default:
      if (isStatement) {
        return [`${ELLIPSIS};`, ...(member === undefined ? [] : [member]), ELLIPSIS, `${ELLIPSIS}: ${ELLIPSIS}`];
      }
      return [ELLIPSIS, ...(parameter === undefined ? [] : [parameter]), `${ELLIPSIS}: ${ELLIPSIS}`];
  }
}

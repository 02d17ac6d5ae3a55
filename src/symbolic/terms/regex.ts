/** Regular languages of texts: their SMT-LIB text, and whether a text is a word of one. */

/** Code points from the first to the last, both included. */
export type CodeRange = readonly [number, number];

export type Regex =
  /** One character of a class: ranges in ascending order that do not touch. */
  | { readonly kind: 'class'; readonly ranges: readonly CodeRange[] }
  | { readonly kind: 'sequence'; readonly parts: readonly Regex[] }
  | { readonly kind: 'union'; readonly options: readonly Regex[] }
  /** From `least` to `most` words of `body`, one after the other; without `most`, any number of them. */
  | { readonly kind: 'repeat'; readonly body: Regex; readonly least: number; readonly most?: number };

/** The last code point of Python. */
export const LAST_CODE = 0x10ffff;
/** The last code point that the solver's strings hold as it is (`smt/lower.ts`): above it, no class may begin or end but at Python's last. */
export const LAST_EXACT_CODE = 0x1ffff;
/** The solver's own last character, which stands in for Python's. */
const LAST_SOLVER_CODE = 0x2ffff;

export const ANY_CHARACTER: Regex = { kind: 'class', ranges: [[0, LAST_CODE]] };
export const ANY_TEXT: Regex = { kind: 'repeat', body: ANY_CHARACTER, least: 0 };
export const EMPTY_TEXT: Regex = { kind: 'sequence', parts: [] };

/** The class of these ranges, which may overlap. */
export function classOf(ranges: readonly CodeRange[]): Regex {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return { kind: 'class', ranges: merged };
}

/** The ranges of all characters outside these, which are in the form of a class. */
export function complementRanges(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const outside: CodeRange[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (from > next) outside.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST_CODE) outside.push([next, LAST_CODE]);
  return outside;
}

/** The class of the characters of a text. */
export function charactersOf(text: string): Regex {
  return classOf([...text].map((character) => [codeOf(character), codeOf(character)]));
}

/** The language whose only word is `text`. */
export function wordOf(text: string): Regex {
  return { kind: 'sequence', parts: [...text].map((character) => charactersOf(character)) };
}

export function sequenceOf(...parts: readonly Regex[]): Regex {
  return { kind: 'sequence', parts };
}

export function unionOf(...options: readonly Regex[]): Regex {
  return { kind: 'union', options };
}

export function repeatOf(body: Regex, least: number, most?: number): Regex {
  return { kind: 'repeat', body, least, ...(most === undefined ? {} : { most }) };
}

/** Whether the solver can tell the words of the language apart from others. */
export function isSolvable(regex: Regex): boolean {
  switch (regex.kind) {
    case 'class':
      return regex.ranges.every(
        ([from, to]) => from <= LAST_EXACT_CODE + 1 && (to <= LAST_EXACT_CODE || to === LAST_CODE),
      );
    case 'sequence':
      return regex.parts.every(isSolvable);
    case 'union':
      return regex.options.every(isSolvable);
    case 'repeat':
      return isSolvable(regex.body);
  }
}

/** The language as an SMT-LIB term of sort RegLan. */
export function regexText(regex: Regex): string {
  switch (regex.kind) {
    case 'class':
      return nary('re.union', regex.ranges.map(rangeText), 're.none');
    case 'sequence':
      return nary('re.++', regex.parts.map(regexText), '(str.to_re "")');
    case 'union':
      return nary('re.union', regex.options.map(regexText), 're.none');
    case 'repeat': {
      const { least, most } = regex;
      const body = regexText(regex.body);
      if (most !== undefined) return `((_ re.loop ${least} ${most}) ${body})`;
      if (least === 0) return `(re.* ${body})`;
      return least === 1 ? `(re.+ ${body})` : `(re.++ ((_ re.^ ${least}) ${body}) (re.* ${body}))`;
    }
  }
}

function nary(operator: string, parts: readonly string[], none: string): string {
  const [only, second] = parts;
  if (only === undefined) return none;
  return second === undefined ? only : `(${operator} ${parts.join(' ')})`;
}

function rangeText([from, to]: CodeRange): string {
  if (from === 0 && to === LAST_CODE) return 're.allchar';
  if (from === to) return `(str.to_re ${characterText(from)})`;
  return `(re.range ${characterText(from)} ${characterText(to === LAST_CODE ? LAST_SOLVER_CODE : to)})`;
}

function characterText(code: number): string {
  return `"\\u{${code.toString(16)}}"`;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Whether a character is in a class; false for other languages. */
export function classHas(regex: Regex, character: string): boolean {
  const code = codeOf(character);
  return regex.kind === 'class' && regex.ranges.some(([from, to]) => from <= code && code <= to);
}

/** Whether the text is a word of the language: the derivative by every character in turn, then by none. */
export function matches(regex: Regex, text: string): boolean {
  let left: Regex | undefined = regex;
  for (const character of text) {
    left = left && derivative(left, character);
  }
  return left !== undefined && hasEmptyWord(left);
}

function hasEmptyWord(regex: Regex): boolean {
  switch (regex.kind) {
    case 'class':
      return false;
    case 'sequence':
      return regex.parts.every(hasEmptyWord);
    case 'union':
      return regex.options.some(hasEmptyWord);
    case 'repeat':
      return regex.least === 0 || hasEmptyWord(regex.body);
  }
}

/** What may follow the character; undefined where nothing may. */
function derivative(regex: Regex, character: string): Regex | undefined {
  switch (regex.kind) {
    case 'class':
      return classHas(regex, character) ? EMPTY_TEXT : undefined;
    case 'sequence': {
      const options: Regex[] = [];
      for (const [index, part] of regex.parts.entries()) {
        const rest = derivative(part, character);
        if (rest !== undefined) options.push(join(rest, regex.parts.slice(index + 1)));
        if (!hasEmptyWord(part)) break;
      }
      return either(options);
    }
    case 'union':
      return either(regex.options.map((option) => derivative(option, character)).filter((rest) => rest !== undefined));
    case 'repeat': {
      if (regex.most === 0) return undefined;
      const rest = derivative(regex.body, character);
      const { least, most } = regex;
      return rest && join(rest, [repeatOf(regex.body, Math.max(0, least - 1), most === undefined ? most : most - 1)]);
    }
  }
}

function join(first: Regex, rest: readonly Regex[]): Regex {
  const parts = first.kind === 'sequence' ? [...first.parts, ...rest] : [first, ...rest];
  const [only, second] = parts;
  return only !== undefined && second === undefined ? only : { kind: 'sequence', parts };
}

/** One of the options, each once. */
function either(options: readonly Regex[]): Regex | undefined {
  const distinct = new Map<string, Regex>();
  for (const option of options) {
    for (const part of option.kind === 'union' ? option.options : [option]) distinct.set(regexText(part), part);
  }
  const [only, second] = distinct.values();
  if (only === undefined) return undefined;
  return second === undefined ? only : { kind: 'union', options: [...distinct.values()] };
}

/** Values that a name gives away: `DB_PASSWORD=…`, `"client_secret": "…"`, `--token …`, `<password>…</password>`. */

import { endOfLine, type Line, Lines, trimmedEnd } from './lines.ts';
import { defaultOf, goingOn, heredocAt, lastOfContinued, literalsBehind } from './longer.ts';
import { FOREIGN, isSecretName } from './names.ts';
import { literalAt, type Range } from './quoted.ts';
import { isBareSecret, isLiteralSecret } from './values.ts';

/** A part of every name of a secret. */
const HINT = new RegExp(`pass|pwd|pw(?![a-z])|secret|token|cred|key|masterauth|${FOREIGN}`, 'gi');
/** Characters of a name on each side of that. */
const LONGEST_SIDE = 60;
/** Characters of a value without quotes that are judged; all of it is hidden. */
const LONGEST_JUDGED = 400;
const LONGEST_PAIRED = 4_000;
/** A text of fewer characters that something is compared with is a mark, or a word of a language. */
const SHORTEST_COMPARED = 6;

const IN_NAME = /[\p{L}\p{N}_.-]/u;

/** Alone, `pass` says more often how a check ended. */
const USER_BEFORE = /user|login|auth|mail|account/i;

/** Where the values of secret names stand, in order. */
export function namedSecrets(text: string): readonly Range[] {
  const found: Range[] = [];
  const lines = new Lines(text);
  let free = 0;
  HINT.lastIndex = 0;
  for (let hint = HINT.exec(text); hint !== null; hint = HINT.exec(text)) {
    if (hint.index < free) continue;
    const name = nameAround(text, hint.index, hint.index + hint[0].length);
    HINT.lastIndex = Math.max(name.end, hint.index + hint[0].length);
    const called = text.slice(name.start, name.end);
    if (name.start < free || !isSecretName(called)) continue;
    if (/^pass$/i.test(called) && !USER_BEFORE.test(text.slice(Math.max(0, name.start - REACH), name.start))) continue;
    const range = givenTo(text, name, lines);
    if (range === undefined || range.end <= range.start) continue;
    const whole = [range, ...literalsBehind(text, range)];
    found.push(...whole);
    free = whole.at(-1)?.end ?? range.end;
    HINT.lastIndex = Math.max(HINT.lastIndex, free);
  }
  return found;
}

function nameAround(text: string, start: number, end: number): Range {
  let [from, to] = [start, end];
  while (from > 0 && start - from < LONGEST_SIDE && IN_NAME.test(text.charAt(from - 1))) from--;
  while (to < text.length && to - end < LONGEST_SIDE && IN_NAME.test(text.charAt(to))) to++;
  while (from < start && /[.-]/.test(text.charAt(from))) from++;
  while (to > end && /[.-]/.test(text.charAt(to - 1))) to--;
  return { start: from, end: to };
}

/** Behind a name: the end of its quotes and brackets, then what gives it a value. */
const SEPARATOR =
  /(?<closing>\\{0,7}["'`])?\]?[?!]?(?<before>[ \t]{0,8})(?:(?<separator>=>|:=|:-|[=!]==?|:(?!:)|=)|\{[ \t]*get;[^{}\n]{0,40}\}[ \t]*=)(?<after>[ \t]{0,8})/y;
/** A type between name and value. */
const ANNOTATION =
  /&?(?:'static )?[A-Za-z_][\w.]{0,60}(?:[[<][\w., |[\]<>]{0,80}[\]>])?(?:[ \t]?\|[ \t]?\w{1,40}){0,4}[ \t]{0,4}=(?!=)[ \t]{0,4}(?=[rbfu]?["'`])/y;
/** The value of a pair of which the name is a value itself: `name: DB_PASSWORD`, then `value: …`. */
const PAIR = /["']?(?:\s{0,4}[,;]?\s{0,40}["']?value["']?[ \t]{0,4}[:=][ \t]{0,4})/iy;
const PAIR_BEFORE = /(?:name|key|id)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?[\w.-]{0,20}$/i;
/** A call that gets or sets what has the name. */
const CALL_BEFORE = /(?:get|set|put|env|environ|header|property|add|append|insert|default)\w{0,130}\([ \t]{0,4}["'`]$/i;
/** Whitespace alone, where names of settings and flags are meant. */
const FLAG_BEFORE = /(?:^|[\s"'`(])--?$/;
/** Names that have a line, or a block, for their value. */
const ENV_BEFORE = /(?:^|\n)[ \t]{0,20}ENV[ \t]{1,8}$/;
const BLOCK_BEFORE = /\bvariable[ \t]{1,4}"$/;
const SPACED_BEFORE = /\blogin[ \t]{1,8}\S{1,100}\s{1,20}$/;
const REACH = 130;

function givenTo(text: string, name: Range, lines: Lines): Range | undefined {
  const before = text.slice(Math.max(0, name.start - REACH), name.start);
  if (before.endsWith('<')) return elementOf(text, name);
  SEPARATOR.lastIndex = name.end;
  const match = SEPARATOR.exec(text);
  const { separator = '=', after = '', closing } = match?.groups ?? {};
  const line = lines.at(name.start);
  const within = lines.quoteAround(name.start);
  if (match === null) return unseparated(text, name, before, within);
  let at = name.end + match[0].length;
  if (closing !== undefined && !isOpened(before, closing)) {
    // The end of a text that has the name at its end; what comes behind is given to the text: `["a password"] = …`.
    return undefined;
  }
  const tight = match.groups?.before === '' && after === '';
  const isInside = closing === undefined && within !== undefined;
  if (/^[=!]==?$/.test(separator)) {
    const compared = literalOf(text, at, isInside ? within : undefined);
    return compared !== undefined && compared.end - compared.start >= SHORTEST_COMPARED ? compared : undefined;
  }
  at = goingOn(text, separator === ':' ? behindAnnotation(text, at) : at);
  const literal = literalOf(text, at, isInside ? within : undefined);
  if (literal !== undefined || isQuote(text, at)) return literal;
  const heredoc = heredocAt(text, at);
  if (heredoc !== undefined) return accepted(text, heredoc.start, heredoc.end, isLiteralSecret);
  if (closing === undefined && /\$\{$/.test(before) && separator === ':-') {
    const end = text.slice(at, at + LONGEST_JUDGED).search(/[}\n]/);
    return end < 0 ? undefined : accepted(text, at, at + end, isLiteralSecret);
  }
  return bareOf(text, name, { at, before, line, within: isInside ? within : undefined, separator, tight });
}

function isOpened(before: string, closing: string): boolean {
  return before.endsWith(closing) || /["'`][\w .-]{0,20}$/.test(before);
}

function isQuote(text: string, at: number): boolean {
  return literalAt(text, at) !== undefined;
}

function behindAnnotation(text: string, at: number): number {
  ANNOTATION.lastIndex = at;
  return at + (ANNOTATION.exec(text)?.[0].length ?? 0);
}

/** The literal at a place, if it is a secret; `within` is the quote that its name stands within, which cannot open another. */
function literalOf(text: string, at: number, within: string | undefined): Range | undefined {
  const literal = literalAt(text, at);
  if (literal === undefined || literal.quote.endsWith(within ?? ' ')) return undefined;
  const { start, end, quote } = literal;
  const value = text.slice(start, end);
  // The output of a command.
  if (quote === '`' && /[=]$/.test(text.slice(at - 1, at)) && /^[a-z][\w-]* /.test(value)) return undefined;
  // Between single quotes, a shell puts nothing in.
  if (quote === "'" && /^\$\w+$/.test(value)) return /\d|\W./.test(value.slice(1)) ? { start, end } : undefined;
  return accepted(text, start, end, isLiteralSecret);
}

function accepted(text: string, start: number, end: number, isSecret: (value: string) => boolean): Range | undefined {
  return isSecret(text.slice(start, Math.min(end, start + LONGEST_JUDGED))) ? { start, end } : undefined;
}

/** `<password>…</password>`, with attributes too. */
function elementOf(text: string, name: Range): Range | undefined {
  const open = /[^<>]{0,100}>/y;
  open.lastIndex = name.end;
  const [whole] = open.exec(text) ?? [];
  if (whole === undefined) {
    return undefined;
  }
  return contentOf(text, name.end + whole.length);
}

function contentOf(text: string, start: number): Range | undefined {
  const content = /(?<cdata>\s{0,100}<!\[CDATA\[)?(?<value>[^<]{1,2000}?)(?:\]\]>\s{0,100})?(?=<\/)/y;
  content.lastIndex = start;
  const { cdata = '', value } = content.exec(text)?.groups ?? {};
  const from = start + cdata.length;
  return value === undefined ? undefined : accepted(text, from, from + value.length, isLiteralSecret);
}

/** Of a name that nothing gives a value to in one of the usual ways. */
function unseparated(text: string, name: Range, before: string, within: string | undefined): Range | undefined {
  const pair = PAIR_BEFORE.test(before) ? pairedOf(text, name, within) : undefined;
  if (pair !== undefined) return pair;
  if (BLOCK_BEFORE.test(before)) {
    const at = defaultOf(text, name.end);
    return at === undefined ? undefined : literalOf(text, at, undefined);
  }
  if (ENV_BEFORE.test(before)) return lineBehind(text, name.end);
  if (CALL_BEFORE.test(before)) {
    const comma = /["'`][ \t]{0,4},[ \t]{0,4}/y;
    comma.lastIndex = name.end;
    const [whole] = comma.exec(text) ?? [];
    return whole === undefined ? undefined : literalOf(text, name.end + whole.length, undefined);
  }
  const isSetting = /^(?:requirepass|masterauth)$/i.test(text.slice(name.start, name.end));
  const isFlag = FLAG_BEFORE.test(before);
  if (isFlag || isSetting || SPACED_BEFORE.test(before)) return wordBehind(text, name.end, within);
  // SQL: `ALTER USER app PASSWORD '…'`.
  if (text.slice(name.start, name.end) !== 'PASSWORD') return undefined;
  const gap = /[ \t]{1,4}(?=')/y;
  gap.lastIndex = name.end;
  const [space] = gap.exec(text) ?? [];
  return space === undefined ? undefined : literalOf(text, name.end + space.length, within);
}

function pairedOf(text: string, name: Range, within: string | undefined): Range | undefined {
  if (text.startsWith('">', name.end)) return contentOf(text, name.end + 2);
  PAIR.lastIndex = name.end;
  const [whole] = PAIR.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const at = name.end + whole.length;
  if (isQuote(text, at)) return literalOf(text, at, undefined);
  if (within !== undefined) return undefined;
  const [value = ''] = /^.{0,4000}/.exec(text.slice(at, at + LONGEST_PAIRED)) ?? [];
  return accepted(text, at, at + value.trimEnd().length, isLiteralSecret);
}

/** What else is on the line. */
function lineBehind(text: string, start: number): Range | undefined {
  const end = trimmedEnd(text, start, endOfLine(text, start));
  let at = start;
  while (at < end && /[ \t]/.test(text.charAt(at))) at++;
  return isQuote(text, at) ? literalOf(text, at, undefined) : accepted(text, at, end, isLiteralSecret);
}

/** The word, or the literal, behind white space. */
function wordBehind(text: string, end: number, within: string | undefined): Range | undefined {
  const gap = /[ \t]{1,8}/y;
  gap.lastIndex = end;
  const [space] = gap.exec(text) ?? [];
  if (space === undefined) return undefined;
  const at = end + space.length;
  if (isQuote(text, at)) return literalOf(text, at, within);
  const [word = ''] = /^[^\s"'`;|]{1,400}/.exec(text.slice(at, at + LONGEST_JUDGED)) ?? [];
  const isProse = /^(?:-|is|are|or|and|the|to|for|in|on|as|of|with|must|was|can|may|will|if|flag|option)/.test(word);
  return isProse && /^(?:-.*|\w{2,6}[.,]?)$/.test(word)
    ? undefined
    : accepted(text, at, at + word.length, isLiteralSecret);
}

interface Bare {
  readonly at: number;
  readonly before: string;
  readonly line: Line;
  readonly within: string | undefined;
  readonly separator: string;
  readonly tight: boolean;
}

/** What may stand before a name that has its line for itself. */
const ALONE =
  /^[ \t+\->#/*]{0,60}["'`]?(?:(?:export|set|setx|ENV|ARG|local|declare|readonly|-e|--env|--build-arg)[ \t]+)?(?:-x[ \t]+)?["'`]?[$@:]?(?:\/\/[\w.:/-]{1,60}:_?)?$/;

function bareOf(text: string, name: Range, { at, before, line, within, separator, tight }: Bare): Range | undefined {
  const lineBefore = text.slice(Math.max(line.start, name.start - REACH), name.start);
  const isAlone = name.start - line.start < REACH && ALONE.test(lineBefore);
  if (separator === ':' && BLOCK.test(text.slice(at, Math.min(line.end, at + 20)))) return blockBelow(text, line);
  // `{{resolve:secretsmanager:db:SecretString:password}}` says where it is kept.
  if (lineBefore.lastIndexOf('{{') > lineBefore.lastIndexOf('}}')) return undefined;
  const end = bareEnd(text, at, { before, line, within, separator, tight, isAlone });
  const plainName = /^[A-Za-z]+$/.test(text.slice(name.start, name.end));
  const isPath = /^(?:OLD)?PWD$/i.test(text.slice(name.start, name.end)) && /^[/~\\]|^\w:/.test(text.slice(at, at + 2));
  if (isPath) return undefined;
  const fallback = separator === ':' && tight === false ? undefined : fallbackOf(text, at, line.end);
  if (fallback !== undefined) return fallback;
  const around = {
    isCode: line.isCode,
    isTight: tight,
    separator,
    isPlainName: plainName,
    isWithin: within !== undefined,
    isAlone,
  };
  const follows = text.charAt(end);
  // `f(token=token, …)`: a variable that is handed on.
  if (!isAlone && tight && /[,)]/.test(follows) && /^[A-Za-z_$][\w$.]*$/.test(text.slice(at, end))) return undefined;
  const bare = accepted(text, at, end, (value) => isBareSecret(value, around));
  return bare && { start: at, end: lastOfContinued(text, end) };
}

/** Where a value without quotes ends. */
function bareEnd(text: string, at: number, around: Omit<Bare, 'at'> & { readonly isAlone: boolean }): number {
  const { before, line, within, separator, tight, isAlone } = around;
  const rest = text.slice(at, Math.min(line.end, at + LONGEST_JUDGED));
  const stop = (pattern: RegExp) => {
    const found = rest.search(pattern);
    return found < 0 ? Math.max(at, line.last) : at + found;
  };
  if (/[?&]$/.test(before) || (tight && /^[^\s&]{0,200}&\w+=/.test(rest))) return stop(/[&\s"'`#<>]/);
  if (/;[ \t]{0,4}$/.test(before)) return stop(within === undefined ? /[;"'`]/ : /[;"'`\\]/);
  if (within !== undefined)
    return stop(/ \w+=/.test(rest) || !isAlone ? /[\s"'`\\]/ : within === '"' ? /["\\]/ : within === "'" ? /'/ : /`/);
  if (separator !== ':' && tight && (!isAlone || /\s(?:-{1,2}\w|\||&&|>|<|\\$|[A-Z_]+=|\w+=)/.test(rest)))
    return stop(/[\s"'`,;)&|]/);
  if (!isAlone) return stop(/[\s,;}\])"'`]/);
  const comment = rest.search(/\s#\s?/);
  return comment < 0 ? Math.max(at, line.last) : trimmedEnd(text, at, at + comment);
}

/** `process.env.PASSWORD || '…'`: what is taken where nothing else is there. */
function fallbackOf(text: string, at: number, end: number): Range | undefined {
  const rest = text.slice(at, Math.min(end, at + 200));
  const match = /^[\w.$[\]"'()?]{1,100}[ \t]{0,4}(?:\|\||\?\?|\bor\b|\?:)[ \t]{0,4}(?=["'`])/.exec(rest);
  return match === null ? undefined : literalOf(text, at + match[0].length, undefined);
}

/** `|` or `>` of YAML. */
const BLOCK = /^[|>][+-]?\d?[ \t\r]*$/;

/** The lines below that belong to it. */
function blockBelow(text: string, line: Line): Range | undefined {
  const indent = indentAt(text, line.start);
  let [start, end] = [0, 0];
  for (let next = line.end + 1; next < text.length; ) {
    const to = endOfLine(text, next);
    const deep = indentAt(text, next);
    if (next + deep < to && deep <= indent) break;
    if (start === 0 && next + deep < to) start = next + deep;
    if (next + deep < to) end = to;
    next = to + 1;
  }
  return end <= start ? undefined : accepted(text, start, trimmedEnd(text, start, end), isLiteralSecret);
}

function indentAt(text: string, start: number): number {
  let at = start;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at++;
  return at - start;
}

/** Requirements as PEP 508 writes them, `name[extra]>=1.0; marker`, and the environment in which markers hold here. */
import { satisfies, valid, validRange } from '@renovatebot/pep440';
import { normalize } from './names.ts';
import { PackageProblem } from './problem.ts';

/** A requirement, its marker not evaluated yet. */
export interface Requirement {
  /** Normalized. */
  readonly name: string;
  readonly extras: readonly string[];
  /** PEP 440 range; empty for any version. */
  readonly range: string;
  readonly marker: string;
}

const REQUIREMENT =
  /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\s*(?:\[([^\]]*)\]\s*)?(?:\(([^)]*)\)\s*|([<>=!~][^;]*))?(?:;(.*))?$/is;

/** Reads a requirement. Throws `PackageProblem` when it is none, or names a place to download from. */
export function parseRequirement(text: string): Requirement {
  const [, name, extras = '', inner, outer, marker = ''] = REQUIREMENT.exec(text.trim()) ?? [];
  const range = (inner ?? outer ?? '').trim();
  if (name === undefined || !validRange(range)) throw new PackageProblem(unreadable(text));
  const names = extras.split(',').map((extra) => normalize(extra.trim()));
  return { name: normalize(name), extras: names.filter((extra) => extra !== ''), range, marker: marker.trim() };
}

function unreadable(text: string): string {
  if (/@|:\/\//.test(text)) return 'There is no network here: name a package, or the path of a wheel in /workspace.';
  if (text.trim().startsWith('-'))
    return 'Options of pip mean nothing here: name packages, or paths of wheels in /workspace.';
  return 'It is no requirement. Write a name, optionally with a version, such as "six" or "six>=1.16", or the path of a .whl file in /workspace.';
}

/** Whether `version` is in the range; a pre-release is when nothing else is asked for. */
export function accepts({ range }: Requirement, version: string): boolean {
  return range === '' || satisfies(version, range, { prereleases: true });
}

/** Name and range as one reads them. */
export function written({ name, range }: Requirement): string {
  return range === '' ? name : `${name} ${range}`;
}

/** Values of the marker variables for this Python version. */
function environmentOf(pythonVersion: string): ReadonlyMap<string, string> {
  return new Map([
    ['os_name', 'posix'],
    ['sys_platform', 'emscripten'],
    ['platform_system', 'Emscripten'],
    ['platform_machine', 'wasm32'],
    ['platform_release', ''],
    ['platform_version', ''],
    ['platform_python_implementation', 'CPython'],
    ['implementation_name', 'cpython'],
    ['implementation_version', pythonVersion],
    ['python_full_version', pythonVersion],
    ['python_version', pythonVersion.split('.').slice(0, 2).join('.')],
  ]);
}

const TOKEN = /\s*(?:([()])|"([^"]*)"|'([^']*)'|(===|==|!=|~=|<=|>=|<|>)|([a-z_.]+))/iy;

/**
 * Whether a marker holds here when `extra` ('' for none) is asked for; an empty one does.
 * Throws `PackageProblem` when it cannot be read.
 */
export function holds(marker: string, extra: string, pythonVersion: string): boolean {
  if (marker === '') return true;
  const environment = environmentOf(pythonVersion);
  const tokens = tokensOf(marker);
  let at = 0;
  const is = (word: string): boolean => tokens[at]?.kind === 'word' && tokens[at]?.text === word;
  const unreadableMarker = (): PackageProblem => new PackageProblem(`It has a marker that cannot be read: ${marker}`);
  const value = (): string => {
    const token = tokens[at++];
    if (token?.kind === 'text') return token.text;
    if (token?.kind !== 'word') throw unreadableMarker();
    if (token.text === 'extra') return extra;
    const known = environment.get(token.text);
    if (known === undefined) throw unreadableMarker();
    return known;
  };
  const operator = (): string => {
    const token = tokens[at++];
    if (token?.kind === 'word' && token.text === 'not' && is('in')) {
      at++;
      return 'not in';
    }
    if (token?.kind === 'operator' || (token?.kind === 'word' && token.text === 'in')) return token.text;
    throw unreadableMarker();
  };
  const comparison = (): boolean => {
    if (tokens[at]?.text === '(' && tokens[at]?.kind === 'bracket') {
      at++;
      const inner = either();
      if (tokens[at++]?.text !== ')') throw unreadableMarker();
      return inner;
    }
    const aboutExtra = is('extra') || (tokens[at + 2]?.kind === 'word' && tokens[at + 2]?.text === 'extra');
    const [left, operation, right] = [value(), operator(), value()];
    return aboutExtra ? compare(normalize(left), operation, normalize(right)) : compare(left, operation, right);
  };
  const both = (): boolean => {
    let all = comparison();
    while (is('and')) {
      at++;
      all = comparison() && all;
    }
    return all;
  };
  const either = (): boolean => {
    let any = both();
    while (is('or')) {
      at++;
      any = both() || any;
    }
    return any;
  };
  const result = either();
  if (at !== tokens.length) throw unreadableMarker();
  return result;
}

interface Token {
  readonly kind: 'bracket' | 'text' | 'operator' | 'word';
  readonly text: string;
}

function tokensOf(marker: string): readonly Token[] {
  const tokens: Token[] = [];
  const source = marker.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const [, bracket, double, single, operator, word] = TOKEN.exec(source) ?? [];
    const quoted = double ?? single;
    if (bracket !== undefined) tokens.push({ kind: 'bracket', text: bracket });
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted });
    else if (operator !== undefined) tokens.push({ kind: 'operator', text: operator });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else throw new PackageProblem(`It has a marker that cannot be read: ${marker}`);
  }
  return tokens;
}

/** Versions are compared as versions, everything else as text. */
function compare(left: string, operator: string, right: string): boolean {
  if (operator === 'in') return right.includes(left);
  if (operator === 'not in') return !right.includes(left);
  if (valid(left) && validRange(operator + right)) return satisfies(left, operator + right, { prereleases: true });
  switch (operator) {
    case '==':
    case '===':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    default:
      return false;
  }
}

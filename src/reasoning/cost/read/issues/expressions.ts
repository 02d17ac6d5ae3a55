/** Regular expressions that a function uses, and whether some texts take them exponential time. */
import type { FlowCall } from '../../../../syntax/api.ts';
import type { Program } from '../../../trace/program.ts';
import type { Reading } from '../reading.ts';
import { backtracking } from '../regex/backtracking.ts';
import type { CostIssue } from '../service.ts';
import { issue } from './issue.ts';

/** Languages whose regular expressions backtrack. */
const BACKTRACKS: ReadonlySet<string> = new Set([
  'python',
  'javascript',
  'typescript',
  'tsx',
  'java',
  'kotlin',
  'csharp',
  'php',
]);
const TAKES_PATTERN =
  /^(?:compile|match|search|fullmatch|findall|finditer|sub|subn|split|RegExp|Regex|matches|replaceAll|IsMatch|Match|Matches|Replace|preg_\w+|toRegex)$/;
const MODULES = /^(?:re|regex|Pattern|Regex)$/;

/** An expression as it stands in the source. */
interface Written {
  readonly pattern: string;
  readonly isVerbose: boolean;
  /** Whether all of the text has to match. */
  readonly isWhole: boolean;
  readonly line: number;
}

/** Findings about the expressions that stand in a function, or in the file under a name that it uses. */
export function expressionsOf(reading: Reading, { files }: Program): readonly CostIssue[] {
  const { language, path, flow } = reading.of;
  if (!BACKTRACKS.has(language)) return [];
  const top = files.get(path)?.top;
  const used = new Set(
    flow.calls.flatMap(({ on, qualifier, arguments: given }) => [
      on?.is === 'name' ? on.name : (qualifier ?? ''),
      ...given.map(({ text }) => text),
    ]),
  );
  const named = (top?.assignments ?? []).filter(
    ({ to, within }) => within === undefined && to.is === 'name' && used.has(to.name),
  );
  const lines = new Set(named.map(({ line }) => line));
  const written = [
    ...flow.calls.flatMap((call) => inCall(call, language)),
    ...flow.operations.flatMap(({ kind, of, line }) =>
      kind === 'regex' && of.is === 'text' ? literal(of.value ?? '', line) : [],
    ),
    ...(top?.calls ?? []).filter(({ line }) => lines.has(line)).flatMap((call) => inCall(call, language)),
    ...(top?.operations ?? []).flatMap(({ kind, of, line }) =>
      kind === 'regex' && lines.has(line) && of.is === 'text' ? literal(of.value ?? '', line) : [],
    ),
  ];
  return written.flatMap(({ pattern, line, isVerbose, isWhole }) => {
    const found = backtracking(pattern, { isVerbose, isWhole });
    if (found === undefined) return [];
    const advice = 'write it so that each text is matched in one way only, or bound the length of the input';
    return [
      issue(reading, 'regular expression that backtracks', { line, code: pattern.slice(0, 160), why: found, advice }),
    ];
  });
}

function inCall(call: FlowCall, language: string): readonly Written[] {
  const { name, qualifier, line, arguments: given } = call;
  const isPhp = /^preg_/.test(name);
  if (!TAKES_PATTERN.test(name) || !(MODULES.test(qualifier ?? name) || name === 'RegExp' || isPhp)) return [];
  const form = given[language === 'csharp' && qualifier === 'Regex' ? 1 : 0]?.form;
  if (form?.is !== 'text' || form.value === undefined) return [];
  const flags = given
    .slice(1)
    .map(({ text }) => text)
    .join(' ');
  const isRaw = language !== 'python' || /^[bB]?[rR]/.test(given[0]?.text ?? '');
  // Where two backslashes of the source are one, they are read as such.
  const value = isRaw && language !== 'java' && !(name === 'RegExp') ? form.value : form.value.replace(/\\\\/g, '\\');
  const body = isPhp ? withoutDelimiters(value) : value;
  const isVerbose = /\b(?:re|regex)\.(?:X|VERBOSE)\b|IgnorePatternWhitespace/.test(flags);
  return [{ pattern: body, isVerbose, isWhole: name === 'fullmatch' || name === 'matches', line }];
}

/** `#a+#i` of PHP. */
function withoutDelimiters(value: string): string {
  const end = value.lastIndexOf(value.charAt(0));
  return end > 0 && /^\w*$/.test(value.slice(end + 1)) ? value.slice(1, end) : value;
}

/** `/a+/g` */
function literal(text: string, line: number): readonly Written[] {
  const pattern = /^\/(?<body>.*)\/[a-z]*$/s.exec(text)?.groups?.body;
  return pattern === undefined ? [] : [{ pattern, isVerbose: false, isWhole: false, line }];
}

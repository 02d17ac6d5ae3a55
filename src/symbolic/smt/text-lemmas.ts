/** True facts about exact operators of texts that Z3's theory of sequences does not find by itself. */
import { isApplication } from '../terms/logic.ts';
import { type Application, hasSort, type IntTerm, type Operator, type StrTerm, type Term } from '../terms/term.ts';

/** Whether {@link textLemmas} writes an application more than once. */
export function hasLemmas(operator: Operator): boolean {
  return operator === 'indexof' || operator === 'strtoint';
}

/** The facts about one application, as SMT-LIB text; `text` gives that of its subterms, `self` its own. */
export function textLemmas(term: Application, self: string, text: (term: Term) => string): readonly string[] {
  const [first] = term.args;
  switch (term.operator) {
    case 'indexof': {
      const [haystack = '', needle = ''] = term.args.map(text);
      const length = `(str.len ${needle})`;
      return [
        `(=> (>= ${self} 0) (and (<= (+ ${self} ${length}) (str.len ${haystack})) (= (str.substr ${haystack} ${self} ${length}) ${needle})))`,
      ];
    }
    case 'strtoint':
      return first === undefined ? [] : [`(= (str.in_re ${text(first)} (re.+ (re.range "0" "9"))) (>= ${self} 0))`];
    case 'concat':
      return rejoined(term, text);
    default:
      return [];
  }
}

/** What comes before a separator, the separator, and what comes behind it are together a part of the text. */
function rejoined({ args }: Application, text: (term: Term) => string): readonly string[] {
  return args.flatMap((separator, index) => {
    const [before, behind] = [args[index - 1], args[index + 1]];
    if (before === undefined || behind === undefined || !hasSort(separator, 'str')) return [];
    const parts = aroundSeparator(before, separator, behind);
    if (parts === undefined) return [];
    const [at, length, rest] = [text(parts.at), `(str.len ${text(separator)})`, text(parts.rest)];
    const size = `(+ ${at} ${length} (ite (< ${rest} 0) 0 ${rest}))`;
    const joined = `(str.++ ${text(before)} ${text(separator)} ${text(behind)})`;
    return [`(=> (>= ${at} 0) (= ${joined} (str.substr ${text(parts.whole)} 0 ${size})))`];
  });
}

/** `whole[:at]` and `whole[at + len(separator):][:rest]`, where the separator is found in `whole`. */
interface AroundSeparator {
  readonly whole: StrTerm;
  readonly at: IntTerm;
  readonly rest: IntTerm;
}

/** Recognises the two parts of a text around a separator that was searched for; undefined for others. */
function aroundSeparator(before: Term, separator: StrTerm, behind: Term): AroundSeparator | undefined {
  if (!isPart(before) || !isPart(behind)) return undefined;
  const [whole, start, at] = before.args;
  const [same, next, rest] = behind.args;
  if (whole === undefined || whole !== same || start?.kind !== 'literal' || start.value !== 0n) return undefined;
  if (at?.kind !== 'application' || (at.operator !== 'indexof' && at.operator !== 'lastindexof')) return undefined;
  const isSearch = at.args[0] === whole && at.args[1] === separator && (at.args[2] ?? start) === start;
  if (!isSearch || next === undefined || rest === undefined || !isBehind(next, at, separator)) return undefined;
  if (!hasSort(whole, 'str') || !hasSort<'int'>(at, 'int') || !hasSort(rest, 'int')) return undefined;
  return { whole, at, rest };
}

function isPart(term: Term): term is Application {
  return isApplication(term, 'substr');
}

/** Whether the position is `at + len(separator)`. */
function isBehind(position: Term, at: Term, separator: StrTerm): boolean {
  if (!isApplication(position, 'add') || position.args.length !== 2 || !position.args.includes(at)) return false;
  const length = position.args.find((part) => part !== at);
  if (length?.kind === 'literal') {
    return separator.kind === 'literal' && length.value === BigInt([...separator.value].length);
  }
  return length !== undefined && isApplication(length, 'length') && length.args[0] === separator;
}

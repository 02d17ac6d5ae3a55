/** Evidence in words. What others wrote, such as names of files, is put on one line and cut. */
import type { CodePlace, FileEvidence, FoundRisk, GoalEvidence, Owner, SymbolEvidence } from './service.ts';

/** Characters of a name that is reported, and of a line. */
const LONGEST_NAME = 200;
const LONGEST_LINE = 1_500;
/** Items of a list in a sentence. */
const MOST_LISTED = 8;

/** A name of somebody else's on one line. */
export function nameIn(name: string): string {
  return cut(name.replace(/[\s\p{Cc}]+/gu, ' '), LONGEST_NAME);
}

/** A line of a plan. */
export function lineOf(text: string): string {
  return cut(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), LONGEST_LINE);
}

/** Items with commas between, each once; those beyond {@link MOST_LISTED} are counted. */
export function listed(items: readonly string[]): string {
  const all = [...new Set(items)];
  const shown = all.slice(0, MOST_LISTED).map(nameIn);
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** `file:line`. */
export function placeIn({ file, line }: CodePlace): string {
  return `${nameIn(file)}:${line}`;
}

/** How many, with the noun in the right number. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Who answers for a file, and how that is known. */
export function ownerWords(owners: readonly Owner[]): string {
  return owners
    .map(({ name, by }) => `${nameIn(name)} (${by.kind === 'rule' ? placeIn(by) : counted(by.count, 'commit')})`)
    .join(', ');
}

/** What is known of a definition, in a line; its place is not told. */
export function symbolWords(symbol: SymbolEvidence): string {
  const { name, kind, isExported, totalCallers, callerFiles, byNameOnly, reach, testFiles, docs, callers } = symbol;
  const uses =
    totalCallers === 0
      ? 'no place in other files surely uses it'
      : `used in ${counted(totalCallers, 'place')} of ${counted(callerFiles, 'other file')} (${listed(callers.map(placeIn))})`;
  return [
    `${kind} ${nameIn(name)}${isExported ? ', public' : ''}`,
    byNameOnly > 0 ? `${uses}; ${counted(byNameOnly, 'further place')} may mean it` : uses,
    REACH_WORDS[reach](testFiles),
    ...(docs.length > 0 ? [`documents: ${listed(docs.map(placeIn))}`] : []),
  ].join('; ');
}

const REACH_WORDS: Readonly<Record<SymbolEvidence['reach'], (files: readonly string[]) => string>> = {
  called: (files) => `tests call or name it: ${listed(files)}`,
  named: (files) => `files of tests have its name: ${listed(files)}`,
  none: () => 'no test leads to it by the calls that are followed, and no file of tests has its name',
  unknown: () => 'whether tests reach it is not known',
};

/** What is known of a file but for its path and definitions, in a line. */
export function fileWords(file: FileEvidence, { history }: Pick<GoalEvidence, 'history'>): string {
  const { why, score, lines, largest, commits, owners, isNamed } = file;
  return [
    `${nameIn(why)}${isNamed || score === 0 ? '' : ` (score ${score.toFixed(2)})`}`,
    lines === undefined ? 'not read' : counted(lines, 'line'),
    ...(largest === undefined ? [] : [`longest function ${nameIn(largest.name)}, ${counted(largest.lines, 'line')}`]),
    ...(commits === undefined || history === undefined
      ? []
      : [`touched by ${commits} of the last ${counted(history.looked, 'commit')}`]),
    ...(owners.length === 0 ? [] : [`owners: ${ownerWords(owners)}`]),
  ].join('; ');
}

/** Something that evidence says of a place. */
export interface Citation {
  readonly file: string;
  readonly line?: number;
  readonly says: string;
}

/** What evidence says, place by place: files and their definitions, then risks. */
export function citationsOf(evidence: GoalEvidence): readonly Citation[] {
  return [
    ...evidence.files.flatMap((file): Citation[] => [
      { file: file.path, says: fileWords(file, evidence) },
      ...file.symbols.map((symbol) => ({ file: file.path, line: symbol.line, says: symbolWords(symbol) })),
    ]),
    ...evidence.risks.map((risk) => ({
      file: risk.file,
      ...(risk.line !== undefined && { line: risk.line }),
      says: riskWords(risk),
    })),
  ];
}

/** A risk in a sentence, with what was counted. */
export function riskWords(risk: FoundRisk): string {
  const file = nameIn(risk.file);
  switch (risk.kind) {
    case 'churn':
      return `${file} changes often: ${risk.commits} of the last ${risk.among} commits touched it.`;
    case 'long_file':
      return `${file} is long: ${risk.lines} lines.`;
    case 'long_function':
      return `${nameIn(risk.symbol)} at ${file}:${risk.line} is long: ${risk.lines} lines.`;
    case 'no_test':
      return `No test leads to ${listed(risk.symbols)} in ${file} by the calls that are followed, and no file of tests has the name.`;
    case 'public_interface':
      return `${nameIn(risk.symbol)} in ${file} is public: ${counted(risk.places, 'place')} of ${counted(risk.files, 'other file')} use it.`;
    case 'many_callers':
      return `${nameIn(risk.symbol)} in ${file} has many callers: ${counted(risk.places, 'place')} of ${counted(risk.files, 'other file')}.`;
  }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

/** The results of a corpus run as text. */
import { GRADES, type Result } from './grade.ts';

/** The table, then every wrong answer, then what stood in the way of the others, most frequent first. */
export function report(results: readonly Result[]): string {
  return [table(results), ...wrongAnswers(results), ...undecided(results), ...errors(results)].join('\n');
}

function table(results: readonly Result[]): string {
  const groups = Map.groupBy(results, ({ example }) => {
    const expected = typeof example.expected === 'string' ? example.expected : '(other)';
    return `${example.tool}: ${expected}`;
  });
  const rows = [...groups].sort().map(([name, group]) => row(name, group));
  const header = ['', 'cases', ...GRADES, 'p50 s', 'p95 s'];
  return align([header, ...rows, row('all', results)]);
}

function row(name: string, results: readonly Result[]): string[] {
  const times = results.flatMap(({ answer }) => (answer === undefined ? [] : answer.seconds)).sort((a, b) => a - b);
  const counts = GRADES.map((grade) => results.filter((result) => result.grade === grade).length);
  return [name, String(results.length), ...counts.map(String), percentile(times, 0.5), percentile(times, 0.95)];
}

/** By nearest rank; `-` of nothing. */
function percentile(sorted: readonly number[], share: number): string {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]?.toFixed(2) ?? '-';
}

function wrongAnswers(results: readonly Result[]): readonly string[] {
  return (['wrong proof', 'false alarm'] as const).flatMap((grade) => {
    const wrong = results.filter((result) => result.grade === grade);
    if (wrong.length === 0) return [`\nNo ${grade}.`];
    const lines = wrong.map(
      ({ example, answer }) =>
        `  ${example.id}\n    ${answer?.status}: ${answer?.inputs.join(', ') || answer?.message}`,
    );
    return [`\n${wrong.length} of grade "${grade}":`, ...lines];
  });
}

function undecided(results: readonly Result[]): readonly string[] {
  const open = results.filter(({ grade }) => grade === 'unknown' || grade === 'timeout');
  return grouped('undecided, by the first reason', open, ({ answer }) => {
    const construct = answer?.reasons[0]?.construct ?? 'no reason given';
    // These end in a name of the case's own.
    return `${answer?.status}: ${construct.replace(/^(class|parameter) \S+$/, '$1 …')}`;
  });
}

function errors(results: readonly Result[]): readonly string[] {
  const failed = results.filter(({ grade }) => grade === 'error');
  return grouped('errors', failed, ({ answer }) => answer?.message ?? '');
}

/** Each group with its size and the first ids. */
function grouped(title: string, results: readonly Result[], key: (result: Result) => string): readonly string[] {
  if (results.length === 0) return [];
  const groups = [...Map.groupBy(results, key)].sort(([, left], [, right]) => right.length - left.length);
  const lines = groups.map(([name, group]) => {
    const ids = group.slice(0, 3).map(({ example }) => example.id);
    return `  ${String(group.length).padStart(4)}  ${name}  (${ids.join(', ')}${group.length > ids.length ? ', …' : ''})`;
  });
  return [`\n${results.length} ${title}:`, ...lines];
}

/** Pads columns: the first to the left, numbers to the right. */
function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

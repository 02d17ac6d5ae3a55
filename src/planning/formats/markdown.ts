/**
 * Checklists in Markdown, as GitHub and Kiro's `tasks.md` have them: `- [ ] 1.2 Text (depends on 1, 3)`; lists within lists are parts, bullets
 * below a task its details, `_Requirements: 1.2_` what it serves, headings groups.
 */
import type { Raw, RawStep, Written } from './formats.ts';
import { description, guessed, linesOf, titleOf } from './lines.ts';

const TASK = /^(?<indent>[ \t]*)(?:[-*+]|\d+[.)])[ \t]+\[(?<mark>[ xX~/*-])\]\*?[ \t]+(?<text>.*)/;
const LABEL = /^(?<label>\d+(?:\.\d+)*)[.)]?[ \t]+/;
const DEPENDS = /(?<!\s)\s*\(depends on (?<labels>[\d., #]+?)\)\s*/i;
const REQUIREMENTS = /^_?Requirements?: (?<ids>[^_]+?)_?$/i;

interface Task {
  readonly number: number;
  readonly depth: number;
  readonly label: string;
  readonly text: string;
  readonly depends: readonly string[];
  readonly parent?: number;
  readonly group?: string;
  readonly details: string[];
  readonly requirements: string[];
}

/** Reads a checklist. */
export function readMarkdown(document: string): Raw {
  const lines = linesOf(document);
  const tasks: Task[] = [];
  const done: number[] = [];
  const notes: string[] = [];
  /** Tasks that what follows may be a part of, each a part of the one before. */
  const open: Task[] = [];
  let group: string | undefined;
  for (const { number, text } of lines) {
    const [, heading] = /^#{2,6} +(?! )(.+)/.exec(text) ?? [];
    if (heading !== undefined)
      group = heading
        .replace(/(?<! ) +#+$/, '')
        .slice(0, 100)
        .trim();
    const task = TASK.exec(text)?.groups;
    if (task !== undefined) {
      const { indent = '', mark = ' ', text: said = '' } = task;
      const depth = indent.replaceAll('\t', '    ').length;
      const label = LABEL.exec(said)?.groups?.['label'] ?? '';
      const depends = DEPENDS.exec(said)?.groups?.['labels'] ?? '';
      while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
      const parent = open.at(-1);
      const at = tasks.length + 1;
      const read: Task = {
        number: at,
        depth,
        label: label === '' ? String(at) : label,
        text: description(said.replace(LABEL, '').replace(DEPENDS, ' ')),
        depends: depends.split(/[, #]+/).filter((one) => one !== ''),
        ...(parent !== undefined && { parent: parent.number }),
        ...(group !== undefined && { group }),
        details: [],
        requirements: [],
      };
      tasks.push(read);
      open.push(read);
      if (/[xX]/.test(mark)) done.push(at);
    } else if (tasks.length > 0 && /^[ \t]+\S/.test(text)) {
      const bullet = text.trim().replace(/^[-*+][ \t]+/, '');
      const ids = REQUIREMENTS.exec(bullet)?.groups?.['ids'];
      const last = tasks.at(-1);
      if (ids === undefined) last?.details.push(bullet);
      else last?.requirements.push(...ids.split(/[, ]+/).filter((id) => id !== ''));
    } else if (/^[ \t]*\[[ xX]\]/.test(text)) notes.push(`line ${number} is no list item: ${text.trim().slice(0, 80)}`);
  }
  return { goal: titleOf(lines) ?? 'Checklist', steps: tasks.map((task) => stepOf(task, tasks, notes)), done, notes };
}

function stepOf(
  { number, text, depends, parent, group, details, requirements }: Task,
  tasks: readonly Task[],
  notes: string[],
): RawStep {
  const dependencies = depends.flatMap((label) => {
    const found = tasks.find((task) => task.label === label);
    if (found === undefined) notes.push(`step ${number} depends on ${label}, which the document does not have`);
    return found === undefined ? [] : [found.number];
  });
  return {
    number,
    description: text,
    ...guessed(text),
    dependencies,
    ...(parent !== undefined && { parent }),
    ...(group !== undefined && { group }),
    ...(details.length > 0 && { details: details.join('\n').slice(0, 20_000) }),
    ...(requirements.length > 0 && { requirements: [...new Set(requirements)].slice(0, 50) }),
  };
}

/** Writes a checklist: completed and skipped steps are ticked off. */
export function writeMarkdown({ head, steps, states, id, version }: Written): string {
  const parts = new Map<number | undefined, typeof steps>();
  const known = new Set(steps.map(({ number }) => number));
  for (const step of steps) {
    const parent = step.parent !== undefined && known.has(step.parent) ? step.parent : undefined;
    parts.set(parent, [...(parts.get(parent) ?? []), step]);
  }
  const written: string[] = [];
  const write = (parent: number | undefined, indent: string) => {
    for (const {
      number,
      description: text,
      dependencies,
      details,
      files_affected = [],
      requirements = [],
    } of parts.get(parent) ?? []) {
      const state = states.get(number);
      const mark = state === 'completed' || state === 'skipped' ? 'x' : ' ';
      const depends = dependencies.length === 0 ? '' : ` (depends on ${dependencies.join(', ')})`;
      const missing = files_affected.filter((path) => !text.includes(path)).map((path) => `\`${path}\``);
      const files = missing.length === 0 ? '' : ` ${missing.join(' ')}`;
      written.push(`${indent}- [${mark}] ${number}. ${description(text)}${files}${depends}`);
      for (const line of (details ?? '').split('\n').filter((each) => each.trim() !== ''))
        written.push(`${indent}  - ${line.trim()}`);
      if (requirements.length > 0) written.push(`${indent}  - _Requirements: ${requirements.join(', ')}_`);
      write(number, `${indent}  `);
    }
  };
  write(undefined, '');
  return `# ${description(head.goal)}\n\n<!-- ${id}, version ${version} -->\n\n${written.join('\n')}\n`;
}

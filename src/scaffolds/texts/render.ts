/** A scaffold as a text that a person or a model works by, with an example that the checkers have accepted. */
import type { AnswerField, ScaffoldDocument, TestCase } from '../service.ts';
import type { ScaffoldText } from './text.ts';

/** Steps of an example that are shown. */
const MOST_STEPS = 12;

/** The whole text, in Markdown. */
export function renderScaffold(
  { title, purpose, checks, answer, trace, example }: Omit<ScaffoldDocument, 'text'>,
  text: ScaffoldText,
): string {
  const lines = [
    `# ${title}`,
    purpose,
    ...renderRounds(text),
    '## Answer',
    `JSON with these fields. ${checks}`,
    list(answer.map(describeField), '-'),
    '## Steps',
    `Write your steps as a table with these columns. ${trace.says}`,
    list(trace.fields.map(describeField), '-'),
    '## Example',
    ...exampleOf(example, trace.example),
  ];
  return `${lines.join('\n\n')}\n`;
}

/** When and how a method works, as paragraphs. */
export function renderRounds({ when, state, start, steps, end, verify, mistakes }: ScaffoldText): readonly string[] {
  return [
    `**When:** ${when}`,
    '## State',
    state,
    '## Start',
    start,
    '## Each round',
    list(steps, '1.'),
    '## End',
    end,
    '## Before you answer',
    list(verify, '-'),
    '## What goes wrong',
    list(mistakes, '-'),
  ];
}

function exampleOf({ task, expected }: TestCase, steps: readonly object[]): readonly string[] {
  const shown = steps.slice(0, MOST_STEPS).map((step) => JSON.stringify(step));
  if (steps.length > MOST_STEPS) shown.push(`… ${steps.length - MOST_STEPS} more steps`);
  const trace = shown.length === 0 ? [] : ['Steps:', `\`\`\`json\n${shown.join('\n')}\n\`\`\``];
  return [task, ...trace, 'A right answer:', `\`\`\`json\n${JSON.stringify(expected)}\n\`\`\``];
}

function list(items: readonly string[], mark: string): string {
  return items.map((item) => `${mark} ${item}`).join('\n');
}

function describeField({ name, type, says, required }: AnswerField): string {
  return `\`${name}\`${required ? '' : ' (optional)'}: ${type}: ${says}`;
}

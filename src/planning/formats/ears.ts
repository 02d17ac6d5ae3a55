/**
 * Requirements as Kiro's `requirements.md` has them: `### Requirement 1`, `**User Story:** …`, numbered acceptance criteria in EARS (Mavin et al.,
 * "Easy Approach to Requirements Syntax", RE'09): always, WHEN, WHILE, WHERE, IF … THEN, and combinations of them, with SHALL.
 */
import type { Raw, Written } from './formats.ts';
import { description, linesOf, titleOf } from './lines.ts';

const HEADING = /^#{2,4} +Requirement +(?<id>[\w.]+)\s*[:.-]?\s*(?<title>.*)/i;
const STORY = /^\s*\**User Story\**:?\**\s*(?<text>.*)/i;
const CRITERION = /^\s*(?:(?<id>\d+(?:\.\d+)*)[.)]|[-*+](?: \[[ xX]\])?)\s+(?<text>.*)/;

/** The patterns, by their names in the paper. */
const PATTERNS = [
  ['unwanted behaviour', /^IF\b(?:(?!\bTHEN\b).)*\bTHEN\b.*\bSHALL\b/is],
  ['complex', /^(?:WHILE|WHERE|WHEN)\b(?:(?!\b(?:WHEN|IF|WHILE)\b).)*\b(?:WHEN|IF|WHILE)\b.*\bSHALL\b/is],
  ['event-driven', /^WHEN\b.*\bSHALL\b/is],
  ['state-driven', /^WHILE\b.*\bSHALL\b/is],
  ['optional feature', /^WHERE\b.*\bSHALL\b/is],
  ['ubiquitous', /^(?:THE\b|[A-Z]).*\bSHALL\b/is],
] as const;

/** The EARS pattern of a sentence; undefined where it has none. */
export function earsPattern(text: string): (typeof PATTERNS)[number][0] | undefined {
  return PATTERNS.find(([, pattern]) => pattern.test(text.trim()))?.[0];
}

/** Reads requirements: each heading becomes a step that serves its criteria. */
export function readEars(document: string): Raw {
  const lines = linesOf(document);
  const requirements: { id: string; text: string; story?: string }[] = [];
  const steps: { number: number; id: string; title: string; story: string; served: string[]; criteria: string[] }[] =
    [];
  const notes: string[] = [];
  let within = false;
  for (const { number, text } of lines) {
    const heading = HEADING.exec(text)?.groups;
    const at = steps.at(-1);
    if (heading !== undefined) {
      const { id = '', title = '' } = heading;
      steps.push({ number: steps.length + 1, id, title: title.trim(), story: '', served: [], criteria: [] });
      within = false;
    } else if (/^#{2,6} /.test(text)) within = /Acceptance Criteria/i.test(text) && at !== undefined;
    else if (at !== undefined && STORY.test(text))
      at.story = (STORY.exec(text)?.groups?.['text'] ?? '').replaceAll('**', '').trim();
    else if (/^\s*\**Acceptance Criteria\**(?::\**)?\s*$/i.test(text)) within = at !== undefined;
    else if (within && at !== undefined) {
      const criterion = CRITERION.exec(text)?.groups;
      if (criterion === undefined) {
        if (text.trim() !== '') notes.push(`line ${number} is no criterion: ${text.trim().slice(0, 80)}`);
        continue;
      }
      const own = criterion['id'] ?? String(at.served.length + 1);
      const id = own.includes('.') ? own : `${at.id}.${own}`;
      const words = description((criterion['text'] ?? '').replaceAll('**', ''));
      if (earsPattern(words) === undefined)
        notes.push(`line ${number}: ${id} has no EARS pattern, and is kept as it is`);
      requirements.push({ id: id.slice(0, 60), text: words, ...(at.story !== '' && { story: description(at.story) }) });
      at.served.push(id.slice(0, 60));
      at.criteria.push(words);
    }
  }
  return {
    goal: titleOf(lines) ?? 'Requirements',
    requirements,
    steps: steps.map(({ number, id, title, story, served, criteria }) => ({
      number,
      description: description(`Requirement ${id}: ${title || story || criteria[0] || 'not described'}`),
      type: 'file_edit',
      ...(story !== '' && { details: story.slice(0, 20_000) }),
      acceptance_criteria: criteria.slice(0, 200),
      requirements: served.slice(0, 50),
    })),
    done: [],
    notes,
  };
}

/** Writes the requirements of a plan, by the number before the first dot of their ids; a plan without any has its steps' criteria. */
export function writeEars({ head, steps }: Written): string {
  const own = steps.flatMap(({ number, acceptance_criteria = [], description: story }) =>
    acceptance_criteria.map((text, index) => ({ id: `${number}.${index + 1}`, text, story })),
  );
  const groups = new Map<string, { id: string; text: string; story?: string | undefined }[]>();
  for (const requirement of head.requirements.length > 0 ? head.requirements : own) {
    const [group = ''] = requirement.id.split('.');
    groups.set(group, [...(groups.get(group) ?? []), requirement]);
  }
  const written = Array.from(groups, ([id, list]) => {
    const story = list.find((each) => each.story !== undefined)?.story;
    const title = `### Requirement ${id}\n\n${story === undefined ? '' : `**User Story:** ${story}\n\n`}`;
    const criteria = list.map(
      ({ id: own, text }, index) => `${own === `${id}.${index + 1}` ? index + 1 : own}. ${description(text)}`,
    );
    return `${title}#### Acceptance Criteria\n\n${criteria.join('\n')}\n`;
  });
  return `# Requirements: ${description(head.goal)}\n\n${written.join('\n')}`;
}

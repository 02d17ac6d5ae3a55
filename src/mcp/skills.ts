/**
 * The prompts as skills (the extension `io.modelcontextprotocol/skills`, SEP-2640), for hosts whose models choose what to work by: each is one
 * `SKILL.md`.
 */
import { z } from 'zod';
import { ToolFailure } from '../lib/errors.ts';
import { PROMPTS } from './prompts/catalog.ts';
import type { Prompt } from './prompts/define-prompt.ts';

/** How a server says that it has skills. */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';

const PREFIX = 'skill://lemma/';

/** One skill. */
export interface Skill {
  /** Of its `SKILL.md`. */
  readonly uri: string;
  readonly title: string;
  /** What its text begins with, as YAML. */
  readonly frontmatter: { readonly name: string; readonly description: string };
  readonly text: string;
}

/** Every skill, in the order of the prompts. */
export const SKILLS: readonly Skill[] = PROMPTS.map(skillOf);

function skillOf(prompt: Prompt): Skill {
  const name = prompt.name.replaceAll('_', '-');
  const { title, description } = prompt;
  return { uri: `${PREFIX}${name}/SKILL.md`, title, frontmatter: { name, description }, text: textOf(name, prompt) };
}

/** The words of the prompt, with a place for each argument that it needs; the others are named. */
function textOf(name: string, { title, description, arguments: args, text }: Prompt): string {
  const all = Object.entries(args);
  const needed = all.filter(([, { required = false }]) => required);
  const others = all.filter(([, { required = false }]) => !required);
  const places = Object.fromEntries(needed.map(([argument]) => [argument, `<${argument}>`]));
  const list = (some: typeof all, name: (argument: string) => string) =>
    some.map(([argument, { description: what }]) => `- \`${name(argument)}\`: ${what}`).join('\n');
  const parts = [
    `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---`,
    `# ${title}`,
    ...(needed.length > 0 ? ['Put what the user wants in place of:', list(needed, (each) => `<${each}>`)] : []),
    ...(others.length > 0 ? ['The user may have named, too:', list(others, (each) => each)] : []),
    text(places),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The params of `skills/list` and `skills/get`. */
export const listParams = z.looseObject({ cursor: z.string().optional() }).optional();
export const getParams = z.looseObject({ uri: z.string() });

/** The same for everybody, until another version is deployed. */
const FRESHNESS = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** The skill at an address. Throws `ToolFailure` when there is none. */
export function skillAt(uri: string): Skill {
  const skill = SKILLS.find((each) => each.uri === uri);
  if (skill !== undefined) return skill;
  throw new ToolFailure({
    errorType: 'validation_error',
    message: `There is no skill ${JSON.stringify(uri.slice(0, 200))}.`,
    advice: `Skills: ${SKILLS.map((each) => each.uri).join(', ')}.`,
    details: { uri: uri.slice(0, 200) },
  });
}

/** What `skills/list` answers. */
export async function skillsAnswer(skills: readonly Skill[]) {
  return { skills: await Promise.all(skills.map(entryOf)), ...FRESHNESS };
}

/** What `skills/get` answers. */
export async function skillAnswer(skill: Skill) {
  return { skill: await entryOf(skill), ...FRESHNESS };
}

async function entryOf({ uri, frontmatter, text }: Skill) {
  const bytes = new TextEncoder().encode(text);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const digest = `sha256:${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return { uri, frontmatter, resources: [{ uri, digest, size: bytes.length }] };
}

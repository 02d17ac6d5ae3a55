/** What a prompt is: arguments that are texts, each with what completes it, and the words that become a message of the user. */
import { ToolFailure } from '../../lib/errors.ts';
import type { Completion } from './completion.ts';

/** One argument. */
export interface Argument {
  readonly description: string;
  readonly required?: boolean;
  /** What a client may offer while its user types. */
  readonly completion?: Completion;
  /** Characters that it may have; 1,000 where nothing is said. */
  readonly mostCharacters?: number;
}

type Arguments = Readonly<Record<string, Argument>>;

/** What the words are made of: every argument that is required, and those that were given. */
type Given<Args extends Arguments> = {
  readonly [Name in keyof Args]: Args[Name] extends { readonly required: true } ? string : string | undefined;
};

/** A prompt as its file writes it. */
interface PromptDefinition<Args extends Arguments> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: Args;
  /** The message. What it names stands in `code quotes`; a long text goes into {@link fenced}. */
  readonly text: (given: Given<Args>) => string;
}

/** A prompt as the catalogue holds it. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: Arguments;
  /** The message for these arguments. Throws `ToolFailure` when one is missing, unknown or too long. */
  text(given: Readonly<Record<string, string>>): string;
}

const MOST_CHARACTERS = 1000;

/** Makes a {@link Prompt} of its definition. */
export function definePrompt<const Args extends Arguments>(definition: PromptDefinition<Args>): Prompt {
  return {
    ...definition,
    text(given) {
      check(definition.name, definition.arguments, given);
      return definition.text(complete(definition.arguments, given));
    },
  };
}

/** An argument that was left empty is one that was not given: clients show a field for each. */
function complete<Args extends Arguments>(args: Args, given: Readonly<Record<string, string>>): Given<Args> {
  const values = Object.keys(args).map((name) => [name, given[name]?.trim() || undefined]);
  return Object.fromEntries(values);
}

function check(prompt: string, args: Arguments, given: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(args, name));
  if (unknown !== undefined) {
    throw fault(prompt, args, unknown.slice(0, 100), `there is no argument ${unknown.slice(0, 100)}`);
  }
  for (const [name, { required = false, mostCharacters = MOST_CHARACTERS }] of Object.entries(args)) {
    const value = given[name] ?? '';
    if (required && value.trim() === '') throw fault(prompt, args, name, `${name} is required`);
    if (value.length > mostCharacters) {
      const size = `${name} has ${value.length} characters, and may have ${mostCharacters}`;
      throw fault(prompt, args, name, size);
    }
  }
}

function fault(prompt: string, args: Arguments, field: string, what: string): ToolFailure {
  const named = Object.entries(args).map(
    ([name, { description, required = false }]) =>
      `${name} (${required ? 'required' : 'optional'}): ${description.replace(/\.$/, '')}`,
  );
  return new ToolFailure({
    errorType: 'validation_error',
    message: `Invalid arguments for the prompt ${prompt}: ${what}.`,
    advice: `Its arguments are texts: ${named.join('; ')}.`,
    details: { prompt, field },
  });
}

/** A text in a Markdown fence that it cannot close. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

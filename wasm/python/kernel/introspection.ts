/** What the kernel is asked beside cells: completions, facts about an object, the variables. */
import type { PyCallable } from './glue.ts';
import type { CodePosition, Completions, Inspection, InspectionRequest, VariableList } from './types.ts';

/** Milliseconds after which an answer is given up: only what user code gets hold of takes so long. */
export const INTROSPECTION_MS = 2000;

/** The Python module that answers, as the heap snapshot holds it. */
export const INTROSPECTION = '_kernel_introspection';

/** Calls a function of {@link INTROSPECTION} within limits; the text is its answer as JSON, or why there is none. */
export type Ask = (
  callable: PyCallable,
  args: readonly unknown[],
) => Promise<{ readonly answered: boolean; readonly text: string }>;

/** The functions of {@link INTROSPECTION}, typed. */
export class Introspection {
  readonly #complete: PyCallable;
  readonly #inspect: PyCallable;
  readonly #variables: PyCallable;
  readonly #ask: Ask;

  constructor(module: Readonly<Record<string, PyCallable>>, ask: Ask) {
    const { complete, inspect, variables } = module;
    if (complete === undefined || inspect === undefined || variables === undefined)
      throw new Error('The introspection module is incomplete.');
    this.#complete = complete;
    this.#inspect = inspect;
    this.#variables = variables;
    this.#ask = ask;
  }

  async complete({ code, cursor }: CodePosition): Promise<Completions> {
    const { answered, text } = await this.#ask(this.#complete, [code, cursor]);
    if (answered) return JSON.parse(text);
    return { matches: [], types: [], start: cursor, notices: [`There are no completions: ${text}`] };
  }

  async inspect({ code, cursor, withSource }: InspectionRequest): Promise<Inspection> {
    const { answered, text } = await this.#ask(this.#inspect, [code, cursor, withSource]);
    if (answered) return JSON.parse(text);
    return { notices: [`Nothing could be found out: ${text}`] };
  }

  async variables(): Promise<VariableList> {
    const { answered, text } = await this.#ask(this.#variables, []);
    if (answered) return JSON.parse(text);
    return { variables: [], notices: [`The variables could not be listed: ${text}`] };
  }
}

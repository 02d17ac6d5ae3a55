/** Mermaid's own parser, for tests of what is written for it. */
import { Window } from 'happy-dom';
import { z } from 'zod';

const page = new Window().document.createElement('span');

/** A label as it is shown: Mermaid's parser has entities in a form of its own, and its renderer writes the label as HTML. */
const label = z.string().transform((text) => {
  const entities = text.replaceAll('ﬂ°°', '&#').replaceAll('ﬂ°', '&').replaceAll('¶ß', ';');
  page.innerHTML = entities.replaceAll('\\n', '<br>');
  return page.textContent;
});
/** Not `markdown`, which would be rendered as such. */
const labelType = z.literal(['string', 'text']);

const flowchartSchema = z.object({
  nodes: z.map(z.string(), z.object({ text: label, labelType, classes: z.array(z.string()) })),
  edges: z.array(
    z.object({ start: z.string(), end: z.string(), text: label, labelType, stroke: z.string(), type: z.string() }),
  ),
  subgraphs: z.array(
    z.object({ id: z.string(), title: label, labelType, nodes: z.array(z.string()), classes: z.array(z.string()) }),
  ),
});
/** What Mermaid read of a flowchart, by its own data structures. */
export type ParsedFlowchart = z.output<typeof flowchartSchema>;

const tasksSchema = z.array(
  z.object({
    id: z.string(),
    section: label,
    task: label,
    startTime: z.date(),
    endTime: z.date(),
    done: z.boolean().optional(),
    active: z.boolean().optional(),
    crit: z.boolean().optional(),
    milestone: z.boolean().optional(),
  }),
);
/** A task of a Gantt chart as Mermaid read it. */
export type ParsedTask = z.output<typeof tasksSchema>[number];

/** Mermaid takes its DOM when it is loaded: no other file of this process sees one. */
async function loaded() {
  const before = new Map(
    ['window', 'document'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]),
  );
  const window = new Window();
  Object.assign(globalThis, { window, document: window.document });
  try {
    return (await import('mermaid')).default;
  } finally {
    for (const [name, descriptor] of before)
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
  }
}

let loading: ReturnType<typeof loaded> | undefined;

function load(): ReturnType<typeof loaded> {
  loading ??= loaded();
  return loading;
}

/** The kind of diagram. Throws what Mermaid throws where it cannot parse the text. */
export async function parseMermaid(text: string): Promise<string> {
  return (await (await load()).parse(text)).diagramType;
}

/** The kind of diagram that the beginning of a text tells. Throws where Mermaid knows none. */
export async function detectMermaid(text: string): Promise<string> {
  await parseMermaid('flowchart TD');
  return (await load()).detectType(text);
}

/** A flowchart. Throws as {@link parseMermaid} does. */
export async function parseFlowchart(text: string): Promise<ParsedFlowchart> {
  const db = await databaseOf(text);
  return flowchartSchema.parse({
    nodes: ask(db, 'getVertices'),
    edges: ask(db, 'getEdges'),
    subgraphs: ask(db, 'getSubGraphs'),
  });
}

/** The tasks of a Gantt chart. Throws as {@link parseMermaid} does. */
export async function parseGantt(text: string): Promise<readonly ParsedTask[]> {
  return tasksSchema.parse(ask(await databaseOf(text), 'getTasks'));
}

async function databaseOf(text: string): Promise<object> {
  await parseMermaid(text);
  return (await (await load()).mermaidAPI.getDiagramFromText(text)).db;
}

function ask(db: object, name: string): unknown {
  const method: unknown = Reflect.get(db, name);
  if (typeof method !== 'function') throw new TypeError(`Mermaid's parser has no ${name}.`);
  return Reflect.apply(method, db, []);
}

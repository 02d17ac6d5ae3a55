/** What the archive of a user's or an organisation's data holds, one file after the other. */
import type { Owner } from '../../../durable-objects/user-space/owner.ts';
import type { ObjectKind } from '../../lib/object-name.ts';
import type { ZipFile } from '../../lib/zip-writer.ts';
import type { Engines } from '../../mcp/engines.ts';
import type { InventoryObject } from '../../mcp/inventory.ts';
import { MOST_MEMORIES } from '../../workspace/memories/service.ts';
import { type Missing, orMissing } from './missing.ts';

/** What the archive is made of. */
export interface OwnData {
  /** The first file, which says what is in the others. */
  readonly readme: string;
  /** Whose data it is, and what the server knows of them beside it. */
  readonly about: { readonly path: string; readonly facts: object };
  /** Kinds of objects that are somebody else's. */
  readonly without: readonly ObjectKind[];
  readonly space: Pick<Owner, 'inventory' | 'report'>;
  readonly engines: Engines;
}

/** Versions and events of a plan: more than are kept. */
const ALL = 1_000_000;

/** The files. What an object refuses to tell is named in the last one; nothing else is left out. */
export async function* entriesOf({ readme, about, without, space, engines }: OwnData): AsyncGenerator<ZipFile> {
  const { objects: all, reports } = await space.inventory();
  const objects = all.filter(({ kind }) => !without.includes(kind));
  const missing: Missing[] = [];
  yield { path: 'README.txt', body: new TextEncoder().encode(readme) };
  yield json(about.path, about.facts);
  yield json('objects.json', objects);
  for (const object of objects) {
    const path = `${folderOf(object)}/${partOf(object.name)}`;
    yield* orMissing(path, missing, entriesOfObject(path, object, engines));
  }
  for (const { uri } of reports) {
    const report = await space.report(uri);
    // Reports end after a while, and this one has meanwhile.
    if (report !== undefined) yield json(`reports/${partOf(uri.slice(uri.lastIndexOf('/') + 1))}.json`, report);
  }
  yield json('missing.json', missing);
}

async function* entriesOfObject(
  path: string,
  { kind, name }: InventoryObject,
  engines: Engines,
): AsyncGenerator<ZipFile, void> {
  switch (kind) {
    case 'certification':
      return yield json(`${path}.json`, await engines.certification(name).record());
    case 'conversation':
      return yield json(`${path}.json`, await engines.conversation(name).record());
    case 'plan': {
      const plan = engines.plan(name);
      const document = await plan.document();
      return yield json(`${path}.json`, { document, history: await plan.history({ most: ALL, events: ALL }) });
    }
    case 'review':
      return yield json(`${path}.json`, await engines.reviewSession(name).findings());
    case 'workspace':
      return yield* workspaceEntries(path, engines.workspace(name));
    case 'python': {
      const session = engines.pythonSession(name);
      for (const file of await session.listFiles('')) {
        const body = file.kind === 'directory' ? new Uint8Array() : (await session.openFile(file.path)).body;
        yield { path: `${path}/${file.path}${file.kind === 'directory' ? '/' : ''}`, body };
      }
      return;
    }
    case 'replay':
    case 'tests':
      // They hold nothing of their own, and are on no list.
      return;
  }
}

async function* workspaceEntries(path: string, workspace: ReturnType<Engines['workspace']>): AsyncGenerator<ZipFile> {
  const repository = await workspace.exportRepository();
  if (repository !== undefined) {
    if (repository.shallow.length > 0) {
      yield { path: `${path}.shallow`, body: new TextEncoder().encode(`${repository.shallow.join('\n')}\n`) };
    }
    yield { path: `${path}.bundle`, body: repository.bundle };
  }
  const { memories } = await workspace.listMemories({ staleOnly: false, offset: 0, limit: MOST_MEMORIES });
  const { suggestions } = await workspace.waitingSuggestions(undefined, true);
  yield json(`${path}.memories.json`, { memories, suggestions });
}

function folderOf({ kind }: InventoryObject): string {
  return kind === 'python' ? 'python-sessions' : `${kind}s`;
}

/** A name as one part of a path. */
function partOf(name: string): string {
  return encodeURIComponent(name).replace(/^\.+$/, (dots) => dots.replaceAll('.', '%2E'));
}

function json(path: string, value: unknown): ZipFile {
  return { path, body: new TextEncoder().encode(`${JSON.stringify(value, undefined, 2)}\n`) };
}

/** `lemma://sessions/{id}` tells how a Python session stands, `lemma://sessions/{id}/files/{path}` serves its files. */
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { FileEntry } from '../../python/files.ts';
import type { SessionState } from '../../python/protocol.ts';
import type { OpenSession, SessionFacts } from '../../python/sessions.ts';
import { contentOf } from '../../workspace/files/file-text.ts';
import type { ToolEnvironment } from '../tool-context.ts';
import { fileContents, MOST_BINARY, MOST_TEXT, parseFileQuery } from './file-contents.ts';
import { escaped, type ResourceKind, SCHEME, unescaped } from './resource-kind.ts';

const PREFIX = `${SCHEME}sessions/`;
const ADDRESS = /^lemma:\/\/sessions\/([^/?#]+)(?:\/files\/([^?#]+))?(?:\?([^#]*))?$/;
/** Bytes of a file that are read to find the lines that are asked for. */
const MOST_READ = 8 << 20;
/** Entries that an overview names. */
const MOST_ENTRIES = 100;

/** Python sessions and their files; reading them starts no interpreter. */
export const SESSION_RESOURCES: ResourceKind = {
  templates: [
    {
      uriTemplate: `${PREFIX}{id}`,
      name: 'session',
      title: 'Python session',
      description: 'How a Python session stands: when it was used, its interpreter, what is mounted, its files.',
      mimeType: 'text/markdown',
      completions: { id: { kind: 'session' } },
    },
    {
      uriTemplate: `${PREFIX}{id}/files/{path}`,
      name: 'session-file',
      title: 'File of a Python session',
      description:
        "A file of a session's /workspace. ?lines=10-20 names some lines; long texts are cut and say how to go on.",
      completions: { id: { kind: 'session' }, path: { kind: 'session_file', session: 'id' } },
    },
  ],
  list: ({ pythonSessions }) =>
    pythonSessions.list().map(({ id, description }) => ({
      uri: PREFIX + escaped(id),
      name: id,
      title: `Python session ${id}`,
      ...(description !== undefined && { description }),
      mimeType: 'text/markdown',
    })),
  read(uri, environment) {
    const [, name, file, query = ''] = ADDRESS.exec(uri) ?? [];
    const [id, path] = [name, file].map((part) => part && unescaped(part));
    if (id === undefined || (file !== undefined && path === undefined)) return undefined;
    if (path !== undefined) return readFile(uri, environment.pythonSessions.open(id), path, query);
    parseFileQuery(query, []);
    return readOverview(uri, id, environment);
  },
};

async function readFile(
  uri: string,
  { id, session }: OpenSession,
  path: string,
  query: string,
): Promise<ReadResourceResult> {
  const { lineStart = 1, lineEnd: last } = parseFileQuery(query, ['lines']);
  const lineEnd = last ?? Number.POSITIVE_INFINITY;
  const file = await session.readFile(path, 0, MOST_READ);
  const part = contentOf(file.data, { lineStart, lineEnd, mostBytes: MOST_TEXT });
  const { content, truncated } =
    part.content.kind === 'binary' ? contentOf(file.data, { lineStart, lineEnd, mostBytes: MOST_BINARY }) : part;
  return fileContents({
    asked: uri,
    lineEnd: last,
    uri: `${PREFIX}${escaped(id)}/files/${escaped(file.path)}`,
    kept: '',
    path: file.path,
    size: file.size,
    content,
    truncated: truncated || file.data.length < file.size,
    elsewhere: `GET <server>/files/download/${escaped(file.path)}?session_id=${encodeURIComponent(id)} has all of it.`,
  });
}

async function readOverview(uri: string, id: string, { pythonSessions }: ToolEnvironment): Promise<ReadResourceResult> {
  const { session } = pythonSessions.open(id);
  const facts = pythonSessions.list().find((each) => each.id === id);
  const [state, entries] = await Promise.all([session.describe(), session.listFiles('')]);
  const text = overview(id, pythonSessions.active === id, facts, state, entries);
  return { contents: [{ uri, mimeType: 'text/markdown', text }] };
}

function overview(
  id: string,
  isActive: boolean,
  facts: SessionFacts | undefined,
  { kernel, waiting, usage, limits, mount }: SessionState,
  entries: readonly FileEntry[],
): string {
  const lines = entries
    .slice(0, MOST_ENTRIES)
    .map((entry) => (entry.kind === 'file' ? `- ${entry.path} (${entry.size} bytes)` : `- ${entry.path}/`));
  const more = entries.length - lines.length;
  return [
    `# Python session ${id}${isActive ? ' (active)' : ''}`,
    '',
    ...(facts?.description === undefined ? [] : [facts.description, '']),
    ...(facts === undefined ? [] : [`Created ${facts.createdAt}, last used ${facts.lastActivity}.`]),
    `Interpreter: ${kernel}${waiting > 0 ? `, ${waiting} cells wait` : ''}. Files: ${usage.bytes} of ${limits.bytes} bytes.`,
    ...(mount === undefined ? [] : [`Mounted: workspace ${mount.workspace} at commit ${mount.commit}.`]),
    '',
    '## Files',
    '',
    ...(lines.length === 0 ? ['None.'] : lines),
    ...(more > 0 ? [`- … and ${more} more`] : []),
    '',
  ].join('\n');
}

/** `lemma://workspaces/{name}` tells what is in a repository, `lemma://workspaces/{name}/files/{path}` serves its files. */
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { MOST_TREE_FILES, type ReadFileRequest } from '../../workspace/files/service.ts';
import type { IndexStatus } from '../../workspace/index/service.ts';
import type { OpenWorkspace } from '../../workspace/workspaces.ts';
import type { ToolEnvironment } from '../tool-context.ts';
import { fileContents, MOST_BINARY, MOST_TEXT, parseFileQuery } from './file-contents.ts';
import { escaped, type ResourceKind, SCHEME, unescaped } from './resource-kind.ts';

const PREFIX = `${SCHEME}workspaces/`;
const ADDRESS = /^lemma:\/\/workspaces\/([^/?#]+)(?:\/files\/([^?#]+))?(?:\?([^#]*))?$/;
/** Entries of the root that an overview names. */
const MOST_ENTRIES = 100;

/** The address of a file. */
export function workspaceFileUri(workspace: string, path: string): string {
  return `${PREFIX}${escaped(workspace)}/files/${escaped(path)}`;
}

/** Workspaces and their files. */
export const WORKSPACE_RESOURCES: ResourceKind = {
  templates: [
    {
      uriTemplate: `${PREFIX}{name}`,
      name: 'workspace',
      title: 'Workspace',
      description: 'What a repository holds: indexed commit, languages, entries of its root.',
      mimeType: 'text/markdown',
      completions: { name: { kind: 'workspace' } },
    },
    {
      uriTemplate: `${PREFIX}{name}/files/{path}`,
      name: 'workspace-file',
      title: 'File of a workspace',
      description:
        'A file of the indexed commit. ?ref= names another branch, tag or commit, ?lines=10-20 some lines; long texts are cut and say how to go on.',
      completions: { name: { kind: 'workspace' }, path: { kind: 'file', workspace: 'name' } },
    },
  ],
  list: ({ workspaces }) =>
    workspaces.list().map(({ name }) => ({
      uri: PREFIX + escaped(name),
      name,
      title: `Workspace ${name}`,
      mimeType: 'text/markdown',
    })),
  read(uri, environment) {
    const [, name, path, query = ''] = ADDRESS.exec(uri) ?? [];
    const [workspace, file] = [name, path].map((part) => part && unescaped(part));
    if (workspace === undefined || (path !== undefined && file === undefined)) return undefined;
    if (file !== undefined) return readFile({ uri, workspace, path: file, query }, environment);
    parseFileQuery(query, []);
    return readOverview(uri, environment.workspaces.open(workspace));
  },
};

interface Asked {
  readonly uri: string;
  readonly workspace: string;
  readonly path: string;
  readonly query: string;
}

async function readFile(asked: Asked, { workspaces }: ToolEnvironment): Promise<ReadResourceResult> {
  const { ref, ...lines } = parseFileQuery(asked.query, ['lines', 'ref']);
  const { workspace } = workspaces.open(asked.workspace);
  const request: ReadFileRequest = {
    path: asked.path,
    ...lines,
    ...(ref !== undefined && { ref }),
    mostBytes: MOST_TEXT,
  };
  let file = await workspace.readFile(request);
  const isWhole = file.content.kind === 'text' || !file.truncated || file.size > MOST_BINARY;
  if (!isWhole) file = await workspace.readFile({ ...request, mostBytes: MOST_BINARY });
  return fileContents({
    ...file,
    asked: asked.uri,
    lineEnd: lines.lineEnd,
    uri: workspaceFileUri(asked.workspace, file.path),
    kept: ref === undefined ? '' : `ref=${encodeURIComponent(ref)}&`,
    elsewhere: `git clone <server>/git/${asked.workspace} has all of it.`,
  });
}

async function readOverview(uri: string, { name, workspace }: OpenWorkspace): Promise<ReadResourceResult> {
  const status = await workspace.indexStatus({ offset: 0, limit: 1 });
  const { commit } = status.coverage;
  const text =
    commit === undefined
      ? emptyOverview(name)
      : overview(name, status, (await workspace.pathsLike('', MOST_TREE_FILES)).paths);
  return { contents: [{ uri, mimeType: 'text/markdown', text }] };
}

function emptyOverview(name: string): string {
  return `# Workspace ${name}\n\nEmpty: \`git push <server>/git/${name} main\` fills it, as do \`put_files\` and \`import_repository\`.\n`;
}

function overview(name: string, { coverage, languages, counts }: IndexStatus, paths: readonly string[]): string {
  const { branch, commit = '', complete, filesIndexed, filesSkipped, filesPending } = coverage;
  const state = complete ? '' : `, ${filesPending} wait to be indexed`;
  const more = paths.length < MOST_TREE_FILES ? '' : 'at least ';
  return [
    `# Workspace ${name}`,
    '',
    `Branch ${branch} at ${commit}: ${more}${paths.length} files, ${filesIndexed} indexed, ${filesSkipped} skipped${state}; ${counts.symbols} symbols.`,
    '',
    `Languages: ${languages.map(({ language, files: number, lines }) => `${language} (${number} files, ${lines} lines)`).join(', ') || 'none'}.`,
    '',
    '## Root',
    '',
    ...rootOf(paths),
    '',
    `A file is at ${workspaceFileUri(name, 'PATH')}; \`repo_map\` and \`semantic_search\` tell more.`,
    '',
  ].join('\n');
}

/** Lines of a list of what is in the root, folders with the number of files below them. */
function rootOf(paths: readonly string[]): readonly string[] {
  const entries = new Map<string, number>();
  for (const path of paths) {
    const slash = path.indexOf('/');
    const entry = slash < 0 ? path : path.slice(0, slash + 1);
    entries.set(entry, (entries.get(entry) ?? 0) + 1);
  }
  const lines = [...entries].map(([entry, files]) =>
    entry.endsWith('/') ? `- ${entry} (${files} files)` : `- ${entry}`,
  );
  const more = lines.length - MOST_ENTRIES;
  return more > 0 ? [...lines.slice(0, MOST_ENTRIES), `- … and ${more} more`] : lines;
}

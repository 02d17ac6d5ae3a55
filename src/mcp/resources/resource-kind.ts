/** What serves resources of one kind: which there are, how they are addressed, and what is at an address. */
import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { Completion } from '../prompts/completion.ts';
import type { ToolEnvironment } from '../tool-context.ts';

/** Addresses with variables; `{path}` is filled in with or without slashes escaped. */
export interface AddressTemplate extends ResourceTemplateType {
  /** What completes each variable. */
  readonly completions: Readonly<Record<string, Completion>>;
}

/** Resources of one kind. */
export interface ResourceKind {
  readonly templates: readonly AddressTemplate[];
  /** Those of the user, as `resources/list` names them. */
  list(environment: ToolEnvironment): readonly Resource[];
  /**
   * What is at an address; undefined for one of another kind. Throws `ToolFailure`, and `ResourceNotFoundError` where nothing is.
   */
  read(uri: string, environment: ToolEnvironment): Promise<ReadResourceResult> | undefined;
}

/** What every address of the server's own begins with. */
export const SCHEME = 'lemma://';

/** A segment or a path as it stands in an address. */
export function escaped(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** What an escaped segment or path stands for; undefined when it is none. */
export function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

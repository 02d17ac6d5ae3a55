/** Every resource of a user: listed, addressed by templates, and read. */
import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { kindOf } from '../../lib/error-types.ts';
import { asToolFailure, wordsOf } from '../../lib/errors.ts';
import type { ToolEnvironment } from '../tool-context.ts';
import { REPORT_RESOURCES } from './reports.ts';
import type { AddressTemplate, ResourceKind } from './resource-kind.ts';
import { SCAFFOLD_RESOURCES } from './scaffolds.ts';
import { SESSION_RESOURCES } from './sessions.ts';
import { SKILL_RESOURCES } from './skills.ts';
import { SYMBOLIC_RESOURCES } from './symbolic.ts';
import { WORKSPACE_RESOURCES } from './workspaces.ts';

const KINDS: readonly ResourceKind[] = [
  WORKSPACE_RESOURCES,
  SESSION_RESOURCES,
  REPORT_RESOURCES,
  SCAFFOLD_RESOURCES,
  SYMBOLIC_RESOURCES,
  SKILL_RESOURCES,
];

/** Resources of one page of the list. */
export const PAGE_SIZE = 50;

/** Addresses with variables. */
export const ADDRESS_TEMPLATES: readonly AddressTemplate[] = KINDS.flatMap(({ templates }) => templates);

/** The same as `resources/templates/list` sends them. */
export const TEMPLATE_LISTINGS: readonly ResourceTemplateType[] = ADDRESS_TEMPLATES.map(
  ({ completions: _, ...listing }) => listing,
);

/** All resources: workspaces, sessions, reports from the newest on, then scaffolds and what the symbolic tools are. */
export function listResources(environment: ToolEnvironment): readonly Resource[] {
  return KINDS.flatMap((kind) => kind.list(environment));
}

/** What is at an address. Throws `ResourceNotFoundError` where nothing is, and `ToolFailure`. */
export async function readResource(uri: string, environment: ToolEnvironment): Promise<ReadResourceResult> {
  try {
    for (const kind of KINDS) {
      const found = kind.read(uri, environment);
      if (found !== undefined) return await found;
    }
  } catch (error) {
    const failure = asToolFailure(error)?.failure;
    if (failure === undefined || kindOf(failure.errorType).httpStatus !== 404) throw error;
    throw new ResourceNotFoundError(uri, wordsOf(failure));
  }
  const templates = ADDRESS_TEMPLATES.map(({ uriTemplate }) => uriTemplate).join(', ');
  throw new ResourceNotFoundError(
    uri,
    `There is no resource ${uri.slice(0, 500)}. Addresses are ${templates}; resources/list names some.`,
  );
}

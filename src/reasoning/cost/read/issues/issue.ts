/** How findings are made. */

import type { FlowCall } from '../../../../syntax/api.ts';
import { writtenCallee } from '../../../trace/calls.ts';
import { scopedName } from '../../../trace/entry.ts';
import type { Reading } from '../reading.ts';
import type { CostIssue, IssueKind } from '../service.ts';

/** What a finding says beside its kind. */
export interface Said {
  readonly line: number;
  readonly code: string;
  readonly why: string;
  readonly advice: string;
  readonly certainty?: CostIssue['certainty'];
}

/** A finding in a function. */
export function issue({ of }: Reading, kind: IssueKind, { certainty = 'exact', ...said }: Said): CostIssue {
  return { kind, path: of.path, function: scopedName(of.flow), certainty, ...said };
}

/** A call as the source has it, on one line. */
export function codeOf(call: FlowCall): string {
  return `${writtenCallee(call)}(${call.arguments.map(({ text, name }) => (name === undefined ? text : `${name}=${text}`)).join(', ')})`.slice(
    0,
    160,
  );
}

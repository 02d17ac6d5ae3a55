/** Names of findings that stay while their content does, wherever their lines move. */
import { sha256 } from '../../lib/sha256.ts';
import type { Finding } from '../finding.ts';

/** A finding with its name. */
export interface IdentifiedFinding extends Finding {
  /** 16 hex digits of rule, file and content: the same after a rebase. */
  readonly id: string;
}

/** Names the findings. Those that nothing but their line tells apart are numbered in the order of their lines. */
export async function identify(findings: readonly Finding[]): Promise<readonly IdentifiedFinding[]> {
  const counts = new Map<string, number>();
  const ordered = findings.toSorted((left, right) => left.line - right.line);
  return Promise.all(
    ordered.map(async (finding) => {
      const content = `${finding.rule}\n${finding.file}\n${finding.identity.replace(/\s+/g, ' ').trim()}`;
      const count = (counts.get(content) ?? 0) + 1;
      counts.set(content, count);
      return { ...finding, id: (await sha256(`${content}\n${count}`)).slice(0, 16) };
    }),
  );
}

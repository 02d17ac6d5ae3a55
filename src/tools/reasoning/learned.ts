/** What a conversation learned: claims that held, suggested to its workspace as memories. */
import { asToolFailure } from '../../lib/errors.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { answeredTurns } from '../../reasoning/conversation/questions.ts';
import type { ConversationRecord, StalePiece } from '../../reasoning/conversation/service.ts';
import type { NewMemory } from '../../workspace/memories/service.ts';

/** Suggestions that a workspace takes at once. */
const MOST_LEARNED = 50;

/** How many were suggested, or why none could be. */
export interface Suggested {
  readonly suggested: number;
  readonly why?: string;
}

/** Suggests what was learned; what is kept, waits or was dismissed already is not suggested again. */
export async function suggestLearned(
  record: ConversationRecord,
  stale: readonly StalePiece[],
  { principal, workspaces }: ToolContext,
): Promise<Suggested> {
  const memories = learnedIn(record, stale).slice(0, MOST_LEARNED);
  if (memories.length === 0) return { suggested: 0 };
  if (!principal.scopes.includes('write')) return { suggested: 0, why: 'The key lacks the scope write.' };
  const { id: session, workspace, ref } = record.facts;
  try {
    const request = { session, memories, ...(ref !== undefined && { ref }) };
    const outcomes = await workspaces.open(workspace).workspace.suggestMemories(request);
    return { suggested: outcomes.filter(({ kind }) => kind === 'suggested').length };
  } catch (error) {
    const failure = asToolFailure(error)?.failure;
    if (failure === undefined) throw error;
    return { suggested: 0, why: failure.message };
  }
}

/** A fact for each claim that held and that names code which still stands where it did. */
export function learnedIn({ turns, facts }: ConversationRecord, stale: readonly StalePiece[]): readonly NewMemory[] {
  return answeredTurns(turns).flatMap(({ number, answer }) =>
    answer.supported.flatMap(({ claim, basis, path, line }): readonly NewMemory[] => {
      const isStale = stale.some((one) => one.what === 'quote' && one.turn === number && one.path === path);
      if (path === undefined || line === undefined || isStale) return [];
      const lines = claim.quote?.split('\n').length ?? 1;
      return [
        {
          category: 'facts',
          content: claim.statement,
          subtype: 'checked_claim',
          tags: [],
          source: `${facts.id}, turn ${number}: said by ${answer.by}, ${basis}`,
          evidence: [{ path, lineStart: line, lineEnd: line + lines - 1 }],
        },
      ];
    }),
  );
}

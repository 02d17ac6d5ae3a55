/** What a conversation learned: claims that held, suggested to its workspace as memories. */
import { asToolFailure } from '../../lib/errors.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { answeredTurns } from '../../reasoning/conversation/questions.ts';
import type { ConversationRecord, StalePiece } from '../../reasoning/conversation/service.ts';
import type { NewMemory } from '../../workspace/memories/service.ts';

/** Suggestions that a workspace takes at once. */
const MOST_LEARNED = 50;

/** How many were suggested, and why the others could not be. */
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
  const learned = learnedIn(record, stale).slice(0, MOST_LEARNED);
  if (learned.length === 0) return { suggested: 0 };
  if (!principal.scopes.includes('write')) return { suggested: 0, why: 'The key lacks the scope write.' };
  const { id: session, workspace: name } = record.facts;
  let suggested = 0;
  try {
    const { workspace } = workspaces.open(name);
    for (const [ref, each] of Map.groupBy(learned, ({ commit }) => commit)) {
      const outcomes = await workspace.suggestMemories({ session, memories: each.map(({ memory }) => memory), ref });
      suggested += outcomes.filter(({ kind }) => kind === 'suggested').length;
    }
    return { suggested };
  } catch (error) {
    const failure = asToolFailure(error)?.failure;
    if (failure === undefined) throw error;
    return { suggested, why: failure.message };
  }
}

/** A memory, and the commit at which its claim was checked: the lines that it cites are of that one, and may be elsewhere by now. */
export interface Learned {
  readonly commit: string;
  readonly memory: NewMemory;
}

/** A fact for each claim that held and that names code which the workspace still has. */
export function learnedIn({ turns, facts }: ConversationRecord, stale: readonly StalePiece[]): readonly Learned[] {
  return answeredTurns(turns).flatMap(({ number, answer, commit }) =>
    answer.supported.flatMap(({ claim, basis, path, line }): readonly Learned[] => {
      const isStale = stale.some((one) => one.what === 'quote' && one.turn === number && one.path === path);
      if (commit === undefined || path === undefined || line === undefined || isStale) return [];
      const lines = claim.quote?.split('\n').length ?? 1;
      return [
        {
          commit,
          memory: {
            category: 'facts',
            content: claim.statement,
            subtype: 'checked_claim',
            tags: [],
            source: `${facts.id}, turn ${number}: said by ${answer.by}, ${basis}`,
            evidence: [{ path, lineStart: line, lineEnd: line + lines - 1 }],
          },
        },
      ];
    }),
  );
}

/** A conversation as a report: all that was said, and where the code stands that was shown. */
import { outgoing } from '../../lib/secrets/outgoing.ts';
import { type Block, placeText, type ReportDocument } from '../../mcp/report/document.ts';
import { openQuestions } from '../../reasoning/conversation/questions.ts';
import type { ConversationRecord, EvidencePiece, Turn } from '../../reasoning/conversation/service.ts';

/** What is kept of a conversation: no times, and of the code only where it is. */
export interface KeptConversation extends Pick<ConversationRecord, 'facts' | 'findings'> {
  readonly turns: readonly Omit<Turn, 'askedAt' | 'answeredAt'>[];
  readonly evidence: readonly Omit<EvidencePiece, 'text'>[];
}

/** The kept part. */
export function keptConversation({ facts, turns, evidence, findings }: ConversationRecord): KeptConversation {
  return {
    facts,
    findings,
    turns: turns.map(({ askedAt: _asked, answeredAt: _answered, ...turn }) => turn),
    evidence: evidence.map(({ text: _, ...piece }) => piece),
  };
}

/** The document of a conversation. */
export function conversationDocument({ facts, turns, evidence, findings }: KeptConversation): ReportDocument {
  const { context, focus, depth, workspace, forkOf } = facts;
  const open = openQuestions(turns);
  return {
    title: `Conversation ${facts.id}`,
    summary: `${turns.length} turns about ${focus} in ${workspace}, depth ${depth} of 5; ${open.length} questions are open.`,
    sections: [
      {
        heading: 'Handed over',
        blocks: [
          text(context.stuckDescription),
          ...list(context.attemptedApproaches.map((each) => `Tried: ${each}`)),
          ...list(context.partialFindings.map((each) => `Found: ${each}`)),
          ...list(forkOf === undefined ? [] : [`Copy of ${forkOf.id} up to turn ${forkOf.turn}`]),
        ],
      },
      ...turns.map((turn) => ({
        heading: `Turn ${turn.number}`,
        blocks: [
          ...findings.filter((finding) => finding.turn === turn.number).flatMap(findingBlocks),
          ...turnBlocks(
            turn,
            evidence.filter((piece) => piece.turn === turn.number),
          ),
        ],
      })),
      ...(findings.some(({ turn }) => turn > turns.length)
        ? [
            {
              heading: 'Found out after the last turn',
              blocks: findings.filter(({ turn }) => turn > turns.length).flatMap(findingBlocks),
            },
          ]
        : []),
      ...(open.length === 0
        ? []
        : [{ heading: 'Open questions', blocks: list(open.map(({ number, text: each }) => `${number}. ${each}`)) }]),
    ],
    properties: { session_id: facts.id, turns: turns.length },
  };
}

function findingBlocks({
  tool,
  arguments: given,
  text: found,
}: KeptConversation['findings'][number]): readonly Block[] {
  return [{ kind: 'paragraph', text: `Found out by ${tool} ${given}:` }, text(found)];
}

function turnBlocks(
  { number, message, answer, omitted }: KeptConversation['turns'][number],
  evidence: KeptConversation['evidence'],
) {
  const shown = evidence.map(
    ({ path, line, lineEnd, commit, blob }) => `Shown: ${path}:${line}-${lineEnd} at ${commit}, content ${blob}`,
  );
  const asked = [
    ...(number === 1 ? [] : [text(message)]),
    ...list([...shown, ...omitted.map(({ what, why }) => `Not shown: ${what}: ${why}`)]),
  ];
  if (answer === undefined) return [...asked, text('It has no answer.')];
  return [
    ...asked,
    { kind: 'paragraph', text: `Answered by ${answer.by}:` } as const,
    text(answer.answer),
    ...list([
      ...answer.supported.map(
        ({ claim, basis, path = claim.file, line = claim.line }) =>
          `Holds (${basis}): ${claim.statement}${path === undefined ? '' : ` [${placeText({ file: path, ...(line !== undefined && { line }) })}]`}`,
      ),
      ...answer.unsupported.map(({ claim, why }) => `Unsupported: ${claim.statement} (${why})`),
      ...answer.root_causes.map((each) => `Root cause: ${each}`),
      ...answer.solutions.map(({ description }) => `Solution: ${description}`),
      ...answer.risks.map((each) => `Risk: ${each}`),
      ...answer.steps.map((each) => `Step: ${each}`),
      ...answer.next_steps.map((each) => `Next: ${each}`),
      ...answer.open_questions.map((each) => `Asked: ${each}`),
    ]),
  ];
}

/** A text as it is, with its lines. */
function text(whole: string): Block {
  return { kind: 'code', language: 'text', text: outgoing(whole) };
}

function list(items: readonly string[]): readonly Block[] {
  return items.length === 0 ? [] : [{ kind: 'list', items: items.map(outgoing) }];
}

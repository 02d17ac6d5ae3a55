/** `finalize_conversation`: ends a conversation with what it came to. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { PRIORITIES, solutionSchema } from '../../reasoning/conversation/answer.ts';
import { answeredTurns, openQuestions } from '../../reasoning/conversation/questions.ts';
import type { ConversationRecord, Freshness } from '../../reasoning/conversation/service.ts';
import { type SaidIn, type Summary, summaryOf } from '../../reasoning/conversation/summary.ts';
import { conversationDocument, type KeptConversation, keptConversation } from './conversation-document.ts';
import {
  claimFields,
  renderStale,
  sessionId,
  staleFields,
  staleSchema,
  supportedSchema,
  unsupportedSchema,
} from './conversation-fields.ts';
import { type Suggested, suggestLearned } from './learned.ts';

const FORMATS = ['detailed', 'concise', 'actionable'] as const;
type Format = (typeof FORMATS)[number];

const inTurn = { turn: z.int() };

const outputSchema = z.object({
  session_id: z.string(),
  conversation_summary: z
    .object({
      problem_identified: z.string(),
      root_causes: z.array(z.string()).optional(),
      solutions_discussed: z.array(solutionSchema.extend(inTurn)).optional(),
      recommended_action: z
        .object({
          priority: z.enum(PRIORITIES).optional(),
          steps: z.array(z.string()),
          estimated_effort: z.string().optional(),
          risks: z.array(z.string()).optional(),
        })
        .optional(),
      conversation_turns: z.int().describe('With an answer.'),
      analysis_duration: z.string().describe('From the beginning to what was said last.'),
      open_questions: z.array(z.string()).optional(),
      turns: z
        .array(z.object({ ...inTurn, message: z.string(), answered_by: z.string(), answer: z.string() }))
        .optional(),
    })
    .describe('Said in the turns that stand behind each point; absent or empty: nobody said anything of the kind.'),
  supported_claims: z.array(supportedSchema.extend(inTurn)),
  unsupported_claims: z.array(unsupportedSchema.extend(inTurn)),
  artifacts: z
    .object({
      code_snippets: z.array(
        z.object({
          ...inTurn,
          file: z.string(),
          line: z.int(),
          line_end: z.int(),
          commit: z.string(),
          content: z.string().describe('Id of the content of the file.'),
          stale: z.boolean().optional().describe('Absent where nothing could be compared.'),
        }),
      ),
      logs_analyzed: z.array(z.string()),
      metrics_collected: z.array(z.string()),
    })
    .optional()
    .describe('The code that was shown; logs and metrics are empty: conversations collect none.'),
  findings: z
    .array(
      z.object({ ...inTurn, tool: z.string(), arguments: z.string(), says: z.string().describe('Its first line.') }),
    )
    .describe('Results of tools that the conversation was told.'),
  suggested_memories: z
    .int()
    .describe('Claims that held and still stand where they did; review_memory_suggestions keeps or dismisses them.'),
  not_suggested: z.string().optional().describe('Why others could not be suggested.'),
  stale: staleSchema,
  not_compared: z.string().optional().describe('Why nothing could be compared with the workspace.'),
  tokens: z
    .object({ asked: z.int(), answered: z.int() })
    .describe('Of all questions and answers, counted here before questions are cut to the size of who answers.'),
});

type Output = z.output<typeof outputSchema>;

const keptSchema = z.object({
  format: z.literal(1),
  conversation: z.custom<KeptConversation>((value) => typeof value === 'object' && value !== null),
});

export default defineTool({
  name: 'finalize_conversation',
  toolset: 'reasoning',
  title: 'Finish a conversation',
  description:
    'Ends a conversation with a summary, each point with its turn: problem, causes, solutions, what to do, claims that held and did not. ' +
    'It adds nothing to what was said. The whole conversation is linked as a report.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: sessionId,
    summary_format: z
      .enum(FORMATS)
      .default('actionable')
      .describe(
        'concise: problem, causes and steps; actionable: solutions, effort and risks besides; detailed: every turn, and the code.',
      ),
  }),
  output: outputSchema,
  more: { 'conversation_summary.turns': inReport, 'artifacts.code_snippets': inReport },
  async handler({ session_id, summary_format }, ctx) {
    const record = await ctx.conversations.finalize(session_id);
    const freshness = await ctx.conversations.open(session_id).conversation.freshness();
    const learned = await suggestLearned(record, freshness.stale, ctx);
    return { ...toOutput(record, freshness, learned, summary_format), record };
  },
  render: (output) => render(output),
  report: {
    kept: keptSchema,
    keep: (_args, _output, { record }) => ({ format: 1 as const, conversation: keptConversation(record) }),
    document: ({ conversation }) => conversationDocument(conversation),
  },
});

function inReport(): string {
  return 'all of it in the report that the result links to';
}

function toOutput(record: ConversationRecord, freshness: Freshness, learned: Suggested, format: Format): Output {
  const answered = answeredTurns(record.turns);
  const claims = answered.map(({ number: turn, answer }) => ({ turn, ...claimFields(answer) }));
  const sum = (pick: (tokens: { readonly asked: number; readonly answered: number }) => number) =>
    answered.reduce((total, { tokens }) => total + (tokens === undefined ? 0 : pick(tokens)), 0);
  return {
    session_id: record.facts.id,
    conversation_summary: summaryFields(record, summaryOf(record), format),
    supported_claims: claims.flatMap(({ turn, supported_claims }) =>
      supported_claims.map((claim) => ({ ...claim, turn })),
    ),
    unsupported_claims: claims.flatMap(({ turn, unsupported_claims }) =>
      unsupported_claims.map((claim) => ({ ...claim, turn })),
    ),
    ...(format === 'detailed' && { artifacts: artifacts(record, freshness) }),
    findings: record.findings.map(({ turn, tool, arguments: given, text }) => {
      return { turn, tool, arguments: given, says: text.split('\n', 1)[0] ?? '' };
    }),
    suggested_memories: learned.suggested,
    ...(learned.why !== undefined && { not_suggested: learned.why }),
    stale: staleFields(freshness.stale),
    ...(freshness.error !== undefined && { not_compared: freshness.error }),
    tokens: { asked: sum(({ asked }) => asked), answered: sum((tokens) => tokens.answered) },
  };
}

function summaryFields(record: ConversationRecord, summary: Summary, format: Format): Output['conversation_summary'] {
  const { problem, rootCauses, solutions, risks, steps, priority, effort, turns, durationMs } = summary;
  const open = openQuestions(record.turns).map(({ text, raisedIn }) => linked({ text, turn: raisedIn }));
  const isConcise = format === 'concise';
  const hasAction = steps.length + risks.length > 0 || priority !== undefined || effort !== undefined;
  return {
    problem_identified: problem,
    root_causes: rootCauses.map(linked),
    ...(!isConcise && { solutions_discussed: solutions.map((each) => ({ ...each })) }),
    ...(hasAction && {
      recommended_action: {
        ...(priority !== undefined && { priority: priority.value }),
        steps: steps.map(linked),
        ...(effort !== undefined && { estimated_effort: linked(effort) }),
        ...(!isConcise && { risks: risks.map(linked) }),
      },
    }),
    conversation_turns: turns,
    analysis_duration: durationText(durationMs),
    ...(!isConcise && { open_questions: open }),
    ...(format === 'detailed' && {
      turns: answeredTurns(record.turns).map(({ number, message, answer }) => ({
        turn: number,
        message,
        answered_by: answer.by,
        answer: answer.answer,
      })),
    }),
  };
}

function artifacts({ evidence }: ConversationRecord, { stale, error }: Freshness): NonNullable<Output['artifacts']> {
  return {
    code_snippets: evidence.map(({ turn, path, line, lineEnd, commit, blob }) => ({
      turn,
      file: path,
      line,
      line_end: lineEnd,
      commit,
      content: blob,
      ...(error === undefined && {
        stale: stale.some(
          (one) => one.what === 'evidence' && one.turn === turn && one.path === path && one.line === line,
        ),
      }),
    })),
    logs_analyzed: [],
    metrics_collected: [],
  };
}

function linked({ text, turn }: SaidIn): string {
  return `${text} (turn ${turn})`;
}

function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function render(output: Output): string {
  const {
    session_id,
    conversation_summary: summary,
    supported_claims,
    unsupported_claims,
    artifacts: shown,
    stale,
  } = output;
  const { recommended_action: action } = summary;
  return [
    `${session_id} is completed: ${summary.conversation_turns} turns in ${summary.analysis_duration}.`,
    `Problem: ${summary.problem_identified}`,
    ...(summary.root_causes ?? []).map((each) => `Root cause: ${each}`),
    ...(summary.solutions_discussed ?? []).map(
      ({ description, feasibility, effort_estimate, turn }) =>
        `Solution: ${[description, feasibility, effort_estimate].filter((each) => each !== undefined).join('; ')} (turn ${turn})`,
    ),
    ...(action?.priority === undefined ? [] : [`Priority: ${action.priority}`]),
    ...(action?.steps ?? []).map((each, index) => `Step ${index + 1}: ${each}`),
    ...(action?.estimated_effort === undefined ? [] : [`Effort: ${action.estimated_effort}`]),
    ...(action?.risks ?? []).map((each) => `Risk: ${each}`),
    ...(summary.open_questions ?? []).map((each) => `Open: ${each}`),
    ...supported_claims.map(({ statement, basis, turn }) => `Holds (${basis}): ${statement} (turn ${turn})`),
    ...unsupported_claims.map(({ statement, why, turn }) => `Unsupported: ${statement}: ${why} (turn ${turn})`),
    ...(summary.turns ?? []).map(
      ({ turn, message, answered_by, answer }) => `Turn ${turn}: ${message}\n${answered_by}: ${answer}`,
    ),
    ...(shown?.code_snippets ?? []).map(
      ({ turn, file, line, line_end, commit }) => `Shown in turn ${turn}: ${file}:${line}-${line_end} at ${commit}`,
    ),
    ...output.findings.map(
      ({ turn, tool, arguments: given, says }) => `Found out by ${tool} ${given}: ${says} (turn ${turn})`,
    ),
    ...(output.suggested_memories === 0
      ? []
      : [
          `${output.suggested_memories} memories are suggested: review_memory_suggestions with session_id ${session_id}.`,
        ]),
    ...(output.not_suggested === undefined ? [] : [`Not all memories are suggested: ${output.not_suggested}`]),
    ...renderStale(stale),
    ...(output.not_compared === undefined ? [] : [`Not compared with the workspace: ${output.not_compared}`]),
    `Tokens: ${output.tokens.asked} asked, ${output.tokens.answered} answered.`,
  ].join('\n');
}

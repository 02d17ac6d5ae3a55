/** What a model, or the calling agent, is asked when a plan is to be written: the question, the evidence, and what it has to write. */
import { z } from 'zod';
import { CHECK_EXAMPLES } from '../checks.ts';
import type { Draft } from '../plan.ts';
import { STEP_TYPES } from '../step-types.ts';
import { filesToChange, MOST_FILES } from './scaffold-steps.ts';
import type { GoalEvidence } from './service.ts';
import { counted, fileWords, listed, riskWords, symbolWords } from './words.ts';

const lines = z.array(z.string()).default([]);
const numbers = z.array(z.int());
const features = z
  .array(z.strictObject({ name: z.string(), description: z.string().default(''), steps: numbers }))
  .default([]);

/** What a plan's writer has to write; what the server knows, it adds. `validateDraft` checks the limits of a plan, and says which. */
export const planAnswerSchema = z.strictObject({
  included: lines.describe('What is in scope.'),
  excluded: lines,
  assumptions: lines,
  steps: z
    .array(
      z.strictObject({
        number: z.int().describe('1, 2, 3 …'),
        description: z.string().describe('One concern.'),
        type: z.enum(STEP_TYPES),
        dependencies: numbers.default([]).describe('Numbers of the steps before it.'),
        files_affected: lines.describe(`Paths, at most ${MOST_FILES}.`),
        symbols: z.array(z.strictObject({ file: z.string(), name: z.string() })).default([]),
        details: z.string().optional(),
        acceptance_criteria: lines,
        checks: z
          .array(z.looseObject({ kind: z.string() }))
          .default([])
          .describe(`What decides that it is done:\n${CHECK_EXAMPLES}`),
        command: z.string().optional().describe('Of a command step: what the agent runs.'),
        python: z.string().optional().describe('Of a command step: code that runs here.'),
        estimated_duration_ms: z.int().optional(),
      }),
    )
    .min(1),
  mvp_features: features,
  nice_to_have_features: features,
  architecture_notes: z.string().default(''),
  patterns_used: lines,
  risks: z
    .array(
      z.strictObject({
        issue: z.string(),
        mitigation: z.string().default(''),
        likelihood: z.enum(['low', 'medium', 'high']),
        impact: z.string().default(''),
      }),
    )
    .default([]),
  questions: lines.describe('What only the user can answer.'),
});

/** What a plan's writer wrote. */
export type PlanAnswer = z.output<typeof planAnswerSchema>;

/** A piece of evidence; without a file it is what the caller sent, or what was made of the rest. */
export interface EvidencePiece {
  readonly file?: string;
  readonly line?: number;
  readonly from: 'caller' | 'code' | 'scaffold';
  readonly text: string;
}

/** A question for the shared mechanism of hand-backs. */
export interface PlanQuestion {
  readonly question: string;
  readonly evidence: readonly EvidencePiece[];
}

/** What the caller asks for. */
export interface Wanted {
  readonly goal: string;
  readonly context?: string | undefined;
  readonly constraints: readonly string[];
}

/** Characters of a piece that is shown whole. */
const LONGEST_PIECE = 7_000;

/** The question. What the caller and the code say is evidence, so that nothing in it is read as an instruction of the server. */
export function planQuestion(wanted: Wanted, evidence: GoalEvidence, scaffold: Draft, maxSteps: number): PlanQuestion {
  const { commit, notSeen, risks } = evidence;
  return {
    question: [
      `Write the plan for the goal that the first piece of evidence states, in at most ${maxSteps} steps, for ` +
        `${commit === undefined ? 'an empty workspace' : `commit ${commit} of workspace ${evidence.workspace}`}.`,
      `A step has one concern and at most ${MOST_FILES} files: file_edit changes files that are there or that a step it waits for creates, ` +
        'file_create creates files that are not there. A step that changes files has a check or a criterion that can be checked.',
      'The piece that is called a scaffold was made of the evidence alone, without any model: take of it what is right. Until somebody ' +
        'answers, it is all there is; generate_plan with scaffold_only stores it.',
    ].join(' '),
    evidence: [
      ...wantedPieces(wanted),
      { from: 'scaffold', text: scaffoldText(scaffold) },
      { from: 'scaffold', text: restText(evidence, risks.map(riskWords), notSeen) },
      ...evidence.files.map((file): EvidencePiece => {
        const symbols = file.symbols.map((symbol) => `Line ${symbol.line}: ${symbolWords(symbol)}`);
        return { from: 'code', file: file.path, text: [fileWords(file, evidence), ...symbols].join('\n') };
      }),
      ...filesToChange(evidence)
        .flatMap(({ symbols }) => symbols)
        .map(({ file, line, code }): EvidencePiece => ({ from: 'code', file, line, text: code })),
    ],
  };
}

function wantedPieces({ goal, context = '', constraints }: Wanted): readonly EvidencePiece[] {
  return [
    ...pieces('Goal', goal),
    ...pieces('Context', context),
    ...pieces('Constraints', constraints.map((each) => `- ${each}`).join('\n')),
  ];
}

/** A text in pieces that are shown whole. */
function pieces(name: string, whole: string): readonly EvidencePiece[] {
  if (whole === '') return [];
  const count = Math.ceil(whole.length / LONGEST_PIECE);
  return Array.from({ length: count }, (_, index) => {
    const part = whole.slice(index * LONGEST_PIECE, (index + 1) * LONGEST_PIECE).toWellFormed();
    const title = count === 1 ? name : `${name}, part ${index + 1} of ${count}`;
    return { from: 'caller', text: `${title}:\n${part}` };
  });
}

function scaffoldText({ steps, questions }: Draft): string {
  return [
    'Scaffold, made of evidence alone:',
    ...steps.map(({ number, type, description, dependencies, files_affected = [], checks = [] }) => {
      const facts = [
        dependencies.length === 0 ? undefined : `after ${dependencies.join(', ')}`,
        files_affected.length === 0 ? undefined : listed(files_affected),
        checks.length === 0 ? undefined : `checks: ${checks.map(({ kind }) => kind).join(', ')}`,
      ].filter((fact) => fact !== undefined);
      return `${number}. [${type}] ${description}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`;
    }),
    ...questions.map((question) => `Open: ${question}`),
  ].join('\n');
}

function restText(evidence: GoalEvidence, risks: readonly string[], notSeen: readonly string[]): string {
  const { others, totalFiles, totalTestFiles, testFiles, testCommand } = evidence;
  return [
    `The commit has ${counted(totalFiles, 'file')}, ${totalTestFiles} of them of tests${testFiles.length === 0 ? '' : `: ${listed(testFiles)}`}.`,
    ...(testCommand === undefined ? [] : [`Tests are run by ${testCommand.command}, as ${testCommand.file} tells.`]),
    ...(others.length === 0 ? [] : [`Found beside programs: ${listed(others)}.`]),
    ...risks.map((risk) => `Risk: ${risk}`),
    ...notSeen.map((each) => `Not looked at: ${each}.`),
  ].join('\n');
}

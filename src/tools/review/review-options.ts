/** Parameters that say how a change is reviewed. */
import { z } from 'zod';
import { supplySchema } from '../../lib/supply.ts';
import { SEVERITIES } from '../../review/finding.ts';
import type { ReviewOptions } from '../../review/service.ts';

const ids = z.array(z.string().min(1).max(200)).max(500).default([]);

/** The parameter `options` of every review. */
export const optionsParameter = z
  .strictObject({
    confidence_threshold: z.number().min(0).max(1).default(0.7).describe('Findings less sure are left out.'),
    max_findings: z.int().min(1).max(500).default(50).describe('Findings to return.'),
    categories: z.array(z.string().min(1).max(100)).min(1).max(50).optional().describe('Only these.'),
    fail_on_severity: z.enum(SEVERITIES).optional().describe('should_fail for findings as bad or worse.'),
    fail_on_behaviour: z.boolean().default(false).describe('should_fail when behaviour differs.'),
    fail_on_invariant_ids: ids.describe('should_fail when one is broken.'),
    allowlist_finding_ids: ids.describe('Dismissed: ids of findings, or rules.'),
    enable_static_analysis: z.boolean().default(false).describe('Run analyzers; what is new is reported.'),
    static_analyzers: z
      .array(z.enum(['tsc', 'semgrep', 'ruff', 'biome', 'pyright']))
      .min(1)
      .optional()
      .describe('By default those that fit, but pyright.'),
    static_analysis_timeout_ms: z.int().min(1000).max(240_000).default(60_000).describe('For each analyzer.'),
    enable_llm_review: z
      .boolean()
      .default(false)
      .describe('A model judges too; without one you are asked, with a handle.'),
    two_pass: z.boolean().default(true).describe('First where to look, then what is wrong.'),
    llm_risk_threshold: z.number().min(1).max(5).default(3).describe('Least risk_score to ask about.'),
    custom_instructions: z.string().max(4000).default('').describe('For the question.'),
    include_sarif: z.boolean().default(false).describe('As SARIF 2.1.0, too.'),
    include_markdown: z.boolean().default(false).describe('As a comment for GitHub, too.'),
    enable_behaviour: z
      .boolean()
      .default(true)
      .describe('Compare changed Python functions by proof; needs a workspace.'),
    enable_surface: z.boolean().default(true).describe('Compare the public surface; needs a workspace.'),
    enable_test_reach: z.boolean().default(true).describe('Changed functions that no test reaches.'),
    run_tests: z.boolean().default(false).describe('Run Python tests that reach what changed.'),
    enable_mutants: z.boolean().default(false).describe('Mutants that tests survive.'),
    supply: supplySchema.optional(),
    invariants_path: z
      .string()
      .min(1)
      .max(1000)
      .default('.review-invariants.yml')
      .describe("File of the team's rules."),
  })
  .refine(({ supply, run_tests, enable_mutants }) => supply === undefined || run_tests || enable_mutants, {
    path: ['supply'],
    message: 'is for code that runs: set run_tests or enable_mutants, too, or leave it out',
  })
  .describe('find_tools explains.')
  .prefault({});

/** What {@link optionsParameter} gives. */
export type OptionFields = z.output<typeof optionsParameter>;

/** The options as the engine takes them. */
export function toReviewOptions(options: OptionFields, paths: readonly string[]): ReviewOptions {
  return {
    policy: {
      confidenceThreshold: options.confidence_threshold,
      maxFindings: options.max_findings,
      ...(options.categories !== undefined && { categories: options.categories }),
      ...(options.fail_on_severity !== undefined && { failOnSeverity: options.fail_on_severity }),
      failOnInvariantIds: options.fail_on_invariant_ids,
      failOnBehaviour: options.fail_on_behaviour,
      allowlist: options.allowlist_finding_ids,
    },
    paths,
    invariantsPath: options.invariants_path,
    behaviour: options.enable_behaviour,
    surface: options.enable_surface,
    tests: options.enable_test_reach,
    runTests: options.run_tests,
    mutants: options.enable_mutants,
    ...(options.supply !== undefined && { supply: options.supply }),
    ...(options.enable_static_analysis && {
      staticAnalysis: {
        ...(options.static_analyzers !== undefined && { analyzers: options.static_analyzers }),
        timeoutMs: options.static_analysis_timeout_ms,
      },
    }),
    ...(options.enable_llm_review && {
      model: {
        twoPass: options.two_pass,
        riskThreshold: options.llm_risk_threshold,
        instructions: options.custom_instructions,
      },
    }),
  };
}

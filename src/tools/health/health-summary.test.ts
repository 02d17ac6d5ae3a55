import { expect, it } from 'vitest';
import { createDatabase } from '../../../test/sqlite.ts';
import { pythonSession, pythonSessions, toolContext, workspaces } from '../../../test/tool-context.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { VERSION } from '../../lib/version.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { MODELS_SCHEMA, UserModels } from '../../models/user-models.ts';
import healthCheck from './health-check.ts';
import healthSummary from './health-summary.ts';

const MB = 1024 * 1024;

function context(overrides: Partial<ToolContext> = {}): ToolContext {
  const base = toolContext();
  const syntaxInfo = async () => ({ treeSitterVersion: '1', tokenizer: 't', heapBytes: MB, versions: new Map() });
  const python = pythonSession({ info: async () => ({ pythonVersion: '3', heapBytes: MB, fileBytes: 0 }) });
  return toolContext({
    workspaces: workspaces({ syntaxInfo }),
    symbolic: { ...base.symbolic, info: async () => ({ z3Version: '5', version: '1', heapBytes: MB, running: 0 }) },
    pythonSessions: pythonSessions(python),
    review: { ...base.review, info: async () => ({ version: VERSION }) },
    reasoning: { ...base.reasoning, info: async () => ({ version: VERSION }) },
    planning: { ...base.planning, info: async () => ({ version: VERSION }) },
    ...overrides,
  });
}

it('sums up what was measured, and leaves out what was not', async () => {
  const { structuredContent } = await healthSummary.call({ include_details: false }, context());
  expect(structuredContent).toMatchObject({ overall_status: 'healthy', recommendations: [] });
  expect(structuredContent).toHaveProperty('performance_metrics', { uptime: 60, memory_usage: 3 });
  expect(JSON.stringify(structuredContent)).not.toContain('details');
});

it('is critical when an engine does not answer, and says what helps', async () => {
  const info = async () => {
    throw new ToolFailure({ errorType: 'RuntimeError', message: 'It stopped.', advice: 'Call again.' });
  };
  const ctx = context();
  const { structuredContent } = await healthSummary.call({}, { ...ctx, reasoning: { ...ctx.reasoning, info } });
  expect(structuredContent).toMatchObject({
    overall_status: 'critical',
    checks: expect.arrayContaining([
      expect.objectContaining({
        name: 'system_startup',
        status: 'fail',
        details: expect.objectContaining({ message: 'The reasoning engine: It stopped.' }),
      }),
    ]),
    recommendations: [expect.stringContaining('Ask again')],
  });
});

it.each([
  ['another version of an engine', 'system_startup', 'warn', /version 0\.0\.0/],
  ['a setting of models that is wrong', 'gemini_api', 'warn', /MODELS is no JSON/],
  ['no model', 'gemini_api', 'pass', /^No model of the server/],
  ['events', 'event_bus', 'pass', /^Your space answers/],
])('tells %s', async (what, check_name, status, message) => {
  const ctx = context();
  const { sql } = createDatabase(MODELS_SCHEMA);
  const fault = { models: [], allowance: { calls: 1, tokens: 1 }, fault: 'MODELS is no JSON.' };
  const models = what.startsWith('a setting') ? { models: new UserModels(sql, fault) } : {};
  const reasoning = what.startsWith('another')
    ? { ...ctx.reasoning, info: async () => ({ version: '0.0.0' }) }
    : ctx.reasoning;
  const { structuredContent } = await healthCheck.call({ check_name }, { ...ctx, reasoning, ...models });
  expect(structuredContent).toMatchObject({ check_name, status, details: { message: expect.stringMatching(message) } });
});

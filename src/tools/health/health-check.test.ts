import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext, workspaces } from '../../../test/tool-context.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { VERSION } from '../../lib/version.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import healthCheck from './health-check.ts';

const MB = 1024 * 1024;
/** The checks around the engines. */
const AROUND = [{ status: 'pass' }, { status: 'pass' }, { status: 'pass' }];

function context(z3: number | 'dead', python: number, syntax: number | 'dead' = 4): ToolContext {
  const base = toolContext();
  const dead = new ToolFailure({ errorType: 'RuntimeError', message: 'The engine stopped.', advice: 'Call again.' });
  const info = async () => {
    if (z3 === 'dead') throw dead;
    return { z3Version: '5.2.0', version: '1', heapBytes: z3 * MB, running: 2 };
  };
  const syntaxInfo = async () => {
    if (syntax === 'dead') throw dead;
    return { treeSitterVersion: '0.27.1', tokenizer: 'cl100k_base', heapBytes: syntax * MB, versions: new Map() };
  };
  return toolContext({
    workspaces: workspaces({ syntaxInfo }),
    symbolic: { ...base.symbolic, info },
    review: { ...base.review, info: async () => ({ version: VERSION }) },
    reasoning: { ...base.reasoning, info: async () => ({ version: VERSION }) },
    planning: { ...base.planning, info: async () => ({ version: VERSION }) },
    pythonSessions: pythonSessions(
      pythonSession({ info: async () => ({ pythonVersion: '3.14.2', heapBytes: python * MB, fileBytes: 0 }) }),
    ),
  });
}

it('reports what the engines say', async () => {
  const { structuredContent } = await healthCheck.call({}, context(24, 30.5));
  expect(structuredContent).toMatchObject({
    status: 'healthy',
    version: VERSION,
    python_version: '3.14.2',
    crosshair_version: 'not used',
    z3_version: '5.2.0',
    memory_usage_mb: 58.5,
    checks: [
      { check_name: 'symbolic_engine', status: 'pass' },
      { check_name: 'python_kernel', status: 'pass' },
      {
        check_name: 'workspace_engine',
        status: 'pass',
        details: { metrics: { tree_sitter_version: '0.27.1', tokenizer: 'cl100k_base', heap_mb: 4 } },
      },
      { check_name: 'memory_usage', status: 'pass' },
      { check_name: 'system_startup', status: 'pass', details: { metrics: { uptime_seconds: 60 } } },
      { check_name: 'event_bus', status: 'pass' },
      { check_name: 'gemini_api', status: 'pass' },
    ],
  });
});

it('is degraded when an engine does not answer, and claims nothing about it', async () => {
  const { structuredContent } = await healthCheck.call({}, context('dead', 30));
  expect(structuredContent).toMatchObject({
    status: 'degraded',
    z3_version: null,
    memory_usage_mb: null,
    python_version: '3.14.2',
    checks: [
      { status: 'fail', details: { message: 'The engine stopped.' } },
      { status: 'pass' },
      { status: 'pass' },
      { status: 'warn' },
      ...AROUND,
    ],
  });
});

it('is degraded when workspaces or their syntax engine do not answer', async () => {
  const { structuredContent } = await healthCheck.call({}, context(24, 30, 'dead'));
  expect(structuredContent).toMatchObject({
    status: 'degraded',
    memory_usage_mb: null,
    checks: [
      { status: 'pass' },
      { status: 'pass' },
      { check_name: 'workspace_engine', status: 'fail' },
      { status: 'warn' },
      ...AROUND,
    ],
  });
});

it('warns of an engine close to the limit of its isolate', async () => {
  const { structuredContent } = await healthCheck.call({ check_name: 'memory_usage' }, context(100, 30));
  expect(structuredContent).toMatchObject({
    check_name: 'memory_usage',
    status: 'warn',
    duration: expect.any(Number),
    details: { metrics: { symbolic_heap_mb: 100, python_heap_mb: 30, syntax_heap_mb: 4, isolate_limit_mb: 128 } },
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
});

it('names the checks there are', async () => {
  await expect(healthCheck.call({ check_name: 'claude_api' }, context(24, 30))).rejects.toThrow(
    'check_name must be one of "symbolic_engine", "python_kernel", "workspace_engine", "memory_usage"',
  );
});

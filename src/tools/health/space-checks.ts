/** Checks of what is around the engines: the caller's own space, its connections, and the models of the server. */
import { VERSION } from '../../lib/version.ts';
import type { SpaceFacts } from '../../mcp/space-facts.ts';
import type { ModelFacts } from '../../models/user-models.ts';
import type { PlanningApi } from '../../planning/service.ts';
import type { ReasoningApi } from '../../reasoning/service.ts';
import type { ReviewApi } from '../../review/service.ts';
import { ask, check, type HealthCheck } from './report.ts';

/** Names of these checks, as the document `deep-code-reasoning.md` has them. */
export const SPACE_CHECKS = ['system_startup', 'event_bus', 'gemini_api'] as const;

/** One of {@link SPACE_CHECKS}. */
export type SpaceCheck = (typeof SPACE_CHECKS)[number];

/** What is looked at. */
export interface Space {
  readonly facts: SpaceFacts;
  readonly models: ModelFacts;
  readonly review: Pick<ReviewApi, 'info'>;
  readonly reasoning: Pick<ReasoningApi, 'info'>;
  readonly planning: Pick<PlanningApi, 'info'>;
}

/** Runs one check. No model is asked anything: that would spend the caller's budget. */
export async function runSpaceCheck(name: SpaceCheck, space: Space): Promise<HealthCheck> {
  switch (name) {
    case 'system_startup':
      return startup(space);
    case 'event_bus':
      return events(space.facts);
    case 'gemini_api':
      return modelsOf(space.models);
  }
}

async function startup({ facts, review, reasoning, planning }: Space): Promise<HealthCheck> {
  const engines = [
    ['review', await ask(() => review.info())],
    ['reasoning', await ask(() => reasoning.info())],
    ['planning', await ask(() => planning.info())],
  ] as const;
  const seconds = Math.max(...engines.map(([, probe]) => probe.seconds));
  const metrics = { uptime_seconds: (facts.now - facts.startedAt) / 1000, version: VERSION };
  for (const [engine, probe] of engines) {
    if (!probe.ok) return check('system_startup', 'fail', seconds, `The ${engine} engine: ${probe.message}`, metrics);
    if (probe.info.version === VERSION) continue;
    const message = `The ${engine} engine has the version ${probe.info.version}, this server ${VERSION}.`;
    const advice = 'A deployment may be under way: ask again in a minute.';
    return check('system_startup', 'warn', seconds, message, metrics, advice);
  }
  const since = new Date(facts.startedAt).toISOString();
  const message = `Your space was loaded at ${since}; the engines of reviews, reasoning and plans answer.`;
  return check('system_startup', 'pass', seconds, message, metrics);
}

function events({ mcpSessions, webSockets, runningCalls }: SpaceFacts): HealthCheck {
  const metrics = { mcp_sessions: mcpSessions, websocket_connections: webSockets, running_calls: runningCalls };
  return check('event_bus', 'pass', 0, 'Your space answers, and sends events to your connections itself.', metrics);
}

function modelsOf({ models, chosen, spent, allowance, renewsAt, fault }: ModelFacts): HealthCheck {
  const metrics = {
    models: models.length,
    ...(chosen !== undefined && { chosen }),
    calls_today: spent.calls,
    tokens_today: spent.inputTokens + spent.outputTokens,
  };
  const warn = (message: string, advice: string) => check('gemini_api', 'warn', 0, message, metrics, advice);
  if (fault !== undefined) return warn(fault, 'Whoever runs this server mends its setting MODELS.');
  if (chosen === undefined) {
    const message = 'No model of the server is asked: questions go to the model of your client, or to you.';
    return check('gemini_api', 'pass', 0, message, metrics);
  }
  const tokens = spent.inputTokens + spent.outputTokens;
  if (spent.calls >= allowance.calls || tokens >= allowance.tokens)
    return warn(`Your budget of models for today is spent.`, `It is whole again at ${renewsAt}.`);
  return check('gemini_api', 'pass', 0, `Questions go to ${chosen}. This check asked it nothing.`, metrics);
}

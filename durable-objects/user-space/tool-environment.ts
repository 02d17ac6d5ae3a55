/** Builds what the tools of one user share from the Worker's bindings and settings. */

import type { Principal } from '../../src/auth/principal.ts';
import { sessionPrefix } from '../../src/lib/object-name.ts';
import type { ObjectLists } from '../../src/lib/owned-objects.ts';
import { countedSymbolic } from '../../src/mcp/counted-symbolic.ts';
import { type EngineBindings, enginesOf } from '../../src/mcp/engines.ts';
import { StoredHandBacks } from '../../src/mcp/stored-hand-backs.ts';
import { StoredReports } from '../../src/mcp/stored-reports.ts';
import type { ToolEnvironment } from '../../src/mcp/tool-context.ts';
import { configuredModels, type ModelSettings } from '../../src/models/settings.ts';
import { UserModels } from '../../src/models/user-models.ts';
import { StoredPlans } from '../../src/planning/plans.ts';
import { StoredSessions } from '../../src/python/stored-sessions.ts';
import { StoredConversations } from '../../src/reasoning/conversation/sessions.ts';
import { StoredReviewSessions } from '../../src/review/reactive/sessions.ts';
import { StoredCertifications } from '../../src/scaffolds/certification/certifications.ts';
import { LISTED_CATALOG } from '../../src/tools/surfaces.ts';
import { type CodeSizeSettings, codeSizeLimitOf } from '../../src/tools/symbolic/code-size.ts';
import { StoredWorkspaces } from '../../src/workspace/stored-workspaces.ts';

/** The bindings and settings that tools depend on. */
export interface ToolBindings extends EngineBindings, CodeSizeSettings, ModelSettings {}

/** What a user's space has for it. */
export interface SpaceParts {
  /** In the database of the space. */
  readonly lists: ObjectLists;
  /** The questions whose answers the space works on. */
  readonly working: Set<string>;
  /** Called when certifications are to be worked on in the background. */
  readonly wake: () => Promise<void>;
  /** Called with seconds of counted work that an engine reports. */
  readonly worked: (seconds: number) => void;
  /** Throws `ToolFailure` once whoever calls has left the organisation. */
  readonly expectPresent: () => void;
}

/** The environment of a call of `principal`, but for what the space measures of itself. */
export function createToolEnvironment(
  bindings: ToolBindings,
  principal: Principal,
  { lists, working, wake, worked, expectPresent }: SpaceParts,
): Omit<ToolEnvironment, 'spaceFacts'> {
  const { sql } = lists;
  let hung = false;
  const engines = enginesOf(bindings, principal.userId, () => {
    hung = true;
  });
  const {
    symbolic,
    pythonSession,
    testSandbox,
    workspace,
    review,
    reviewSession,
    reasoning,
    conversation,
    planning,
    plan,
    scaffolds,
    certification,
  } = engines;
  return {
    principal,
    symbolic: countedSymbolic(symbolic, worked),
    pythonSessions: new StoredSessions(
      lists,
      pythonSession,
      principal.limits.pythonSessions,
      principal.organisation && { prefix: sessionPrefix(principal.organisation.member), expectPresent },
    ),
    testSandbox: () => testSandbox(crypto.randomUUID()),
    workspaces: new StoredWorkspaces(lists, workspace, principal.limits.workspaces),
    review,
    reviewSessions: new StoredReviewSessions(lists, reviewSession),
    reasoning,
    conversations: new StoredConversations(lists, conversation),
    planning,
    plans: new StoredPlans(lists, plan),
    scaffolds,
    certifications: new StoredCertifications(lists, certification, wake),
    reports: new StoredReports(sql),
    handBacks: new StoredHandBacks(sql, working),
    models: new UserModels(sql, configuredModels(bindings)),
    catalog: LISTED_CATALOG,
    codeSizeLimit: codeSizeLimitOf(bindings),
    hung: () => hung,
  };
}

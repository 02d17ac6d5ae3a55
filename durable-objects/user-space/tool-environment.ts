/** Builds what the tools of one user share from the Worker's bindings and settings. */

import type { Principal } from '../../src/auth/principal.ts';
import type { ObjectLists } from '../../src/lib/owned-objects.ts';
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

/**
 * The environment of a call of `principal`, but for what the space measures of itself; `lists` are in the database of the user's space,
 * `working` has the questions whose answers it works on, `wake` is called when certifications are to be worked on in the background.
 */
export function createToolEnvironment(
  bindings: ToolBindings,
  principal: Principal,
  lists: ObjectLists,
  working: Set<string>,
  wake: () => Promise<void>,
): Omit<ToolEnvironment, 'spaceFacts'> {
  const { sql } = lists;
  let hung = false;
  const engines = enginesOf(bindings, principal.userId, () => {
    hung = true;
  });
  const {
    symbolic,
    pythonSession,
    testRoom,
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
    symbolic,
    pythonSessions: new StoredSessions(lists, pythonSession, principal.limits.pythonSessions),
    testRoom: () => testRoom(crypto.randomUUID()),
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

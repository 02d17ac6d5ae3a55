/** What a tool may use: who asks, whether they still wait, a way to report progress, and the engines. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Principal } from '../auth/principal.ts';
import type { OnProgress, Progress } from '../lib/work.ts';
import type { UserModels } from '../models/user-models.ts';
import type { Plans } from '../planning/plans.ts';
import type { PlanningApi } from '../planning/service.ts';
import type { PythonSessionApi } from '../python/protocol.ts';
import type { PythonSessions } from '../python/sessions.ts';
import type { Conversations } from '../reasoning/conversation/sessions.ts';
import type { ReasoningApi } from '../reasoning/service.ts';
import type { ReviewSessions } from '../review/reactive/sessions.ts';
import type { ReviewApi } from '../review/service.ts';
import type { Certifications } from '../scaffolds/certification/certifications.ts';
import type { ScaffoldsApi } from '../scaffolds/service.ts';
import type { SymbolicApi } from '../symbolic/service.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import type { ClientModel } from './client-model.ts';
import type { Tool } from './define-tool.ts';
import type { Reports } from './reports.ts';
import type { SpaceFacts } from './space-facts.ts';
import type { HandBacks } from './stored-hand-backs.ts';

/** A tool and the URLs that list it. */
export interface CatalogEntry {
  readonly tool: Tool;
  readonly listedAt: readonly string[];
}

/** What every call with one credential shares. */
export interface ToolEnvironment {
  /** Who calls. */
  readonly principal: Principal;
  readonly symbolic: SymbolicApi;
  /** The user's Python sessions. */
  readonly pythonSessions: PythonSessions;
  /** Another session for a run of tests. */
  readonly testSandbox: () => PythonSessionApi;
  /** The user's workspaces. */
  readonly workspaces: Workspaces;
  readonly review: ReviewApi;
  /** The user's reviews in the background. */
  readonly reviewSessions: ReviewSessions;
  readonly reasoning: ReasoningApi;
  /** The user's conversations. */
  readonly conversations: Conversations;
  readonly planning: PlanningApi;
  /** The user's plans. */
  readonly plans: Plans;
  readonly scaffolds: ScaffoldsApi;
  /** The user's certifications. */
  readonly certifications: Certifications;
  /** The user's reports. */
  readonly reports: Reports;
  /** Questions for the user's agents. */
  readonly handBacks: HandBacks;
  /** The models of the server, as the user has them. */
  readonly models: UserModels;
  /** Whether an engine hung over this call, and was ended. */
  readonly hung: () => boolean;
  /** Measures the user's space. */
  readonly spaceFacts: () => SpaceFacts;
  /** Every tool there is, by name. */
  readonly catalog: ReadonlyMap<string, CatalogEntry>;
  /** Largest accepted source text of the symbolic tools, in bytes. */
  readonly codeSizeLimit: number;
}

/** What one call has besides. */
export interface ToolContext extends ToolEnvironment {
  /** Who gives the answer that the arguments hold, if they hold one: `caller`, or a model. */
  readonly answeredBy: string;
  /** How the client's own model can be asked. */
  readonly clientModel: ClientModel;
  /** Aborted once the caller has cancelled or gone. */
  readonly signal: AbortSignal;
  /** Sends a progress notification, when the caller asked for them. */
  progress(progress: Progress): Promise<void>;
  /** {@link progress} by one step more than was reported last. */
  announce(message: string): Promise<void>;
  /** {@link progress}, and `false` once {@link signal} is aborted: made to be handed to an engine. */
  readonly onProgress: OnProgress;
}

/** The context of one `tools/call` request. */
export function createToolContext(
  environment: ToolEnvironment,
  { mcpReq }: ServerContext,
  clientModel: ClientModel,
): ToolContext {
  const { signal } = mcpReq;
  const progressToken = mcpReq._meta?.progressToken;
  let last = -1;
  const progress = async ({ done, total, message }: Progress) => {
    // MCP wants progress that grows with every notification.
    if (progressToken === undefined || signal.aborted || done <= last) return;
    last = done;
    const params = { progressToken, progress: done, ...(total !== undefined && { total }), message };
    await mcpReq.notify({ method: 'notifications/progress', params });
  };
  return {
    ...environment,
    answeredBy: 'caller',
    clientModel,
    signal,
    progress,
    announce: (message) => progress({ done: last + 1, message }),
    async onProgress(step) {
      await progress(step);
      return !signal.aborted;
    },
  };
}

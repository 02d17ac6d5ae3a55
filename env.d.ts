/** The front Worker's bindings and settings, as wrangler.toml declares them. */
interface Env {
  readonly USER_SPACE: DurableObjectNamespace<import('./durable-objects/user-space/user-space.ts').UserSpace>;
  /** The one object of accounts: who is signed in. */
  readonly ACCOUNTS: DurableObjectNamespace<import('./durable-objects/accounts/accounts.ts').Accounts>;
  /** Renewals of OAuth tokens, one object for each grant. */
  readonly RENEWALS: DurableObjectNamespace<import('./durable-objects/renewals/renewals.ts').Renewals>;
  /** Counts what each address sends that this server does not know. */
  readonly STRANGERS: RateLimit;
  /** Clients, grants and tokens of OAuth. */
  readonly OAUTH_KV: KVNamespace;
  /** Service binding to the symbolic Worker. */
  readonly SYMBOLIC: import('./src/symbolic/service.ts').SymbolicApi;
  /** Python sessions, one Durable Object each, in the Python Worker. */
  readonly PYTHON_SESSION: { getByName(name: string): import('./src/python/protocol.ts').PythonSessionApi };
  /** Workspaces, one Durable Object each, in the Worker of workspaces. */
  readonly WORKSPACE: { getByName(name: string): import('./src/workspace/service.ts').WorkspaceApi };
  /** Service binding to the Worker of reviews. */
  readonly REVIEW: import('./src/review/service.ts').ReviewApi;
  /** Reviews in the background, one Durable Object each, in the Worker of reviews. */
  readonly REVIEW_SESSION: { getByName(name: string): import('./src/review/reactive/service.ts').ReviewSessionApi };
  /** Service binding to the Worker of reasoning. */
  readonly REASONING: import('./src/reasoning/service.ts').ReasoningApi;
  /** Conversations, one Durable Object each, in the Worker of reasoning. */
  readonly CONVERSATION: { getByName(name: string): import('./src/reasoning/conversation/service.ts').ConversationApi };
  /** Service binding to the Worker of plans. */
  readonly PLANNING: import('./src/planning/service.ts').PlanningApi;
  /** Plans, one Durable Object each, in the Worker of plans. */
  readonly PLAN: { getByName(name: string): import('./src/planning/service.ts').PlanApi };
  /** Service binding to the Worker of scaffolds. */
  readonly SCAFFOLDS: import('./src/scaffolds/service.ts').ScaffoldsApi;
  /** Certifications, one Durable Object each, in the Worker of scaffolds. */
  readonly CERTIFICATION: {
    getByName(name: string): import('./src/scaffolds/certification/service.ts').CertificationApi;
  };
  /** Pages of the documentation and what they load. */
  readonly ASSETS: Fetcher;
  /** `development` turns authentication off and accepts localhost names only; anything else is production. */
  readonly ENVIRONMENT?: string;
  /** Secret, production: JSON object of users and their keys' SHA-256 digests in hex; `parseApiKeys` knows all forms. */
  readonly API_KEYS?: string;
  /** Secret, production: JSON array of the providers that people sign in with; `parseProviders` knows its form. */
  readonly SIGN_IN?: string;
  /** Production: `on` or `off`; whether people whom the administrator invites sign in with passkeys. On where nothing else lets anybody in. */
  readonly PASSKEYS?: string;
  /** Production: comma-separated host names that clients and pages may use. */
  readonly PUBLIC_HOSTS?: string;
  /** Comma-separated origins of further pages that may call, e.g. "https://app.example.com". */
  readonly ALLOWED_ORIGINS?: string;
  /** What a user may use in a minute, and from midnight to midnight UTC, as whole numbers: see `src/auth/limits.ts`. */
  readonly CALLS_PER_MINUTE?: string;
  readonly REASONING_CALLS_PER_MINUTE?: string;
  readonly CALLS_PER_DAY?: string;
  readonly BYTES_PER_DAY?: string;
  readonly ENGINE_SECONDS_PER_DAY?: string;
  /** Largest accepted source text of the symbolic tools, in bytes. */
  readonly SYMBOLIC_CODE_SIZE_LIMIT?: string;
  /**
   * Secret: JSON array of the language models that tools may ask, the default first; each has a provider (`gemini`, `anthropic`, `openai`
   * or `workers-ai`), a model, and what `src/models/settings.ts` names besides.
   */
  readonly MODELS?: string;
  /** Requests to models that a user may cause in a day, and tokens; 200 and 2,000,000 by default. */
  readonly MODEL_CALLS_PER_DAY?: string;
  readonly MODEL_TOKENS_PER_DAY?: string;
}

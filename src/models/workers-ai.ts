/** Workers AI by Cloudflare's REST API, which has an endpoint in OpenAI's form. The binding would need an account to run a test at all. */
import type { Dialect } from './dialect.ts';
import { OPENAI } from './openai.ts';

/** Where the models of an account are. */
export function workersAiUrl(account: string): string {
  return `https://api.cloudflare.com/client/v4/accounts/${encodeURIComponent(account)}/ai/v1`;
}

/** The dialect: OpenAI's, but for the schema, which stands in `json_schema` itself ("JSON Mode" of Workers AI). */
export const WORKERS_AI: Dialect = {
  ...OPENAI,
  write(endpoint, asked, plain) {
    const request = OPENAI.write(endpoint, asked, plain);
    if (asked.schema === undefined || plain) return request;
    return {
      ...request,
      body: { ...request.body, response_format: { type: 'json_schema', json_schema: asked.schema } },
    };
  },
};

/** Which models the server has: the secret `MODELS`, and what each user may spend in a day. */

import { z } from 'zod';
import { jsonOf } from '../lib/json.ts';
import { ANTHROPIC, ANTHROPIC_URL } from './anthropic.ts';
import type { Dialect } from './dialect.ts';
import { GEMINI, GEMINI_URL } from './gemini.ts';
import { httpModel } from './http-model.ts';
import { type Model, PROVIDERS, type ProviderName } from './model.ts';
import { OPENAI, OPENAI_URL } from './openai.ts';
import { WORKERS_AI, workersAiUrl } from './workers-ai.ts';

/** The settings, as strings: see env.d.ts. */
export interface ModelSettings {
  readonly MODELS?: string;
  readonly MODEL_CALLS_PER_DAY?: string;
  readonly MODEL_TOKENS_PER_DAY?: string;
}

/** What a user may spend from midnight to midnight UTC. */
export interface Allowance {
  /** Requests to models. */
  readonly calls: number;
  /** Tokens of questions and answers, as providers report them. */
  readonly tokens: number;
}

/** The models that are configured, the default first. */
export interface ConfiguredModels {
  readonly models: readonly Model[];
  readonly allowance: Allowance;
  /** What is wrong with the settings; there are no models then. It repeats no value. */
  readonly fault?: string;
}

/** Tokens of a context of which nothing is said. */
const CONTEXT_TOKENS = 32_000;
/** Seconds of silence. */
const SILENCE_S = 60;
/** Milliseconds of a whole answer: who sends signs of life for longer ends, too. */
const LONGEST_ANSWER_MS = 600_000;
const DEFAULT_ALLOWANCE: Allowance = { calls: 200, tokens: 2_000_000 };

const modelSchema = z
  .strictObject({
    provider: z.enum(PROVIDERS),
    model: z.string().min(1).max(200),
    /** By which users choose it; the provider's own name for it by default. */
    name: z.string().min(1).max(200).optional(),
    key: z.string().min(1).optional(),
    /** Base of the provider's interface, such as `http://127.0.0.1:11434/v1`. */
    url: z.url({ protocol: /^https?$/ }).optional(),
    /** Account of Workers AI. */
    account: z.string().min(1).optional(),
    context_tokens: z.int().min(4_000).max(10_000_000).default(CONTEXT_TOKENS),
    /** US dollars for a million tokens of questions and of answers: nothing else tells what a model costs. */
    price: z.strictObject({ input: z.number().min(0), output: z.number().min(0) }).optional(),
    silence_seconds: z.number().min(0.1).max(300).default(SILENCE_S),
  })
  .refine(({ provider, url, account }) => provider !== 'workers-ai' || url !== undefined || account !== undefined, {
    error: 'workers-ai needs an account',
  });
const modelsSchema = z.array(modelSchema).max(20);

const DIALECTS: Readonly<Record<ProviderName, Dialect>> = {
  gemini: GEMINI,
  anthropic: ANTHROPIC,
  openai: OPENAI,
  'workers-ai': WORKERS_AI,
};

/** Reads the settings. Never throws: what is wrong is reported by `fault`. */
export function configuredModels(settings: ModelSettings): ConfiguredModels {
  const allowance = {
    calls: wholeNumber(settings.MODEL_CALLS_PER_DAY) ?? DEFAULT_ALLOWANCE.calls,
    tokens: wholeNumber(settings.MODEL_TOKENS_PER_DAY) ?? DEFAULT_ALLOWANCE.tokens,
  };
  const malformed = (['MODEL_CALLS_PER_DAY', 'MODEL_TOKENS_PER_DAY'] as const).filter(
    (name) => (settings[name] ?? '') !== '' && wholeNumber(settings[name]) === undefined,
  );
  if (malformed.length > 0) {
    return { models: [], allowance, fault: `${malformed.join(' and ')} must be a whole number of at most 12 digits.` };
  }
  if (settings.MODELS === undefined || settings.MODELS.trim() === '') return { models: [], allowance };
  const parsed = modelsSchema.safeParse(jsonOf(settings.MODELS));
  if (!parsed.success) {
    const places = parsed.error.issues.map(
      ({ path, code }) => `${path.map(String).join('.') || 'the whole'} (${code})`,
    );
    return {
      models: [],
      allowance,
      fault: `The setting MODELS is no list of models: ${places.slice(0, 5).join(', ')}.`,
    };
  }
  const models = parsed.data.map((given) => {
    const { provider, model, name = model, key, context_tokens, silence_seconds, price } = given;
    const endpoint = { url: urlOf(given).replace(/(?<!\/)\/+$/, ''), model, ...(key !== undefined && { key }) };
    const size = { contextTokens: context_tokens, silenceMs: silence_seconds * 1000, longestMs: LONGEST_ANSWER_MS };
    return httpModel(DIALECTS[provider], {
      ...endpoint,
      ...size,
      name,
      provider,
      ...(price !== undefined && { price }),
    });
  });
  const twice = models.find(({ name }, index) => models.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) {
    return { models: [], allowance, fault: 'The setting MODELS has a name twice: give each model its own.' };
  }
  return { models, allowance };
}

function urlOf({ provider, url, account = '' }: z.output<typeof modelSchema>): string {
  if (url !== undefined) return url;
  switch (provider) {
    case 'gemini':
      return GEMINI_URL;
    case 'anthropic':
      return ANTHROPIC_URL;
    case 'openai':
      return OPENAI_URL;
    case 'workers-ai':
      return workersAiUrl(account);
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

/** What the server knows of its own health: measured at the moment of asking, nothing assumed. */

import { type Failure, InternalError, ToolFailure } from '../../lib/errors.ts';
import { secondsSince } from '../../lib/seconds.ts';
import { VERSION } from '../../lib/version.ts';
import type { KernelInfo, PythonSessionApi } from '../../python/protocol.ts';
import type { SymbolicApi, SymbolicInfo } from '../../symbolic/service.ts';
import type { SyntaxInfo } from '../../syntax/service.ts';
import type { WorkspaceApi } from '../../workspace/service.ts';

/** Bytes of memory an isolate may use. */
export const ISOLATE_BYTES = 128 * 1024 * 1024;
/** Share of {@link ISOLATE_BYTES} from which a heap is worth a warning. */
const WARNING_SHARE = 0.75;

/** Checks that ask the engines. */
export const ENGINE_CHECKS = ['symbolic_engine', 'python_kernel', 'workspace_engine', 'memory_usage'] as const;

/** One of {@link ENGINE_CHECKS}. */
export type EngineCheck = (typeof ENGINE_CHECKS)[number];

/** The engines whose health is asked for. */
export interface Probed {
  readonly symbolic: Pick<SymbolicApi, 'info'>;
  /** The interpreter that is looked at. */
  readonly python: Pick<PythonSessionApi, 'info'>;
  /** Workspaces ask the syntax engine. */
  readonly workspace: Pick<WorkspaceApi, 'syntaxInfo'>;
}

/** What one check found. */
export interface HealthCheck {
  readonly check_name: string;
  readonly status: 'pass' | 'warn' | 'fail';
  /** Seconds the check took. */
  readonly duration: number;
  readonly details: {
    readonly message: string;
    readonly metrics: Record<string, number | string>;
    readonly recommendations: string[];
  };
  /** ISO 8601. */
  readonly timestamp: string;
}

/** The whole server's health. */
export interface HealthReport {
  readonly status: 'healthy' | 'degraded';
  readonly version: string;
  readonly python_version: string | null;
  readonly crosshair_version: string;
  readonly z3_version: string | null;
  readonly platform: string;
  /** Megabytes of the engines' heaps. */
  readonly memory_usage_mb: number | null;
  readonly checks: HealthCheck[];
  readonly timestamp: string;
}

/** What asking an engine gave, and how long it took. */
export type Probe<T> = { readonly seconds: number } & (
  | { readonly ok: true; readonly info: T }
  | { readonly ok: false; readonly message: string }
);

/** Asks each engine at most once, and only when a check needs it. */
interface Probes {
  symbolic(): Promise<Probe<SymbolicInfo>>;
  python(): Promise<Probe<KernelInfo>>;
  workspace(): Promise<Probe<SyntaxInfo>>;
}

/** Runs one check. */
export async function runCheck(name: EngineCheck, engines: Probed): Promise<HealthCheck> {
  return examine(name, probesOf(engines));
}

/**
 * Runs the checks of engines. Starts the caller's active Python session when it is not running. `patience`: milliseconds that an engine has to
 * answer; without it they are waited for.
 */
export async function reportHealth(engines: Probed, patience?: number): Promise<HealthReport> {
  const probes = probesOf(engines, patience);
  const checks = await Promise.all(ENGINE_CHECKS.map((name) => examine(name, probes)));
  const [symbolic, python, heapBytes] = await Promise.all([probes.symbolic(), probes.python(), heapBytesOf(probes)]);
  return {
    status: checks.every((check) => check.status === 'pass') ? 'healthy' : 'degraded',
    version: VERSION,
    python_version: python.ok ? python.info.pythonVersion : null,
    crosshair_version: 'not used',
    z3_version: symbolic.ok ? symbolic.info.z3Version : null,
    platform: navigator.userAgent,
    memory_usage_mb:
      heapBytes === undefined ? null : megabytes(heapBytes.symbolic + heapBytes.python + heapBytes.syntax),
    checks,
    timestamp: new Date().toISOString(),
  };
}

async function examine(name: EngineCheck, probes: Probes): Promise<HealthCheck> {
  switch (name) {
    case 'symbolic_engine': {
      const probe = await probes.symbolic();
      if (!probe.ok) return check(name, 'fail', probe.seconds, probe.message);
      const { z3Version, heapBytes, running } = probe.info;
      const metrics = { z3_version: z3Version, heap_mb: megabytes(heapBytes), running };
      return check(name, 'pass', probe.seconds, 'The symbolic engine answers.', metrics);
    }
    case 'python_kernel': {
      const probe = await probes.python();
      if (!probe.ok) return check(name, 'fail', probe.seconds, probe.message);
      const metrics = { python_version: probe.info.pythonVersion, heap_mb: megabytes(probe.info.heapBytes) };
      return check(name, 'pass', probe.seconds, 'Your active Python session answers.', metrics);
    }
    case 'workspace_engine': {
      const probe = await probes.workspace();
      if (!probe.ok) return check(name, 'fail', probe.seconds, probe.message);
      const { treeSitterVersion, tokenizer, heapBytes } = probe.info;
      const metrics = { tree_sitter_version: treeSitterVersion, tokenizer, heap_mb: megabytes(heapBytes) };
      return check(name, 'pass', probe.seconds, 'Your default workspace and the syntax engine answer.', metrics);
    }
    case 'memory_usage': {
      const started = performance.now();
      const heapBytes = await heapBytesOf(probes);
      const seconds = secondsSince(started);
      if (heapBytes === undefined) return check(name, 'warn', seconds, 'An engine does not tell its memory.');
      const metrics = {
        symbolic_heap_mb: megabytes(heapBytes.symbolic),
        python_heap_mb: megabytes(heapBytes.python),
        syntax_heap_mb: megabytes(heapBytes.syntax),
        isolate_limit_mb: megabytes(ISOLATE_BYTES),
      };
      const full = Math.max(...Object.values(heapBytes)) > WARNING_SHARE * ISOLATE_BYTES;
      return full
        ? check(name, 'warn', seconds, 'An engine is close to the memory limit of its isolate.', metrics)
        : check(name, 'pass', seconds, 'Every engine is well below the memory limit of its isolate.', metrics);
    }
  }
}

/** Bytes of each engine's heap; undefined when one does not answer. */
interface HeapBytes {
  readonly symbolic: number;
  readonly python: number;
  readonly syntax: number;
}

async function heapBytesOf(probes: Probes): Promise<HeapBytes | undefined> {
  const [symbolic, python, workspace] = await Promise.all([probes.symbolic(), probes.python(), probes.workspace()]);
  if (!symbolic.ok || !python.ok || !workspace.ok) return undefined;
  return {
    symbolic: symbolic.info.heapBytes,
    python: python.info.heapBytes,
    syntax: workspace.info.heapBytes,
  };
}

/** What a check found; `seconds` is what it took. */
export function check(
  name: string,
  status: HealthCheck['status'],
  seconds: number,
  message: string,
  metrics: HealthCheck['details']['metrics'] = {},
  advice = 'Ask again: an engine that was lost starts anew by itself.',
): HealthCheck {
  const recommendations = status === 'pass' ? [] : [advice];
  const details = { message, metrics, recommendations };
  return { check_name: name, status, duration: seconds, details, timestamp: new Date().toISOString() };
}

function probesOf(engines: Probed, patience?: number): Probes {
  return {
    symbolic: once(() => ask(() => within(engines.symbolic.info(), patience))),
    python: once(() => ask(() => within(engines.python.info(), patience))),
    workspace: once(() => ask(() => within(engines.workspace.syntaxInfo(), patience))),
  };
}

/** What `answer` comes to. Throws `ToolFailure` when it comes to nothing in so many milliseconds. */
async function within<T>(answer: Promise<T>, patience: number | undefined): Promise<T> {
  if (patience === undefined) return answer;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ToolFailure(NO_ANSWER)), patience);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

const NO_ANSWER: Failure = {
  errorType: 'TimeoutError',
  message: 'It does not answer: it starts, is busy, or hangs.',
  advice: 'Ask again in some seconds.',
};

/** Asks an engine. Its loss is an answer, too. */
export async function ask<T>(info: () => Promise<T>): Promise<Probe<T>> {
  const started = performance.now();
  try {
    return { ok: true, info: await info(), seconds: secondsSince(started) };
  } catch (error) {
    if (!(error instanceof ToolFailure) && !(error instanceof InternalError)) throw error;
    return { ok: false, message: error.message, seconds: secondsSince(started) };
  }
}

function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= compute();
    return result;
  };
}

function megabytes(bytes: number): number {
  return Math.round((bytes / 1024 / 1024) * 10) / 10;
}

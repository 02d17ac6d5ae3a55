/** Works through a review in the background, a slice a turn: first its plan, then some steps at a time. */
import type { Turn } from '../../lib/background.ts';
import { kindOf } from '../../lib/error-types.ts';
import { asToolFailure, internalError, wordsOf } from '../../lib/errors.ts';
import type { UserId } from '../../lib/object-name.ts';
import { Cancelled } from '../../lib/work.ts';
import { type Prepared, prepare } from '../prepare/prepare.ts';
import { hashesOf, notMoved } from '../review.ts';
import { type Clock, runChecks } from '../run-checks.ts';
import type { ReviewServices } from '../services.ts';
import type { Subject } from '../source.ts';
import { filesOf, planSteps } from './plan.ts';
import { isEnded, type StartRequest } from './service.ts';
import { type ClaimedStep, MOST_LOSSES, MOST_STEP_FINDINGS, type SessionStore, type StepEnd } from './store.ts';

/** Milliseconds before work is tried again that was lost once; twice as many each further time. */
const PAUSE_MS = { first: 1000, longest: 30_000 };

/** What a user's reviews ask; a lost sandbox is thrown. */
type ServicesOf = (owner: UserId) => ReviewServices;

/** The work of one object. */
export class SessionWork {
  readonly #store: SessionStore;
  readonly #servicesOf: ServicesOf;
  readonly #clock: Clock;
  /** The change, read again after an eviction. */
  #prepared: Promise<Prepared> | undefined;
  /** Gives up what runs now. */
  #running: AbortController | undefined;
  #counted = { reads: 0, hits: 0 };

  constructor(store: SessionStore, servicesOf: ServicesOf, clock: Clock) {
    this.#store = store;
    this.#servicesOf = servicesOf;
    this.#clock = clock;
  }

  /** Files that are kept in memory. */
  get entries(): number {
    return this.#trees.reduce((sum, { entries }) => sum + entries, 0);
  }

  #trees: Prepared['trees'] = [];

  /** Gives up what runs: nothing of it is taken. */
  giveUp(): void {
    this.#running?.abort();
  }

  /** One slice. */
  async turn(): Promise<Turn> {
    const session = this.#store.read();
    if (session === undefined || isEnded(session.state) || session.state === 'paused') return 'done';
    const { request, state } = session;
    try {
      // Nothing plans between two turns: what is said to was lost with an instance.
      if (state === 'planning') this.#store.planAgain('lost');
      if (state === 'pending' || state === 'planning') await this.#plan(request);
      else {
        if (state === 'ready') this.#store.enter('executing');
        await this.#work(request);
      }
    } catch (error) {
      this.#failed(error, request);
    }
    return this.#isOver() ? 'done' : { after: this.#pause() };
  }

  /** A process that has ended takes some seconds to start. */
  #pause(): number {
    const losses = this.#store.losses();
    return losses === 0 ? 0 : Math.min(PAUSE_MS.first * 2 ** (losses - 1), PAUSE_MS.longest);
  }

  #isOver(): boolean {
    const state = this.#store.read()?.state;
    return state === undefined || state === 'paused' || isEnded(state);
  }

  async #plan(request: StartRequest): Promise<void> {
    const { losses = 0 } = this.#store.read() ?? {};
    if (losses > MOST_LOSSES) return this.#store.enter('failed', `Planning was lost ${losses} times with an instance.`);
    this.#store.beginPlan();
    await this.#bounded(request.config.stepTimeoutMs, async () => {
      const { subject, outline, checks, omitted, warnings } = await this.#prepare(request);
      const names = checks.map(({ name }) => name);
      const { before, after } = subject;
      this.#store.plan(
        {
          ...outline,
          ...(before.commit !== undefined && { base: before.commit }),
          ...(after.commit !== undefined && { head: after.commit }),
          omitted,
          warnings,
        },
        planSteps(subject.byRisk, names),
      );
    });
  }

  async #work(request: StartRequest): Promise<void> {
    const { maxConcurrentSteps, maxRetries } = request.config;
    // Nothing runs between two turns: what is said to run was lost with an instance.
    this.#store.loseRunning(maxRetries);
    const steps = this.#store.claim(maxConcurrentSteps, maxRetries);
    if (steps.length > 0) await Promise.all(steps.map((step) => this.#run(step, request)));
    else if (this.#store.read()?.state === 'executing') this.#end();
    this.#countReads();
  }

  #end(): void {
    const steps = this.#store.steps();
    const failed = steps.filter(({ state }) => state === 'failed').length;
    if (steps.length > 0 && failed === steps.length) this.#store.enter('failed', 'None of its steps came to an end.');
    else this.#store.enter('completed');
    this.#prepared = undefined;
  }

  async #run(step: ClaimedStep, request: StartRequest): Promise<void> {
    const { stepTimeoutMs, maxRetries } = request.config;
    try {
      await this.#bounded(stepTimeoutMs, async (isWanted) => {
        const input = await this.#prepare(request);
        const { plan, triesAgain } = step;
        const files = filesOf(input.subject.diff, plan);
        const wanted = new Set(files.map(({ path }) => path));
        const subject: Subject = {
          ...input.subject,
          diff: { files },
          byRisk: input.subject.byRisk.filter(({ path }) => wanted.has(path)),
        };
        const checks = input.checks.filter(({ name }) => plan.checks.includes(name));
        const found = await runChecks(checks, subject, async () => isWanted(), this.#clock, triesAgain);
        const { findings: all, ...report } = found;
        const findings = notMoved(all, input.isMoved).slice(0, MOST_STEP_FINDINGS);
        const lineHashes = await hashesOf(subject, findings);
        if (isWanted()) this.#store.finish(step, { ...report, lineHashes }, findings);
      });
    } catch (error) {
      if (error instanceof Cancelled) return;
      const failure = asToolFailure(error)?.failure;
      if (failure !== undefined && !kindOf(failure.errorType).retryable) throw error;
      const end: StepEnd =
        failure === undefined
          ? { kind: 'failed', why: internalError(error, `review, ${step.plan.label}`).message }
          : { kind: 'lost', why: wordsOf(failure) };
      this.#store.fail(step.number, maxRetries, end);
    }
  }

  /** What the caller did wrong, or a plan that cannot be made, ends the review. */
  #failed(error: unknown, { config }: StartRequest): void {
    if (error instanceof Cancelled || this.#isOver()) return;
    const failure = asToolFailure(error)?.failure;
    const { plans = 0 } = this.#store.read() ?? {};
    this.#prepared = undefined;
    // How often it may be lost is seen where it begins again.
    if (failure !== undefined && kindOf(failure.errorType).retryable) return this.#store.planAgain('lost');
    if (failure === undefined && plans <= config.maxRetries) {
      internalError(error, 'review, plan');
      return this.#store.planAgain('failed');
    }
    const why = failure === undefined ? internalError(error, 'review, plan').message : wordsOf(failure);
    this.#store.enter('failed', why);
  }

  /** Does `work` until it has ended, was given up (then throws `Cancelled`), or took too long (then throws). */
  async #bounded(timeoutMs: number, work: (isWanted: () => boolean) => Promise<void>): Promise<void> {
    const controller = this.#running?.signal.aborted === false ? this.#running : new AbortController();
    this.#running = controller;
    const { signal } = controller;
    let isLate = false;
    const ended = Promise.withResolvers<never>();
    const giveUp = () => ended.reject(new Cancelled());
    signal.addEventListener('abort', giveUp, { once: true });
    const timer = setTimeout(() => {
      isLate = true;
      ended.reject(new Error(`It took longer than the ${timeoutMs} ms of step_timeout_ms.`));
    }, timeoutMs);
    const done = work(() => !isLate && !signal.aborted);
    // What is given up ends by itself, with nobody to hear of it.
    done.catch(() => undefined);
    try {
      await Promise.race([done, ended.promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      ended.promise.catch(() => undefined);
    }
  }

  async #prepare({ review }: StartRequest): Promise<Prepared> {
    this.#prepared ??= prepare(review, this.#servicesOf(review.owner), async () => true, this.#clock);
    try {
      const prepared = await this.#prepared;
      this.#trees = prepared.trees;
      return prepared;
    } catch (error) {
      this.#prepared = undefined;
      throw error;
    }
  }

  #countReads(): void {
    const sum = { reads: 0, hits: 0 };
    for (const { reads, misses } of this.#trees) {
      sum.reads += reads;
      sum.hits += reads - misses;
    }
    this.#store.countReads(sum.reads - this.#counted.reads, sum.hits - this.#counted.hits);
    this.#counted = sum;
  }
}

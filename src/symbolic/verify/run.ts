/** One request from its source text to an exploration: what both verification tools do first. */

import type { UserId } from '../../lib/object-name.ts';
import type { Pace } from '../../lib/pace.ts';
import { allowing, type Contract, extractContract } from '../contracts/contract.ts';
import { ContractSyntaxError } from '../contracts/errors.ts';
import { interpreterOf } from '../execute/interpreter.ts';
import { type ArgumentType, argumentHypotheses } from '../inputs/arguments.ts';
import { assumptionsAbout } from '../inputs/assumptions.ts';
import { typeScopeOf } from '../inputs/type-scope.ts';
import type { Limits } from '../machine/limits.ts';
import { Machine } from '../machine/machine.ts';
import { Answers } from '../oracle/answers.ts';
import { askCpython } from '../oracle/ask-cpython.ts';
import { leavesLibraryAlone, patchesLibrary } from '../oracle/trust.ts';
import { ReplayLedger } from '../replay/replay-ledger.ts';
import { type Cpython, Replayer } from '../replay/replayer.ts';
import { runTrials } from '../replay/run-trials.ts';
import type { Input, Property, TrialOutcome } from '../replay/trial.ts';
import { FURTHER_LIMIT, trialInputs } from '../replay/trials.ts';
import { type Vocabulary, vocabularyOf } from '../replay/vocabulary.ts';
import type { InputFault, Reason, SymbolicRequest, Work } from '../service.ts';
import type { SmtBackend } from '../smt/backend.ts';
import { Solver } from '../smt/solver.ts';
import type { ClassDef, FunctionDef, Module } from '../syntax/ast.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { Terms } from '../terms/strings.ts';
import { executionLimits, fuelBudget, type WorkRate } from './budget.ts';
import { type CalleeContract, calleeContracts } from './callee-contracts.ts';
import { changedElsewhere } from './changed-elsewhere.ts';
import { constructorTexts, invariantTexts } from './conditions.ts';
import { EarlierCalls, MOST_WIDENINGS } from './earlier-calls.ts';
import { limitReached } from './engine-limits.ts';
import { type Exploration, type Subject, Unexplorable } from './exploration.ts';
import { explore } from './explore.ts';
import { findDefinition } from './find-definition.ts';
import { modelOfInput } from './input-model.ts';
import { Sharing } from './sharing.ts';
import { SlicedFeasibility, SliceSpent } from './slices.ts';

/** What the engine is given to work with. */
export interface Host {
  readonly parser: TreeParser;
  readonly smt: SmtBackend;
  /** The replay interpreter of one owner. */
  readonly cpython: (owner: UserId) => Cpython;
  readonly rate: WorkRate;
  /** Another one for every engine that may answer otherwise. */
  readonly version: string;
}

/** A request under way. */
export interface Run {
  readonly host: Host;
  readonly functionName: string;
  subject: Subject;
  /** The class whose method is analysed. */
  readonly owner: ClassDef | undefined;
  readonly property: Property;
  readonly replayer: Replayer;
  readonly terms: Terms;
  readonly solver: Solver;
  readonly cpython: Cpython;
  /** What CPython has said of known values. */
  readonly answers: Answers;
  readonly limits: Limits;
  readonly fuelBudget: number;
  readonly pace: Pace;
}

/** Thrown where the request's own input is at fault. */
export class Faulty extends Error {
  override readonly name = 'Faulty';
  readonly fault: InputFault;

  constructor(fault: InputFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * Reads the request and has CPython import the module and find the function.
 * Throws {@link Faulty} for source, contract or function that are not there or do not parse.
 */
export async function openRun(
  host: Host,
  request: SymbolicRequest,
  pace: Pace,
  propertyOf: (contract: Contract, source: Source) => Property,
): Promise<Run> {
  const cpython = attended(host.cpython(request.owner), pace);
  const fuel = fuelBudget(host.rate, request.timeoutSeconds);
  const solver = new Solver(host.smt, fuel);
  // what is lost in runs, the solver does not get
  const ledger = new ReplayLedger(request.timeoutSeconds, (seconds) => solver.spend(seconds * host.rate.fuelPerSecond));
  const replayer = new Replayer(cpython, request.code, request.functionName, ledger);
  const source = await readSource(host.parser, request, replayer);
  const { module, definition, owner, callees } = source;
  const judgedBy = (contract: Contract): Property => ({
    ...propertyOf(contract, source),
    invariants: invariantTexts(contract),
    constructors: constructorTexts(callees),
  });
  await pace.begin('CPython imports the module');
  const prepared = await replayer.prepare(judgedBy(source.contract));
  if (prepared.status !== 'ready') throw new Faulty(prepared);
  const contract = allowing(source.contract, prepared.documented);
  const property = judgedBy(contract);
  const scope = typeScopeOf(module, definition, owner, host.parser);
  const [types = []] = argumentHypotheses(definition, owner, scope);
  const answers = new Answers();
  pace.show(() => workText(solver, fuel, replayer));
  if (!leavesLibraryAlone(module)) answers.close();
  return {
    host,
    functionName: request.functionName,
    subject: {
      module,
      definition,
      owner,
      contract,
      assertLines: property.assertLines,
      isContractProved: property.kind === 'contract',
      scope,
      callees,
      types,
    },
    owner,
    property,
    replayer,
    terms: new Terms(),
    solver,
    cpython,
    answers,
    limits: executionLimits(host.rate, request.timeoutSeconds),
    fuelBudget: fuel,
    pace,
  };
}

/** An interpreter whose caller is told that it takes its time, and which stops when they have gone. */
function attended(cpython: Cpython, pace: Pace): Cpython {
  return { ...cpython, evaluate: (request) => pace.during(cpython.evaluate(request, pace.signal)) };
}

/** The work of a request so far, as its reports say it. */
function workText({ budget }: Solver, fuel: number, replayer: Replayer): string {
  const millions = (units: number): string => String(Math.round(units / 1e6));
  const used = `${millions(fuel - budget.fuel)} of ${millions(fuel)} million units of work`;
  return `solver queries: ${budget.queries}, ${used}; runs on CPython: ${replayer.replays}`;
}

/** A request's function as it was read. */
export interface Source {
  readonly module: Module;
  readonly definition: FunctionDef;
  readonly owner: ClassDef | undefined;
  readonly contract: Contract;
  /** What the functions and methods of the module ask of those who call them. */
  readonly callees: readonly CalleeContract[];
}

async function readSource(
  parser: TreeParser,
  { code, functionName }: SymbolicRequest,
  replayer: Replayer,
): Promise<Source> {
  try {
    const module = parseModule(code, parser);
    const found = findDefinition(module, functionName);
    if (found === undefined) return await explainMissing(functionName, replayer);
    const contract = extractContract(found.definition, module, parser, found.owner);
    return { module, ...found, contract, callees: calleeContracts(module, parser) };
  } catch (error) {
    if (error instanceof ContractSyntaxError) throw faulty('SyntaxError', error.message, error.line);
    if (error instanceof PythonSyntaxError) return await explainSyntax(error, replayer);
    throw error;
  }
}

/** An input that is at fault. */
export function faulty(errorType: InputFault['errorType'], message: string, line?: number): Faulty {
  return new Faulty({ status: 'error', errorType, message, ...(line === undefined ? {} : { line }) });
}

/** Asked for nothing but to import the module and find the function. */
const NO_PROPERTY: Property = {
  kind: 'contract',
  preconditions: [],
  assertLines: [],
  postconditions: [],
  snapshots: [],
  kept: [],
  raises: [],
};

/** CPython knows best what is wrong with a name, and which functions there are. */
export async function explainMissing(functionName: string, replayer: Replayer): Promise<never> {
  const verdict = await replayer.prepare(NO_PROPERTY);
  if (verdict.status !== 'ready') throw new Faulty(verdict);
  const message = `${functionName} is not defined by a def statement at the top of the module, which is what can be analysed.`;
  throw faulty('ValueError', message);
}

/** CPython is the judge of syntax; what only this parser cannot read is said to be so. */
export async function explainSyntax(error: PythonSyntaxError, replayer: Replayer): Promise<never> {
  const verdict = await replayer.prepare(NO_PROPERTY);
  const isRefused = verdict.status !== 'ready' && /^(SyntaxError|UnsupportedConstruct)$/.test(verdict.errorType);
  if (isRefused) throw new Faulty(verdict);
  const message = `CPython accepts this code, but the parser of the symbolic engine does not read it: ${error.message}`;
  throw faulty('UnsupportedConstruct', message, error.line);
}

/** What boundary inputs showed on CPython. */
export interface Trials {
  /** What the arguments are taken to be. */
  readonly types: readonly ArgumentType[];
  readonly failures: readonly Extract<TrialOutcome, { kind: 'failed' }>[];
  /** How many inputs were run. */
  readonly tried: number;
  /** How many of them met the preconditions and ran to an end. */
  readonly completed: number;
  /** How many failed in one run and not in another one. */
  readonly unstable: number;
  /** Whether two functions were seen to share objects in different ways. */
  readonly sharesOtherwise: boolean;
  readonly assumptions: readonly string[];
}

/** Whether one of two functions was seen to leave an object where the other leaves a copy. */
export function sharesOtherwise(outcomes: readonly TrialOutcome[]): boolean {
  return outcomes.some((outcome) => outcome.kind === 'held' && outcome.sharesOtherwise === true);
}

/**
 * Runs boundary inputs on CPython, and makes them known to the solver as models. The types of the hypothesis that fits become
 * those of the run's subject.
 * @param definition whose parameters get arguments, where they are not those of the subject
 */
export async function tryBoundaries(
  run: Run,
  vocabulary = vocabularyOfSubject(run.subject),
  definition = run.subject.definition,
): Promise<Trials> {
  const { owner, replayer, property } = run;
  const hypotheses = argumentHypotheses(definition, owner, run.subject.scope);
  const trials = hypotheses.map((types) => ({
    types,
    inputs: trialInputs(types, vocabulary),
    further: () => trialInputs(types, vocabulary, FURTHER_LIMIT),
  }));
  await run.pace.begin('Boundary inputs run on CPython');
  const report = await runTrials(
    replayer,
    property,
    trials.filter(({ inputs }) => inputs.length > 0),
  );
  const types = report.types ?? run.subject.types;
  adoptHypothesis(run, types, trials.find((one) => one.types === types)?.inputs ?? []);
  const { outcomes } = report;
  const failures = outcomes.filter((outcome) => outcome.kind === 'failed');
  const completed = outcomes.filter(({ kind }) => kind === 'held' || kind === 'failed' || kind === 'repeated').length;
  return {
    types,
    failures,
    tried: outcomes.length,
    completed,
    unstable: outcomes.filter(({ kind }) => kind === 'unstable').length,
    sharesOtherwise: sharesOtherwise(outcomes),
    assumptions: assumptionsAbout(types, run.subject.scope),
  };
}

/** Takes the arguments of the run's subject to be of these types, and makes inputs known to the solver as models. */
export function adoptHypothesis(run: Run, types: readonly ArgumentType[], inputs: readonly Input[]): void {
  run.subject = { ...run.subject, types };
  for (const input of inputs.slice(0, MODELS)) {
    const model = modelOfInput(run.subject, input);
    if (model !== undefined) run.solver.addModel(model);
  }
}

/** Trial inputs that the solver gets to know. */
const MODELS = 60;

/** What the subject's code and conditions speak of. */
export function vocabularyOfSubject({ module, definition, contract, scope }: Subject): Vocabulary {
  const conditions = [...contract.preconditions, ...contract.postconditions].map(({ expression }) => expression);
  return vocabularyOf(module, [definition, ...conditions], scope);
}

const PATCHED: Reason = {
  construct: 'assignment to an imported name',
  message: 'the module changes attributes of what it imports, so the library is not as the engine knows it',
};

const CHANGING: Reason = {
  construct: 'what earlier calls leave behind',
  message: 'what calls leave behind in the module is another thing after each call',
};

/** An exploration, and what was made of it. */
export interface Explored<T> {
  readonly exploration: Exploration;
  readonly made: T;
  readonly steps: number;
}

/** Explorations that are repeated for CPython's answers may take so many times the steps of one. */
const REPETITION_SHARE = 2;
/** How often they may be repeated. */
const MOST_REPETITIONS = 120;

/**
 * Explores the subject in slices of work. Where CPython has been asked for something, it
 * answers and the exploration is repeated.
 * @param make is given the exploration, and may ask for more, too
 */
export async function exploreInSlices<T>(
  run: Run,
  limits: Limits,
  make: (exploration: Exploration) => T,
): Promise<Explored<T> | { readonly obstacle: Reason }> {
  const { subject, solver, terms, host, answers, pace } = run;
  if (patchesLibrary(subject.module)) return { obstacle: PATCHED };
  const feasibility = new SlicedFeasibility(solver, host.rate);
  let steps = 0;
  let repetitions = 0;
  // most functions do the same for equal arguments, be they one object or several
  let isShared = false;
  const earlier =
    subject.isLaterCall === true ? new EarlierCalls(changedElsewhere(subject.module, subject.definition)) : undefined;
  let widenings = 0;
  await pace.begin('Paths are explored');
  for (;;) {
    const turn = await host.smt.turn(pace);
    const machine = new Machine({ terms, feasibility, limits, oracle: answers, interpreterOf });
    feasibility.startSlice(turn, machine);
    try {
      const exploration = explore(machine, subject, isShared ? new Sharing() : undefined, earlier);
      if (exploration.isEntangled && !isShared) {
        isShared = true;
        continue;
      }
      if (!answers.isWaiting && earlier?.learn(exploration) === true) {
        if (++widenings > MOST_WIDENINGS) return { obstacle: CHANGING };
        continue;
      }
      const made = make(exploration);
      if (!answers.isWaiting) return { exploration, made, steps: machine.steps };
    } catch (error) {
      const isOver = !answers.isWaiting;
      if (isOver && error instanceof Unexplorable) return { obstacle: error.reason };
      const limit = limitReached(error);
      if (isOver && limit !== undefined) return { obstacle: limit };
      if (isOver && !(error instanceof SliceSpent)) throw error;
    } finally {
      turn.end();
    }
    await feasibility.settle(pace);
    await pace.pause();
    if (answers.isWaiting) {
      repetitions += 1;
      steps += machine.work;
    }
    await answerPending(run);
    if (repetitions >= MOST_REPETITIONS || steps > REPETITION_SHARE * limits.steps) answers.close();
  }
}

/** Has CPython answer what the exploration has asked. */
async function answerPending({ answers, cpython }: Run): Promise<void> {
  const questions = answers.pending;
  const told = await askCpython(cpython, questions);
  for (const [index, question] of questions.entries()) {
    const answer = told[index];
    if (answer !== undefined) answers.remember(question, answer);
  }
}

/** The work counted so far. */
export function workOf(run: Run, steps: number): Work {
  return {
    fuelUsed: run.fuelBudget - run.solver.budget.fuel,
    fuelBudget: run.fuelBudget,
    solverQueries: run.solver.budget.queries,
    replays: run.replayer.replays,
    steps,
  };
}

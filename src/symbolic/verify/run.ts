/** One request from its source text to an exploration: what both verification tools do first. */

import { type Checkpoint, proceed } from '../../lib/work.ts';
import { type Contract, extractContract } from '../contracts/contract.ts';
import { ContractSyntaxError } from '../contracts/errors.ts';
import { type Limits, Machine } from '../execute/machine.ts';
import { type Cpython, Replayer } from '../replay/replayer.ts';
import { runTrials } from '../replay/run-trials.ts';
import type { Property, TrialOutcome } from '../replay/trial.ts';
import { trialHypotheses } from '../replay/trials.ts';
import { vocabularyOf } from '../replay/vocabulary.ts';
import type { InputFault, Reason, SymbolicRequest, Work } from '../service.ts';
import type { SmtBackend } from '../smt/backend.ts';
import { Solver } from '../smt/solver.ts';
import type { ClassDef, FunctionDef, Module } from '../syntax/ast.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { Terms } from '../terms/strings.ts';
import { executionLimits, fuelBudget, type WorkRate } from './budget.ts';
import { type Exploration, explore, type Subject, Unexplorable } from './explore.ts';
import { modelOfInput } from './input-model.ts';
import { SlicedFeasibility, SliceSpent } from './slices.ts';

/** What the engine is given to work with. */
export interface Host {
  readonly parser: TreeParser;
  readonly smt: SmtBackend;
  /** The replay interpreter of one owner. */
  readonly cpython: (owner: string) => Cpython;
  readonly rate: WorkRate;
}

/** A request under way. */
export interface Run {
  readonly host: Host;
  readonly functionName: string;
  readonly subject: Subject;
  /** The class whose method is analysed. */
  readonly owner: ClassDef | undefined;
  readonly property: Property;
  readonly replayer: Replayer;
  readonly terms: Terms;
  readonly solver: Solver;
  readonly limits: Limits;
  readonly fuelBudget: number;
  readonly checkpoint: Checkpoint;
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
  checkpoint: Checkpoint,
  propertyOf: (contract: Contract) => Property,
): Promise<Run> {
  const replayer = new Replayer(host.cpython(request.owner), request.code, request.functionName);
  const { module, definition, owner, contract } = await readSource(host.parser, request, replayer);
  const property = propertyOf(contract);
  await proceed(checkpoint, { done: 0, message: 'CPython imports the module' });
  const prepared = await replayer.prepare(property);
  if (prepared !== 'ready') throw new Faulty(prepared);
  const fuel = fuelBudget(host.rate, request.timeoutSeconds);
  return {
    host,
    functionName: request.functionName,
    subject: {
      module,
      definition,
      contract,
      assertLines: property.assertLines,
      isContractProved: property.kind === 'contract',
    },
    owner,
    property,
    replayer,
    terms: new Terms(),
    solver: new Solver(host.smt, fuel),
    limits: executionLimits(host.rate, request.timeoutSeconds),
    fuelBudget: fuel,
    checkpoint,
  };
}

interface Source {
  readonly module: Module;
  readonly definition: FunctionDef;
  readonly owner: ClassDef | undefined;
  readonly contract: Contract;
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
    const contract = extractContract(found.definition, module, parser);
    return { module, ...found, contract };
  } catch (error) {
    if (error instanceof ContractSyntaxError) throw faulty('SyntaxError', error.message, error.line);
    if (error instanceof PythonSyntaxError) return await explainSyntax(error, replayer);
    throw error;
  }
}

function faulty(errorType: string, message: string, line?: number): Faulty {
  return new Faulty({ status: 'error', errorType, message, ...(line === undefined ? {} : { line }) });
}

/** Asked for nothing but to import the module and find the function. */
const NO_PROPERTY: Property = { kind: 'contract', preconditions: [], assertLines: [], postconditions: [], raises: [] };

/** CPython knows best what is wrong with a name, and which functions there are. */
async function explainMissing(functionName: string, replayer: Replayer): Promise<never> {
  const verdict = await replayer.prepare(NO_PROPERTY);
  if (verdict !== 'ready') throw new Faulty(verdict);
  const message = `${functionName} is not defined by a def statement at the top of the module, which is what can be analysed.`;
  throw faulty('ValueError', message);
}

/** CPython is the judge of syntax; what only this parser cannot read is said to be so. */
async function explainSyntax(error: PythonSyntaxError, replayer: Replayer): Promise<never> {
  const verdict = await replayer.prepare(NO_PROPERTY);
  if (verdict !== 'ready' && verdict.errorType === 'SyntaxError') throw new Faulty(verdict);
  const message = `CPython accepts this code, but the parser of the symbolic engine does not read it: ${error.message}`;
  throw faulty('UnsupportedConstruct', message, error.line);
}

/** The last definition of `name`, or of `Class.method`, at the top of the module. */
function findDefinition(
  module: Module,
  name: string,
): { readonly definition: FunctionDef; readonly owner: ClassDef | undefined } | undefined {
  const [first = '', method, ...more] = name.split('.');
  if (more.length > 0) return undefined;
  const owner =
    method === undefined ? undefined : module.body.findLast((one) => one.kind === 'class' && one.name === first);
  if (method !== undefined && owner?.kind !== 'class') return undefined;
  const body = owner?.kind === 'class' ? owner.body : module.body;
  const definition = body.findLast((one) => one.kind === 'function' && one.name === (method ?? first));
  return definition?.kind === 'function'
    ? { definition, owner: owner?.kind === 'class' ? owner : undefined }
    : undefined;
}

/** What boundary inputs showed on CPython. */
export interface Trials {
  readonly failures: readonly Extract<TrialOutcome, { kind: 'failed' }>[];
  /** How many inputs were run. */
  readonly tried: number;
  /** How many of them met the preconditions and ran to an end. */
  readonly completed: number;
  readonly assumptions: readonly string[];
}

/** Runs boundary inputs on CPython, and makes them known to the solver as models. */
export async function tryBoundaries(run: Run): Promise<Trials> {
  const { subject, owner, replayer, property, solver } = run;
  const { definition, contract, module } = subject;
  const conditions = [...contract.preconditions, ...contract.postconditions].map((condition) => condition.expression);
  const hypotheses = trialHypotheses(definition, vocabularyOf(module, definition, conditions), owner);
  await proceed(run.checkpoint, { done: 1, message: 'Boundary inputs run on CPython' });
  const { outcomes, assumptions } = await runTrials(replayer, property, hypotheses);
  for (const { inputs } of hypotheses.slice(0, 1)) {
    for (const input of inputs) {
      const model = modelOfInput(run.host.parser, definition, input);
      if (model !== undefined) solver.addModel(model);
    }
  }
  const failures = outcomes.filter((outcome) => outcome.kind === 'failed');
  const completed = outcomes.filter(({ kind }) => kind === 'held' || kind === 'failed' || kind === 'repeated').length;
  return { failures, tried: outcomes.length, completed, assumptions };
}

/** The executor recurses as deeply as its values and calls nest. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

const TOO_DEEP: Reason = { construct: 'nesting', message: 'values or calls nest too deeply for the engine' };

/** Solver fuel between two checkpoints. */
const SLICE_SECONDS = 1;

/** Explores the subject, asking at the checkpoint after every slice of work. */
export async function exploreInSlices(
  run: Run,
  limits: Limits,
): Promise<{ readonly exploration: Exploration; readonly steps: number } | { readonly obstacle: Reason }> {
  const { subject, owner, solver, terms, host } = run;
  if (owner !== undefined) {
    const construct = `method ${owner.name}.${subject.definition.name}`;
    const { line } = subject.definition.span;
    return { obstacle: { line, construct, message: `${construct}: objects of classes are not modelled` } };
  }
  const feasibility = new SlicedFeasibility(solver, host.rate.fuelPerSecond * SLICE_SECONDS);
  for (let slice = 1; ; slice++) {
    await proceed(run.checkpoint, { done: 1 + slice, message: 'Paths are explored' });
    feasibility.startSlice();
    const machine = new Machine(terms, feasibility, limits);
    try {
      const exploration = explore(machine, subject);
      feasibility.endSlices();
      return { exploration, steps: machine.steps };
    } catch (error) {
      if (error instanceof Unexplorable) return { obstacle: error.reason };
      if (isStackOverflow(error)) return { obstacle: TOO_DEEP };
      if (!(error instanceof SliceSpent)) throw error;
    }
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

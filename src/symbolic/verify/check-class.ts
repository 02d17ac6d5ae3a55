/** symbolic_check of a class: each of its methods has its own contract to keep, and all of them the invariants. */
import type { Pace } from '../../lib/pace.ts';
import { type Contract, extractContract } from '../contracts/contract.ts';
import { ContractSyntaxError } from '../contracts/errors.ts';
import type { CheckResult, CheckStatus, Counterexample, SymbolicRequest } from '../service.ts';
import type { ClassDef, FunctionDef, Module } from '../syntax/ast.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { type CheckRequest, checkContract, withinText } from './check-contract.ts';
import { Faulty, type Host } from './run.ts';

/**
 * Checks what a name stands for: a function or method against its contract, or all methods of a class.
 * Throws Faulty for input that is at fault and Cancelled when the caller has gone.
 */
export async function check(host: Host, request: CheckRequest, pace: Pace): Promise<CheckResult> {
  const names = methodsOf(host.parser, request);
  if (names === undefined) return checkContract(host, request, pace);
  if (names.length === 0) throw nothingToCheck(request.functionName);
  const timeoutSeconds = request.timeoutSeconds / names.length;
  const results: CheckResult[] = [];
  for (const name of names) {
    const functionName = `${request.functionName}.${name}`;
    results.push(named(functionName, await checkContract(host, { ...request, functionName, timeoutSeconds }, pace)));
  }
  return together(request.functionName, names, results);
}

function nothingToCheck(className: string): Faulty {
  const message = `The class ${className} defines no method, so there is nothing to check: name a function or another class.`;
  return new Faulty({ status: 'error', errorType: 'ValueError', message });
}

/** The methods of a class that are checked; undefined where the name stands for no class, or the source does not parse. */
function methodsOf(parser: TreeParser, { code, functionName }: SymbolicRequest): readonly string[] | undefined {
  try {
    const module = parseModule(code, parser);
    const found = module.body.findLast(
      (one) => (one.kind === 'class' || one.kind === 'function') && one.name === functionName,
    );
    return found?.kind === 'class' ? checkedMethods(found, module, parser) : undefined;
  } catch (error) {
    // whoever checks the function says what is wrong
    if (error instanceof PythonSyntaxError || error instanceof ContractSyntaxError) return undefined;
    throw error;
  }
}

/** The methods that promise something; where none does, all. */
function checkedMethods(owner: ClassDef, module: Module, parser: TreeParser): readonly string[] {
  const methods = owner.body.filter((one): one is FunctionDef => one.kind === 'function');
  const promising = methods.filter((method) => hasPromise(extractContract(method, module, parser, owner)));
  return [...new Set((promising.length > 0 ? promising : methods).map(({ name }) => name))];
}

function hasPromise({ style, kept }: Contract): boolean {
  return style !== 'none' || kept.length > 0;
}

/** The result with the method's name in what it says. */
function named(functionName: string, result: CheckResult): CheckResult {
  const prefixed = (text: string): string => `${functionName}: ${text}`;
  return {
    ...result,
    counterexamples: result.counterexamples.map(
      (one): Counterexample => ({ ...one, violates: prefixed(one.violates) }),
    ),
    obligations: result.obligations.map(prefixed),
    reasons: result.reasons.map((reason) => ({ ...reason, message: prefixed(reason.message) })),
    assumptions: result.assumptions.map(prefixed),
    ...(result.verifiedWithin !== undefined && { verifiedWithin: prefixed(result.verifiedWithin) }),
  };
}

function together(className: string, names: readonly string[], results: readonly CheckResult[]): CheckResult {
  const status = statusOf(results);
  const sum = (figure: (result: CheckResult) => number): number =>
    results.reduce((total, result) => total + figure(result), 0);
  const bounds = status === 'unknown' ? boundsOfAll(results) : undefined;
  const message = messageFor(className, names, status, results);
  const query = results.find(({ undecidedQuery }) => undecidedQuery !== undefined)?.undecidedQuery;
  return {
    status,
    message: bounds === undefined ? message : `${withinText(className, bounds)} ${message}`,
    ...(bounds !== undefined && { verifiedWithin: bounds }),
    counterexamples: results.flatMap(({ counterexamples }) => counterexamples),
    extremeInputs: results.flatMap(({ extremeInputs }) => extremeInputs),
    pathsExplored: sum(({ pathsExplored }) => pathsExplored),
    pathsVerified: sum(({ pathsVerified }) => pathsVerified),
    coverageEstimate: sum(({ coverageEstimate }) => coverageEstimate) / results.length,
    reasons: results.flatMap(({ reasons }) => reasons),
    obligations: results.flatMap(({ obligations }) => obligations),
    assumptions: results.flatMap(({ assumptions }) => assumptions),
    ...(query !== undefined && { undecidedQuery: query }),
    work: {
      fuelUsed: sum(({ work }) => work.fuelUsed),
      fuelBudget: sum(({ work }) => work.fuelBudget),
      solverQueries: sum(({ work }) => work.solverQueries),
      replays: sum(({ work }) => work.replays),
      steps: sum(({ work }) => work.steps),
    },
  };
}

/** The bounds of all methods; undefined where more of one of them is open. */
function boundsOfAll(results: readonly CheckResult[]): string | undefined {
  const isWithin = results.every(({ status, verifiedWithin }) => status === 'verified' || verifiedWithin !== undefined);
  return isWithin ? results.flatMap(({ verifiedWithin }) => verifiedWithin ?? []).join('; ') : undefined;
}

/** The worst of them. */
function statusOf(results: readonly CheckResult[]): CheckStatus {
  const order: readonly CheckStatus[] = ['counterexample', 'timeout', 'unknown'];
  return order.find((status) => results.some((result) => result.status === status)) ?? 'verified';
}

function messageFor(
  className: string,
  names: readonly string[],
  status: CheckStatus,
  results: readonly CheckResult[],
): string {
  const methods = names.filter((_, index) => results[index]?.status === status).join(', ');
  switch (status) {
    case 'verified':
      return `${className} keeps its contracts: the obligations of ${methods} are proved on every feasible path.`;
    case 'counterexample':
      return `${className} breaks the contracts of ${methods} for the inputs shown, which were replayed on CPython.`;
    case 'timeout':
      return `Not decided within the work budget, which timeout_seconds scales: ${methods}.`;
    case 'unknown':
      return `Not decided; reasons lists what stood in the way of ${methods}.`;
  }
}

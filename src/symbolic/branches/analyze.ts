/** analyze_branches: at which points does a function go one way or another, and can it go both? */
import type { Pace } from '../../lib/pace.ts';
import { Replayer } from '../replay/replayer.ts';
import type { BranchRequest, BranchResult, Reason } from '../service.ts';
import type { FunctionDef, Module } from '../syntax/ast.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { parseGrammatically } from '../syntax/parse.ts';
import { fuelBudget } from '../verify/budget.ts';
import { findDefinition } from '../verify/find-definition.ts';
import { explainMissing, explainSyntax, type Host } from '../verify/run.ts';
import { syntacticallyClosed } from './closed-sides.ts';
import { cyclomaticComplexity } from './complexity.ts';
import { closeDeadCode } from './dead-code.ts';
import { type Decision, decisionsOf } from './decisions.ts';
import { decideReachability } from './reachability.ts';
import { Sides } from './sides.ts';

/**
 * Lists the decision points of a function (`analyze_branches` of the symbolic-execution document): in static mode with what its
 * syntax tells of their sides, otherwise with what running and exploring it tells. The preconditions of its docstring
 * limit the inputs; an assert is a decision like any other.
 * Throws Faulty for input that is at fault and Cancelled when the caller has gone.
 */
export function analyzeBranches(host: Host, request: BranchRequest, pace: Pace): Promise<BranchResult> {
  return request.symbolicReachability ? analyzeSymbolically(host, request, pace) : analyzeStatically(host, request);
}

async function analyzeStatically(host: Host, request: BranchRequest): Promise<BranchResult> {
  const { module, definition, reasons } = await readFunction(host, request);
  const decisions = decisionsOf(definition.body, module);
  const closed = syntacticallyClosed(decisions);
  const deadCodeLines = closeDeadCode(module, definition, closed);
  const { branches } = new Sides(decisions, closed);
  const isReached = ({ node }: Decision): boolean => !(closed.has(node, true) && closed.has(node, false));
  return {
    status: 'complete',
    analysisMode: 'static',
    message:
      `Static analysis of ${request.functionName}: only its syntax was looked at. ` +
      'What depends on values is not decided; symbolic_reachability=true runs and explores the function for it.',
    branches,
    reachableBranches: decisions.filter(isReached).length,
    deadCodeLines,
    cyclomaticComplexity: cyclomaticComplexity(definition),
    reasons,
    assumptions: [],
    work: {
      fuelUsed: 0,
      fuelBudget: fuelBudget(host.rate, request.timeoutSeconds),
      solverQueries: 0,
      replays: 0,
      steps: 0,
    },
  };
}

async function analyzeSymbolically(host: Host, request: BranchRequest, pace: Pace): Promise<BranchResult> {
  const { module, definition, decisions, closed, sides, ...rest } = await decideReachability(host, request, pace);
  const deadCodeLines = closeDeadCode(module, definition, closed);
  const { branches, open } = sides;
  const isReached = (index: number): boolean =>
    branches[index]?.whenTrue.kind === 'reachable' || branches[index]?.whenFalse.kind === 'reachable';
  return {
    status: 'complete',
    analysisMode: 'symbolic',
    message:
      open.length === 0
        ? `Every side of every decision of ${request.functionName} is decided: reached by its example on CPython, or proved unreachable.`
        : `${open.length} of ${2 * decisions.length} sides are not decided; reasons lists what stood in the way.`,
    branches,
    reachableBranches: decisions.filter((_, index) => isReached(index)).length,
    deadCodeLines,
    cyclomaticComplexity: cyclomaticComplexity(definition),
    ...rest,
  };
}

/** Reads the function without running anything, unless CPython has to say what is wrong with the source. */
async function readFunction(
  host: Host,
  { code, functionName, owner }: BranchRequest,
): Promise<{ readonly module: Module; readonly definition: FunctionDef; readonly reasons: readonly Reason[] }> {
  const replayer = new Replayer(host.cpython(owner), code, functionName);
  try {
    const { module, misplaced } = parseGrammatically(code, host.parser);
    const found = findDefinition(module, functionName);
    if (found === undefined) return await explainMissing(functionName, replayer);
    return { module, definition: found.definition, reasons: misplaced === undefined ? [] : [refusal(misplaced)] };
  } catch (error) {
    if (error instanceof PythonSyntaxError) return await explainSyntax(error, replayer);
    throw error;
  }
}

function refusal({ line, message }: PythonSyntaxError): Reason {
  return {
    line,
    construct: 'SyntaxError',
    message: `CPython does not run this code: ${message}. It was analysed as it is written.`,
  };
}

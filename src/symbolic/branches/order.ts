/** What control flow may still come to: Python's statements run forward, but in loops and in functions that are called again. */
import type { FunctionDef, Module, Span, Statement } from '../syntax/ast.ts';
import type { ProgramNode } from '../syntax/children.ts';
import { type DecisionNode, decisionsOf } from './decisions.ts';

/** Ways to come to a function without writing its name. */
const DYNAMIC = /\b(?:globals|locals|vars|eval|exec|compile|getattr|__dict__|__import__|sys|inspect|gc)\b/;

/** Tells which decisions of a function lie behind what its call has done so far. */
export class ControlOrder {
  readonly #definition: FunctionDef;
  readonly #mayReenter: boolean;
  /** Decisions that are taken where they stand. */
  readonly #inPlace: ReadonlySet<DecisionNode>;

  constructor(module: Module, definition: FunctionDef) {
    this.#definition = definition;
    this.#mayReenter = mentions(module.source, definition.name) > 1 || DYNAMIC.test(module.source);
    this.#inPlace = new Set(decisionsOf(definition.body, module, runsInPlace).map(({ node }) => node));
  }

  /** Whether a call that has come to `line` may still take the decision. True where that is not certain. */
  mayFollow(line: number | undefined, decision: DecisionNode): boolean {
    if (line === undefined || this.#mayReenter || !this.#inPlace.has(decision)) return true;
    const around = statementsAround(this.#definition.body, line);
    const statement = around.at(-1);
    if (statement === undefined || decision.span.endLine >= statement.span.line) return true;
    const loops = around.filter(({ kind }) => kind === 'for' || kind === 'while');
    return loops.some(({ span }) => covers(span, decision.span.line));
  }
}

function mentions(source: string, name: string): number {
  return [...source.matchAll(/[\p{L}\p{N}_]+/gu)].filter(([word]) => word === name).length;
}

/** Whether a node runs where it stands: functions and generators run when they are called or asked for an item. */
export function runsInPlace({ kind }: ProgramNode): boolean {
  return kind !== 'function' && kind !== 'lambda' && kind !== 'generator';
}

/** The statements that stand around a line, the outermost first; bodies of functions belong to other calls. */
function statementsAround(block: readonly Statement[], line: number): readonly Statement[] {
  const statement = block.find(({ span }) => covers(span, line));
  if (statement === undefined) return [];
  return [statement, ...statementsAround(blockOf(statement), line)];
}

function blockOf(statement: Statement): readonly Statement[] {
  switch (statement.kind) {
    case 'if':
    case 'while':
    case 'for':
      return [...statement.body, ...statement.orelse];
    case 'with':
    case 'class':
      return statement.body;
    case 'try': {
      const { body, handlers, orelse, finalbody } = statement;
      return [...body, ...handlers.flatMap((handler) => handler.body), ...orelse, ...finalbody];
    }
    case 'match':
      return statement.cases.flatMap((one) => one.body);
    default:
      return [];
  }
}

function covers({ line, endLine }: Span, at: number): boolean {
  return line <= at && at <= endLine;
}

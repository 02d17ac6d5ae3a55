/** Which statements control flow cannot reach: the ends of blocks, told from their syntax. */
import type { Statement } from '../syntax/ast.ts';
import type { ClosedSides } from './closed-sides.ts';
import type { DecisionNode } from './decisions.ts';

/** Statements of one block that follow each other. */
type StatementRun = readonly Statement[];

/**
 * The longest runs of statements in a body that never execute, given the sides of decisions that are never taken. A call is
 * taken to return or raise, and a context manager to swallow exceptions, as some do.
 */
export function deadRuns(body: readonly Statement[], closed: ClosedSides): readonly StatementRun[] {
  const flow = new Flow(closed);
  flow.block(body);
  return flow.dead;
}

/** Walks blocks that are reached, and tells of each whether its end is. */
class Flow {
  readonly dead: StatementRun[] = [];
  readonly #closed: ClosedSides;
  /** For each enclosing loop, the innermost last, whether a reached `break` leaves it. */
  readonly #breaks: boolean[] = [];

  constructor(closed: ClosedSides) {
    this.#closed = closed;
  }

  block(statements: readonly Statement[]): boolean {
    const last = statements.findIndex((statement) => !this.#falls(statement));
    if (last < 0) return true;
    this.#bury(statements.slice(last + 1));
    return false;
  }

  #bury(statements: readonly Statement[]): void {
    if (statements.length > 0) this.dead.push(statements);
  }

  /** The block on a side of a decision. */
  #side(decision: DecisionNode, side: boolean, statements: readonly Statement[]): boolean {
    if (!this.#closed.has(decision, side)) return this.block(statements);
    this.#bury(statements);
    return false;
  }

  /** Whether control may go on behind the statement. */
  #falls(statement: Statement): boolean {
    switch (statement.kind) {
      case 'return':
      case 'raise':
      case 'continue':
        return false;
      case 'break': {
        if (this.#breaks.length > 0) this.#breaks[this.#breaks.length - 1] = true;
        return false;
      }
      case 'assert':
        return !this.#closed.has(statement.test, true);
      case 'if': {
        const [body, orelse] = [
          this.#side(statement.test, true, statement.body),
          this.#side(statement.test, false, statement.orelse),
        ];
        return body || orelse;
      }
      case 'while':
        return this.#loop(statement.test, statement);
      case 'for':
        return this.#loop(statement.iterable, statement);
      case 'with':
        this.block(statement.body);
        return true;
      case 'try':
        return this.#try(statement);
      case 'match': {
        const bodies = statement.cases.map((one) => this.#side(one, true, one.body));
        const isExhaustive = statement.cases.some((one) => this.#closed.has(one, false));
        return !isExhaustive || bodies.includes(true);
      }
      case 'function':
        this.#apart(() => this.block(statement.body));
        return true;
      case 'class':
        return this.#apart(() => this.block(statement.body));
      default:
        return true;
    }
  }

  #loop(decision: DecisionNode, { body, orelse }: Extract<Statement, { kind: 'while' | 'for' }>): boolean {
    this.#breaks.push(false);
    this.#side(decision, true, body);
    const breaks = this.#breaks.pop() === true;
    const completes = this.#side(decision, false, orelse);
    return completes || breaks;
  }

  #try({ body, handlers, orelse, finalbody }: Extract<Statement, { kind: 'try' }>): boolean {
    const ends = this.block(body);
    const completes = ends ? this.block(orelse) : this.#unreached(orelse);
    const handled = handlers.map((handler) => this.#side(handler, true, handler.body));
    const finishes = this.block(finalbody);
    return finishes && (completes || handled.includes(true));
  }

  #unreached(statements: readonly Statement[]): false {
    this.#bury(statements);
    return false;
  }

  /** A body whose jumps do not concern the loops around it. */
  #apart(walk: () => boolean): boolean {
    const around = this.#breaks.splice(0);
    try {
      return walk();
    } finally {
      this.#breaks.push(...around);
    }
  }
}

/** Every line from the first to the last statement of each run, comments between them included; once, in ascending order. */
export function linesOf(runs: readonly StatementRun[]): readonly number[] {
  const lines = new Set<number>();
  for (const run of runs) {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) continue;
    for (let line = first.span.line; line <= last.span.endLine; line++) lines.add(line);
  }
  return [...lines].sort((left, right) => left - right);
}

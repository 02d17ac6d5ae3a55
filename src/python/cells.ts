/** The cells of a session, from their call to their answer: what an interrupt or the session's deletion finds. */
import type { CellStatus, InterruptResult } from './protocol.ts';

/** Why a cell is to end early. */
export type CellStop = 'interrupted' | 'erased';

interface Ending {
  readonly status: CellStatus;
  readonly variablesKept: boolean;
}

/** A cell that waits for its turn or runs. */
export class Cell {
  #stop: CellStop | undefined;
  readonly #abandon = new AbortController();
  readonly #ended = Promise.withResolvers<Ending>();

  /** Set once it is to end: it does not begin any more, or its interpreter is told. */
  get stop(): CellStop | undefined {
    return this.#stop;
  }

  /** Aborted when nothing waits for the interpreter any longer. */
  get abandoned(): AbortSignal {
    return this.#abandon.signal;
  }

  /** Resolves when its answer is known. */
  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  tell(stop: CellStop): void {
    this.#stop ??= stop;
  }

  abandon(): void {
    this.#abandon.abort();
  }

  end(ending: Ending): void {
    this.#ended.resolve(ending);
  }
}

/** Cells by the name that their caller gave them. */
export class Cells {
  readonly #waiting = new Map<string, Cell>();
  #running: { readonly id: string; readonly cell: Cell } | undefined;

  get waiting(): number {
    return this.#waiting.size;
  }

  /** A new cell, which waits. */
  add(id: string): Cell {
    const cell = new Cell();
    this.#waiting.set(id, cell);
    return cell;
  }

  /** It is its turn. */
  begin(id: string, cell: Cell): void {
    this.#waiting.delete(id);
    this.#running = { id, cell };
  }

  end(cell: Cell, ending: Ending): void {
    this.#running = undefined;
    cell.end(ending);
  }

  /** The cells that wait do not begin any more. */
  cancelWaiting(): void {
    for (const cell of this.#waiting.values()) cell.tell('interrupted');
    this.#waiting.clear();
  }

  /** Tells every cell that its session is gone. */
  erase(): void {
    for (const cell of this.#waiting.values()) cell.tell('erased');
    this.#waiting.clear();
    this.#running?.cell.tell('erased');
    this.#running?.cell.abandon();
  }

  /**
   * Ends the running cell, or the one of that name; one that waits just never begins. `signal` tells the interpreter, which
   * has `reactionMs` to react before it is given up. Resolves when the cell has ended.
   */
  async interrupt(id: string | undefined, reactionMs: number, signal: () => void): Promise<InterruptResult> {
    const queued = id === undefined ? undefined : this.#waiting.get(id);
    if (id !== undefined && queued !== undefined) {
      queued.tell('interrupted');
      this.#waiting.delete(id);
      return { status: 'interrupted', variablesKept: true, waiting: this.waiting };
    }
    const { waiting } = this;
    const running = this.#running;
    if (running === undefined || (id !== undefined && running.id !== id)) return { status: 'idle', waiting };
    const { cell } = running;
    cell.tell('interrupted');
    const timer = setTimeout(() => cell.abandon(), reactionMs);
    signal();
    const { status, variablesKept } = await cell.ended;
    clearTimeout(timer);
    return status === 'interrupted' ? { status, variablesKept, waiting } : { status: 'idle', waiting };
  }
}

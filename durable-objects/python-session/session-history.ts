/** What was and what could have been: checkpoints on demand, going back, starting anew, and copies of a session. */
import { ToolFailure } from '../../src/lib/errors.ts';
import { sentences } from '../../src/lib/sentences.ts';
import { InterpreterLost } from '../../src/python/interpreter-lost.ts';
import type { CheckpointFacts, Mount, Restart, Restored } from '../../src/python/protocol.ts';
import type { CheckpointRow } from './checkpoints.schema.ts';
import { type Asked, NotCheckpointed } from './checkpoints.ts';
import type { Interpreter } from './interpreter.ts';
import { exportRows, type TableRows } from './session-copy.ts';
import type { SessionMount } from './session-mount.ts';

/** The history of one session. Its methods run one at a time, between cells. */
export class SessionHistory {
  readonly #sql: SqlStorage;
  readonly #interpreter: Interpreter;

  constructor(sql: SqlStorage, interpreter: Interpreter) {
    this.#sql = sql;
    this.#interpreter = interpreter;
  }

  /** The newest first. */
  list(): readonly CheckpointFacts[] {
    return this.#interpreter.checkpoints.list().map(toFacts);
  }

  /** Takes a checkpoint. Throws `ToolFailure` when something stands in the way. */
  async checkpoint(label: string | undefined): Promise<CheckpointFacts> {
    return toFacts(await this.#take({ label: label ?? null }, 'No checkpoint was taken'));
  }

  /** Goes back to a checkpoint: the newest that somebody asked for, else the newest. Throws `ToolFailure`. */
  async restore(id: number | undefined): Promise<Restored> {
    const rows = this.#interpreter.checkpoints.list();
    const row =
      id === undefined ? (rows.find(({ requested }) => requested === 1) ?? rows[0]) : rows.find((one) => one.id === id);
    if (row === undefined) throw noSuchCheckpoint(id, rows);
    const notices = await this.#keepPresent(row.id);
    this.#interpreter.discard();
    this.#interpreter.checkpoints.restore(row);
    await this.#interpreter.started();
    return { checkpoint: toFacts(row), notices: [...notices, ...this.#interpreter.news()] };
  }

  /** Replaces the interpreter, by one with the same variables or by a fresh one. Throws `ToolFailure` when they cannot be kept. */
  async restart(preserve: boolean): Promise<Restart> {
    const { checkpoints, kernel } = this.#interpreter;
    const notices: string[] = [];
    if (preserve) {
      if (kernel !== undefined && checkpoints.behind > 0) {
        try {
          await this.#take(undefined, 'The interpreter was not restarted');
        } catch (error) {
          if (!(error instanceof InterpreterLost)) throw error;
          notices.push('The interpreter did not answer.');
        }
      }
      notices.push(...this.#interpreter.lose());
    } else {
      this.#interpreter.discard();
      checkpoints.rewind(null);
    }
    await this.#interpreter.started();
    return { preserved: checkpoints.head !== null, notices: [...notices, ...this.#interpreter.news()] };
  }

  /** Moves the mount; the interpreter that reads it has the same variables. Throws `ToolFailure` when they cannot be kept. */
  async remount(mount: SessionMount, to: Mount): Promise<readonly string[]> {
    const before = mount.facts;
    mount.set(to);
    try {
      const { notices } = await this.restart(true);
      await this.#interpreter.forgetModules(mount.facts?.path ?? '');
      return notices;
    } catch (error) {
      if (before !== undefined) mount.set(before);
      throw error;
    }
  }

  /** Everything stored, after the interpreter's state has been, for a copy of the session. Throws `ToolFailure`. */
  async export(): Promise<Iterable<readonly TableRows[]>> {
    const { checkpoints } = this.#interpreter;
    if (checkpoints.behind > 0) await this.#take(undefined, 'The session was not copied');
    return exportRows(this.#sql);
  }

  /** Makes sure that the present can be gone back to, after `spared` was. Returns why not, as notices. */
  async #keepPresent(spared: number): Promise<readonly string[]> {
    if (this.#interpreter.checkpoints.present !== undefined) return [];
    try {
      await this.#interpreter.checkpoint(await this.#interpreter.started(), undefined, spared);
      return [];
    } catch (error) {
      if (!(error instanceof NotCheckpointed) && !(error instanceof InterpreterLost)) throw error;
      const reason = error instanceof NotCheckpointed ? error.obstacles.join('; ') : 'the interpreter did not answer';
      return [
        `Changes since the last checkpoint are gone; no checkpoint could be taken of them before: ${sentences(reason)}`,
      ];
    }
  }

  async #take(asked: Asked | undefined, failed: string): Promise<CheckpointRow> {
    const { checkpoints } = this.#interpreter;
    const claimed = asked && checkpoints.claim(asked);
    if (claimed !== undefined) return claimed;
    const kernel = await this.#interpreter.started();
    const [loss] = this.#interpreter.news();
    if (loss !== undefined) {
      throw new ToolFailure({
        errorType: 'CheckpointError',
        message: `${failed}. ${loss}`,
        advice: 'Call again to go on with the variables that are left.',
      });
    }
    try {
      return await this.#interpreter.checkpoint(kernel, asked);
    } catch (error) {
      if (!(error instanceof NotCheckpointed)) throw error;
      throw new ToolFailure({
        errorType: 'CheckpointError',
        message: `${failed}: ${error.obstacles.join('; ')} cannot be kept.`,
        advice: 'Close the files, delete the objects (del name) or await the tasks, then call again.',
      });
    }
  }
}

function toFacts({ id, requested, label, created_at, bytes }: CheckpointRow): CheckpointFacts {
  return {
    id,
    ...(label !== null && { label }),
    automatic: requested === 0,
    createdAt: new Date(created_at).toISOString(),
    bytes,
  };
}

function noSuchCheckpoint(id: number | undefined, rows: readonly CheckpointRow[]): ToolFailure {
  const known = rows.map((row) => (row.label === null ? String(row.id) : `${row.id} (${row.label})`));
  return new ToolFailure({
    errorType: 'CheckpointError',
    message: id === undefined ? 'The session has no checkpoint yet.' : `Checkpoint ${id} not found`,
    advice:
      known.length === 0
        ? 'Run some code, or call checkpoint_session; then there is one to go back to.'
        : `There are, the newest first: ${known.join(', ')}. Older ones are gone.`,
  });
}

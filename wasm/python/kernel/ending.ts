/** How a cell or script ended, from how the call that ran it did. */
import type { StopReason } from './budget.ts';
import type { Call } from './calls.ts';
import type { CellOutcome, CellStatus } from './types.ts';

type Ending = Pick<CellOutcome, 'status' | 'result' | 'errorType' | 'message' | 'traceback' | 'exitCode'>;

/** `reason` is why the call was told to stop: a stop that the code swallowed still counts as one. */
export function endingOf(call: Call, reason: StopReason | undefined): Ending {
  const stopped: CellStatus | undefined = reason === 'limit' ? 'timeout' : reason;
  if (call.kind === 'died') return { status: stopped ?? 'died', message: call.message };
  const [status, result, errorType, message, traceback, exitCode] = call.kind === 'returned' ? call.fields : [];
  const details = {
    ...(result !== undefined && { result }),
    ...(traceback !== undefined && { traceback }),
    ...(exitCode !== undefined && { exitCode: Number(exitCode) }),
  };
  if (stopped !== undefined) {
    const why = stopped === 'timeout' ? 'The time limit ended the cell.' : 'The cell was interrupted.';
    return { status: stopped, message: why, ...details };
  }
  if (call.kind === 'raised') return { status: 'error', message: call.message };
  return {
    status: status === 'ok' || status === 'exit' ? status : 'error',
    ...details,
    ...(errorType !== undefined && { errorType }),
    ...(message !== undefined && { message }),
  };
}

/** What the Python Worker answers: the types that cross the boundary between a session and its callers. */
import type { OutputListener } from '../../wasm/python/kernel/pump.ts';
import type {
  CellOutcome,
  CellRequest,
  EvaluationRequest,
  EvaluationResult,
  KernelInfo,
} from '../../wasm/python/kernel/types.ts';

export type { OutputListener } from '../../wasm/python/kernel/pump.ts';
export type {
  CellRequest,
  CellStatus,
  EvaluationRequest,
  EvaluationResult,
  KernelInfo,
  OutputChunk,
} from '../../wasm/python/kernel/types.ts';

export type CellResult = CellOutcome;

/** The session object's methods, called over RPC. */
export interface PythonSessionApi {
  run(request: CellRequest, listener?: OutputListener): Promise<CellResult>;
  evaluate(request: EvaluationRequest): Promise<EvaluationResult>;
  /** Interrupts the running cell, if any; killing the isolate when it does not react. */
  interrupt(): Promise<void>;
  /** Starts the interpreter when it is not running. */
  info(): Promise<KernelInfo>;
}

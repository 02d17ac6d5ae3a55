/** What happens from an entry point on: what is asked and answered. */
import type { UserId } from '../../lib/object-name.ts';
import type { OnProgress } from '../../lib/work.ts';
import type { Execution, FrameId } from '../execution/service.ts';
import type { EntryPoint, Unseen } from '../service.ts';

/** Asks for the paths from an entry point, at the commit that the index covers. */
export interface TraceRequest {
  readonly owner: UserId;
  readonly workspace: string;
  readonly entry: EntryPoint;
  /** Calls between the entry and what is still read, from 1 to 50. */
  readonly depth: number;
  /** Whether the entry is run, too, where it is Python; absent: it is only read. */
  readonly run?: RunQuestion;
}

/** How the entry is run. */
export interface RunQuestion {
  /** Calls as Python expressions in the names of the entry's module; absent: the symbolic engine finds some. */
  readonly calls?: readonly string[];
  /** The frame that is looked into. */
  readonly frame?: FrameId;
}

/**
 * Why a call is believed to lead where it does: by scopes and types of the same file or package, through an import, or because
 * the names are the same.
 */
export type CallCertainty = 'exact' | 'imported' | 'name';

/** A function of the workspace that is reached. */
export interface TracedFunction {
  readonly path: string;
  /** With its scope. */
  readonly name: string;
  readonly line: number;
  readonly lineEnd: number;
  readonly parameters: readonly string[];
  /** The least calls between the entry and it. */
  readonly distance: number;
}

/** A call, in the order in which the functions' texts have them, depth first. */
export interface TracedCall {
  /** Calls between the entry and the function that calls. */
  readonly depth: number;
  /** Who calls: an index into {@link TraceAnswer.functions}. */
  readonly from: number;
  /** Whom: an index, too. */
  readonly to: number;
  /** As the source writes it, without arguments. */
  readonly callee: string;
  readonly path: string;
  readonly line: number;
  readonly certainty: CallCertainty;
  readonly reason: string;
  /** What leads there within the function, outermost first. */
  readonly branches: readonly string[];
  /** Loops around it within the function. */
  readonly loops: number;
  readonly awaited: boolean;
  /** Of a function that is on the way to this call already. */
  readonly isRecursive: boolean;
  /** The call, an index, below which what this one reaches is shown. */
  readonly shownAt?: number;
}

/** An exception that a function throws, and what becomes of it. */
export interface TracedException {
  /** As the source names it; absent where a value is thrown whose type is not known. */
  readonly type?: string;
  /** The function that throws. */
  readonly from: number;
  readonly path: string;
  readonly line: number;
  readonly branches: readonly string[];
  /** `escapes`: no handler on a way to the entry takes it; `maybe`: one could, or it is not sure to be thrown; `handled`: on every way. */
  readonly fate: 'escapes' | 'maybe' | 'handled';
  /** Functions that it passes on one way to the entry, from the one that throws. */
  readonly through: readonly number[];
  /** Handlers that take it, or could. */
  readonly handlers: readonly { readonly path: string; readonly line: number; readonly isSure: boolean }[];
}

/** Where a parameter, or the result of a call, goes within one function. */
export interface DataFlow {
  readonly in: number;
  /** A parameter, or `name()` for the result of a call. */
  readonly from: string;
  readonly kind: 'argument' | 'outside' | 'return' | 'throw' | 'yield' | 'store' | 'branch';
  /** What it reaches: `function.parameter`, what is called, what is stored to, or the condition. */
  readonly to: string;
  readonly path: string;
  readonly line: number;
  /** False: it passes something whose text is not known, which may keep it or give it back. */
  readonly isSure: boolean;
  /** Parameters of the entry whose values arrive here. */
  readonly entryParameters: readonly string[];
}

/** What code does beside computing. */
export const EFFECTS = [
  'file',
  'network',
  'database',
  'process',
  'environment',
  'clock',
  'randomness',
  'output',
  'sleep',
] as const;
export type EffectKind = (typeof EFFECTS)[number];

/** A place where something happens beside computing, by a table of names. */
export interface TracedEffect {
  readonly kind: EffectKind;
  readonly in: number;
  /** As the source writes it. */
  readonly what: string;
  readonly path: string;
  readonly line: number;
  readonly branches: readonly string[];
  readonly loops: number;
  /** `exact`: by its module or as a built-in; `name`: a method of a value of which the type is not known. */
  readonly certainty: 'exact' | 'name';
}

/** The paths from an entry point. */
export interface TraceAnswer {
  readonly commit?: string;
  readonly language: string;
  /** The first one is the entry. */
  readonly functions: readonly TracedFunction[];
  readonly calls: readonly TracedCall[];
  readonly exceptions: readonly TracedException[];
  readonly dataFlow: readonly DataFlow[];
  readonly effects: readonly TracedEffect[];
  readonly unseen: readonly Unseen[];
  /** Absent where it was not asked for. */
  readonly execution?: Execution;
}

/** Method of the engine. */
export interface TraceApi {
  /** The paths. Throws `ToolFailure` for a file or function that is not there, and `Cancelled`. */
  tracePath(request: TraceRequest, onProgress: OnProgress): Promise<TraceAnswer>;
}

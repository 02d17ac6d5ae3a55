/**
 * What an interpreter's isolate may answer. User code can break everything in it, so that its answers are looked at before
 * they are stored or passed on: their types, and sizes that neither fill a message nor a row of the database.
 */
import { z } from 'zod';
import { ENTRY_LIMIT } from '../../wasm/python/kernel/file-limits.ts';
import type { KernelCellResult, StateBatch, StateResult } from '../../wasm/python/kernel/types.ts';

/** Characters of output, of a result or of a message: what Python cuts to a MB, with the note that it was cut. */
const LONG = (1 << 20) + 10_000;
/** Entries of any list: every file may be new and another one removed. */
const MOST = 4 * ENTRY_LIMIT;
/** A row of the database holds 2 MB. */
const ROW_BYTES = 1_500_000;
/** Chunks of a MB in a message of 32 MB. */
const MOST_CHUNKS = 32;

const count = z
  .int()
  .min(0)
  .max(2 ** 32);
const text = z.string().max(LONG);
const path = z.string().max(5000);
const paths = z.array(path).max(MOST);
const sentences = z.array(text).max(1000);
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const outcome = z.object({
  status: z.enum(['ok', 'error', 'exit', 'timeout', 'interrupted', 'died']),
  stdout: text,
  stderr: text,
  result: text.exactOptional(),
  errorType: text.exactOptional(),
  message: text.exactOptional(),
  traceback: text.exactOptional(),
  executionTime: z.number(),
  exitCode: z.number().exactOptional(),
  images: z
    .array(z.object({ path, mimeType: z.string().max(100), data: bytes }))
    .max(100)
    .exactOptional(),
  newFiles: paths,
  modifiedFiles: paths,
  deletedFiles: paths,
  notices: sentences,
});

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('directory'), path }),
  z.object({
    kind: z.literal('file'),
    path,
    size: count,
    changedAt: z.number(),
    content: count.exactOptional(),
    data: bytes.exactOptional(),
  }),
]);

const temporary = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('directory'), path }),
  z.object({ kind: z.literal('file'), path, data: bytes.refine((data) => data.length <= ROW_BYTES) }),
]);

const header = z
  .object({
    base: z.string().max(200),
    heapBytes: count,
    digest: z.string().max(100),
    slots: count,
    interned: z.array(z.string()).max(MOST),
    directory: path,
    library: z.array(z.object({ fd: count, path, position: count })).max(MOST),
    temporary: z.array(temporary).max(MOST),
  })
  .refine(({ temporary: _, ...rest }) => JSON.stringify(rest).length < ROW_BYTES);

const chunk = z.object({
  pages: z.custom<Uint32Array>((value) => value instanceof Uint32Array && value.byteLength < ROW_BYTES),
  data: bytes.refine((data) => data.length < ROW_BYTES),
});

const batch = z.object({ chunks: z.array(chunk).max(MOST_CHUNKS), header: header.exactOptional() });

const state = z.discriminatedUnion('kind', [
  batch.extend({ kind: z.literal('taken') }),
  z.object({ kind: z.literal('large'), pages: count }),
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('refused'), obstacles: sentences }),
]);

const cellResult = z.object({
  alive: z.boolean(),
  outcome,
  changes: z.object({ put: z.array(entry).max(MOST), removed: paths }),
  state: state.exactOptional(),
});

/** A cell's result. Throws when it is none. */
export function checkedResult(answer: unknown): KernelCellResult {
  return checked(cellResult, answer);
}

/** A state. Throws when it is none. */
export function checkedState(answer: unknown): StateResult {
  return checked(state, answer);
}

/** A part of a state. Throws when it is none. */
export function checkedBatch(answer: unknown): StateBatch {
  return checked(batch, answer);
}

function checked<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  console.warn('An interpreter was given up for its answer:', error.issues[0]);
  throw new Error('The interpreter was broken by the code: what it answered makes no sense.');
}

/** The process that Z3 believes to run in: no threads, no files, a clock that stands still. */
import type { Heap } from './marshal.ts';

/** Thrown out of Z3 when it ends its process. */
export class Z3Exit extends Error {
  override readonly name = 'Z3Exit';
  /** Z3's exit code; undefined for an abort or a failed assertion. */
  readonly code: number | undefined;

  constructor(what: string, code?: number) {
    super(`Z3 ended its process: ${what}.`);
    this.code = code;
  }
}

type Import = (...args: number[]) => number | undefined;

/** Error numbers of musl and of WASI. */
const EAGAIN = 6;
const ENOENT = 44;
const EINVAL = 28;
const WASI_BADF = 8;
const WASI_SPIPE = 70;

const nothing: Import = () => undefined;
const zero: Import = () => 0;

/** Imports of the `env` module, without those for exceptions, fuel and start-up. */
export function processImports(heap: Heap): Record<string, Import> {
  const unsupported = (what: string) => (): never => {
    throw new Z3Exit(what);
  };
  return {
    exit: (code) => {
      throw new Z3Exit(`exit(${code})`, code);
    },
    _abort_js: unsupported('abort()'),
    __assert_fail: (condition = 0, file = 0, line = 0) => {
      throw new Z3Exit(`assertion ${heap.readString(condition)} at ${heap.readString(file)}:${line}`);
    },
    emscripten_resize_heap: (bytes = 0) => Number(heap.growTo(bytes >>> 0)),
    emscripten_asm_const_int: unsupported('inline JavaScript'),
    emscripten_asm_const_async_on_main_thread: unsupported('inline JavaScript'),
    emscripten_exit_with_live_runtime: unsupported('the main function'),
    emscripten_get_now: zero,
    emscripten_date_now: zero,
    _emscripten_get_now_is_monotonic: () => 1,
    _tzset_js: nothing,
    __pthread_create_js: () => EAGAIN,
    _emscripten_thread_set_strongref: nothing,
    _emscripten_thread_mailbox_await: nothing,
    _emscripten_notify_mailbox_postmessage: nothing,
    _emscripten_receive_on_main_thread_js: unsupported('a call to the main thread'),
    _emscripten_thread_cleanup: nothing,
    __syscall_openat: () => -ENOENT,
    __syscall_fcntl64: () => -EINVAL,
    __syscall_ioctl: () => -EINVAL,
  };
}

/** Imports of the `wasi_snapshot_preview1` module: what Z3 writes to its standard streams is dropped. */
export function wasiImports(heap: Heap): Record<string, Import> {
  return {
    proc_exit: (code) => {
      throw new Z3Exit(`exit(${code})`, code);
    },
    fd_close: zero,
    fd_seek: () => WASI_SPIPE,
    fd_read: () => WASI_BADF,
    fd_write: (_stream, vectors = 0, count = 0, writtenAddress = 0) => {
      let written = 0;
      for (let index = 0; index < count; index++) written += heap.word(vectors + 8 * index + 4);
      heap.setWord(writtenAddress, written);
      return 0;
    },
    environ_sizes_get: (countAddress = 0, sizeAddress = 0) => {
      heap.setWord(countAddress, 0);
      heap.setWord(sizeAddress, 0);
      return 0;
    },
    environ_get: zero,
  };
}

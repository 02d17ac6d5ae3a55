/** Starts tree-sitter from its precompiled module, in a Worker and in plain Node alike. */
import { INITIAL_PAGES } from './memory.ts';

/** What tree-sitter starts with. */
export interface ModuleOptions {
  readonly wasmMemory: WebAssembly.Memory;
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports;
}

/** Options of `Parser.init` for `core`, which is `web-tree-sitter.wasm` as `shrinkMemory` leaves it. */
export function moduleOptions(core: WebAssembly.Module, maximumPages: number): ModuleOptions {
  return {
    wasmMemory: new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: maximumPages }),
    instantiateWasm(imports, done) {
      done(new WebAssembly.Instance(core, imports), core);
      return {};
    },
  };
}

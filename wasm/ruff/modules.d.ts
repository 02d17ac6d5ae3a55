/** The modules that the build writes into `wasm/ruff/build/`. */

declare module '*/ruff.mjs' {
  export * from '@astral-sh/ruff-wasm-web';
}

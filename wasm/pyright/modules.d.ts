/** The modules that the build writes into `wasm/pyright/build/`. */

declare module '*/pyright.mjs' {
  /** Runs the server's script with `self` as the worker that it believes to be in. */
  export function boot(self: object): void;
}

declare module '*/stubs.txt' {
  /** JSON: text by path of a stub. */
  const stubs: string;
  export default stubs;
}

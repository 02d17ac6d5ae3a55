/** The modules that the build writes into `wasm/tsc/build/`. */

declare module '*/typescript.mjs' {
  import ts from 'typescript-6';
  export default ts;
}

declare module '*/libraries.txt' {
  /** JSON: text by name of a library. */
  const libraries: string;
  export default libraries;
}

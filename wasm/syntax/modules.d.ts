/** The modules that the build writes into `wasm/syntax/build/`, and the queries. */

declare module '*/web-tree-sitter.mjs' {
  export * from 'web-tree-sitter';
}

declare module '*.scm' {
  const query: string;
  export default query;
}

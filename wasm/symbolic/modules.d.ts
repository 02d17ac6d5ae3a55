/** The modules that the build writes into `wasm/symbolic/build/`, and the Python of the harness. */

declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}

declare module '*/web-tree-sitter.mjs' {
  export * from 'web-tree-sitter';
}

declare module '*/z3-meta.json' {
  const meta: import('./z3/loader.ts').Z3Meta;
  export default meta;
}

declare module '*.py' {
  const source: string;
  export default source;
}

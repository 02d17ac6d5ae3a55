/** The modules that the build writes into `wasm/biome/build/`. */

declare module '*/biome.mjs' {
  export * from '@biomejs/wasm-web';
}

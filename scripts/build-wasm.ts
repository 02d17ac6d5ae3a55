/** Builds every engine's WASM artifacts from their npm packages; run by npm's `prepare`. */
export {};

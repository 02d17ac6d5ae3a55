/** The modules that the build writes into `wasm/python/build/`. */

declare module '*/isolate-artifacts.mjs' {
  const artifacts: import('./kernel/boot.ts').Artifacts;
  export default artifacts;
}

/** The packages of the deployment. */
declare module '*/packages.mjs' {
  const packages: import('./packages/bundled.ts').PackageIndex;
  export default packages;
}

/** What can be imported without being installed. */
declare module '*/included.mjs' {
  const included: import('./packages/included.ts').Included;
  export default included;
}

declare module '*/raise-points.mjs' {
  const points: import('./kernel/raise-points.ts').RaisePointTable;
  export default points;
}

/** Every module of the isolate, but for the library and the snapshot, which are assets. */
declare module '*/isolate-modules.mjs' {
  const modules: Readonly<Record<string, WorkerLoaderModule>>;
  export default modules;
}

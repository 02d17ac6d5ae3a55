/** The packages that `npm run wheels` prepared for this deployment. */

/** A shared object of a bundled package. */
export interface SideModule {
  /** Where Python looks for it, relative to site-packages; absolute for libraries that packages share. */
  readonly path: string;
  /** Name of the precompiled module among the isolate's. */
  readonly module: string;
}

/** A bundled package. */
export interface BundledPackage {
  /** Normalized. */
  readonly name: string;
  readonly version: string;
  /** File name of the wheel or archive among the Python Worker's assets, below `packages/`. */
  readonly file: string;
  readonly sha256: string;
  /** Names of bundled packages that it needs. */
  readonly depends: readonly string[];
  /** Names that it is imported by. */
  readonly imports: readonly string[];
  readonly modules: readonly SideModule[];
  /** `library`: shared objects only, which other packages load. */
  readonly kind: 'wheel' | 'library';
}

/** What the build knows of packages. */
export interface PackageIndex {
  readonly bundled: readonly BundledPackage[];
  /** Every import name that Pyodide has a package for, and that package's normalized name. */
  readonly imports: Readonly<Record<string, string>>;
}

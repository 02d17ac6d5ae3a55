/** The part of recheck that is JavaScript alone: no Java, nothing native, no threads. */

declare module 'recheck/lib/browser.js' {
  /** Limits of a check, by name. */
  type Limits = Readonly<Record<string, number | null>>;

  type Diagnostics =
    | { readonly status: 'safe'; readonly checker: 'automaton' | 'fuzz' }
    | {
        readonly status: 'vulnerable';
        readonly complexity: { readonly summary: string };
        readonly attack: { readonly pattern: string };
      }
    | { readonly status: 'unknown'; readonly error: { readonly kind: string } };

  const recheck: { readonly checkSync: (source: string, flags: string, limits: Limits) => Diagnostics };
  export default recheck;
}

/** What the Worker uses of Node's modules, which workerd has under `nodejs_compat`. */

declare module 'node:crypto' {
  interface Hash {
    update(data: string | Uint8Array): Hash;
    digest(encoding: 'hex'): string;
    digest(): Uint8Array;
  }
  export function createHash(algorithm: 'sha1' | 'sha256'): Hash;
}

declare module 'node:zlib' {
  /** `bytesWritten`: how much of the input was used. */
  export function inflateSync(
    data: Uint8Array,
    options: { readonly info: true; readonly maxOutputLength?: number },
  ): { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } };
  export function inflateSync(data: Uint8Array, options?: { readonly maxOutputLength?: number }): Uint8Array;
  export function deflateSync(data: Uint8Array, options?: { readonly level?: number }): Uint8Array;
}

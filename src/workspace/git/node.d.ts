/** What the Worker uses of Node's modules, which workerd has under `nodejs_compat`. */

declare module 'node:buffer' {
  interface Buffer extends Uint8Array {
    toString(encoding: 'latin1' | 'utf8'): string;
  }
  export const Buffer: {
    from(text: string, encoding: 'hex' | 'latin1'): Buffer;
    from(data: ArrayBufferLike, offset: number, length: number): Buffer;
  };
}

declare module 'node:crypto' {
  interface Hash {
    update(data: string | Uint8Array): Hash;
    digest(encoding: 'hex'): string;
    digest(): Uint8Array;
  }
  export function createHash(algorithm: 'sha1' | 'sha256'): Hash;
}

declare module 'node:zlib' {
  interface InflateOptions {
    /** Bytes of each buffer that output goes into. */
    readonly chunkSize?: number;
    readonly maxOutputLength?: number;
  }
  /** `bytesWritten`: how much of the input was used. */
  export function inflateSync(
    data: Uint8Array,
    options: InflateOptions & { readonly info: true },
  ): { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } };
  export function inflateSync(data: Uint8Array, options?: InflateOptions): Uint8Array;
  export function deflateSync(data: Uint8Array, options?: { readonly level?: number }): Uint8Array;

  interface Inflate {
    /** How much of the input was used. */
    readonly bytesWritten: number;
    on(event: 'data', listener: (data: Uint8Array) => void): Inflate;
    on(event: 'error', listener: (error: Error) => void): Inflate;
    on(event: 'end', listener: () => void): Inflate;
    write(data: Uint8Array, done: () => void): boolean;
    destroy(): void;
  }
  export function createInflate(options?: InflateOptions): Inflate;

  interface Gunzip extends Inflate {
    end(): void;
  }
  export function createGunzip(): Gunzip;
}

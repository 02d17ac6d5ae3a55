/** Builds wheels for tests. */
import { createHash } from 'node:crypto';
import { type ZipFile, zip } from './zip.ts';

/** What a wheel is made of, and how it is broken. */
export interface WheelSource {
  readonly name: string;
  readonly version: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Further lines of METADATA. */
  readonly metadata?: readonly string[];
  readonly tag?: string;
  /** Changes the archive's files after RECORD was made. */
  readonly alter?: (files: readonly ZipFile[]) => readonly ZipFile[];
}

/** Returns a wheel's file name and bytes. */
export async function buildWheel(source: WheelSource): Promise<{ readonly file: string; readonly bytes: Uint8Array }> {
  const { name, version, tag = 'py3-none-any' } = source;
  const info = `${name}-${version}.dist-info`;
  const contents: ZipFile[] = [
    ...Object.entries(source.files).map(([path, data]) => ({ name: path, data })),
    {
      name: `${info}/METADATA`,
      data: [
        'Metadata-Version: 2.1',
        `Name: ${name}`,
        `Version: ${version}`,
        ...(source.metadata ?? []),
        '',
        'text',
      ].join('\n'),
    },
    { name: `${info}/WHEEL`, data: `Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: ${tag}\n` },
  ];
  const record = contents.map(({ name: path, data }) => {
    const hash = createHash('sha256').update(data).digest('base64url');
    const field = /[",]/.test(path) ? `"${path.replaceAll('"', '""')}"` : path;
    return `${field},sha256=${hash},${Buffer.from(data).length}\n`;
  });
  const all: readonly ZipFile[] = [
    ...contents,
    { name: `${info}/RECORD`, data: `${record.join('')}${info}/RECORD,,\n` },
  ];
  return { file: `${name}-${version}-${tag}.whl`, bytes: await zip(source.alter?.(all) ?? all) };
}

/** Opens wheels: checks that they are what they say, and takes out what goes into site-packages. */
import { satisfies } from '@renovatebot/pep440';
import { readZip, type ZipEntry } from '../../../src/lib/zip.ts';
import { expectPure, normalize, parseWheelName, type WheelName } from './names.ts';
import { PackageProblem } from './problem.ts';

/** The interpreter that packages are installed for. */
export const PYTHON_VERSION = '3.14.2';

/** Bytes and number of files that the packages of a session may unpack to; they lie in memory, and cross one RPC each. */
export const PACKAGE_BYTES = 28 << 20;
export const PACKAGE_FILES = 5000;

/** A file of a package; `path` is relative to site-packages. */
export interface PackageFile {
  readonly path: string;
  readonly data: Uint8Array;
}

/** A wheel that was opened and checked. */
export interface Wheel {
  /** Normalized. */
  readonly name: string;
  readonly version: string;
  /** Requirements as its METADATA writes them. */
  readonly requires: readonly string[];
  readonly files: readonly PackageFile[];
  /** What is not installed, in sentences. */
  readonly notices: readonly string[];
}

/** Shared objects by their suffix. */
const NATIVE = /\.(?:so|pyd|dylib|dll)(?:\.[\d.]+)?$/i;
const UNSIGNED = new Set(['RECORD', 'RECORD.jws', 'RECORD.p7s']);

/** Opens a wheel that a user uploaded: pure Python, complete, and safe to unpack. Throws `PackageProblem`. */
export async function openUploadedWheel(path: string, bytes: Uint8Array): Promise<Wheel> {
  const name = parseWheelName(path);
  expectPure(name, PYTHON_VERSION);
  const entries = filesOf(bytes);
  const native = entries.find((entry) => NATIVE.test(entry.name));
  if (native) throw new PackageProblem(`It holds native code (${native.name}), which cannot be uploaded.`);
  const wheel = await unpack(name, entries);
  await checkRecord(wheel);
  return wheel.result;
}

/** Opens a wheel of the deployment, whose bytes were verified when it was prepared; its shared objects are left out. */
export async function openBundledWheel(path: string, bytes: Uint8Array): Promise<Wheel> {
  const entries = filesOf(bytes).filter(({ name }) => !NATIVE.test(name));
  return (await unpack(parseWheelName(path), entries)).result;
}

/** The entries that are files, none of which leads out of the folder that it is unpacked to. Throws `PackageProblem`. */
export function filesOf(bytes: Uint8Array): readonly ZipEntry[] {
  const seen = new Set<string>();
  const entries = readZip(bytes, (sentence) => new PackageProblem(sentence)).filter(({ name }) => !name.endsWith('/'));
  let size = 0;
  for (const entry of entries) {
    const parts = entry.name.split('/');
    const unsafe = parts.some((part) => part === '' || part === '.' || part === '..') || /[\\\0]/.test(entry.name);
    if (unsafe || entry.isSymlink) {
      throw new PackageProblem(
        `The archive holds a path that leads elsewhere, ${JSON.stringify(entry.name)}: nothing is unpacked.`,
      );
    }
    if (seen.has(entry.name)) throw new PackageProblem(`The archive holds ${entry.name} twice.`);
    seen.add(entry.name);
    size += NATIVE.test(entry.name) ? 0 : entry.size;
  }
  for (const { name } of entries) {
    const parent = name
      .split('/')
      .map((_, index, parts) => parts.slice(0, index).join('/'))
      .find((each) => seen.has(each));
    if (parent !== undefined) throw new PackageProblem(`The archive holds ${parent} as a file and as a folder.`);
  }
  if (size > PACKAGE_BYTES || entries.length > PACKAGE_FILES) {
    throw new PackageProblem(
      `It unpacks to ${entries.length} files of ${megabytes(size)}; the packages of a session may have ${PACKAGE_FILES} files of ${megabytes(PACKAGE_BYTES)}.`,
    );
  }
  return entries;
}

/** e.g. `1.5 MB`, of 1,048,576 bytes each. */
export function megabytes(bytes: number): string {
  return `${(bytes / (1 << 20)).toFixed(1)} MB`;
}

interface Unpacked {
  readonly info: string;
  /** As the archive names them. */
  readonly raw: readonly PackageFile[];
  readonly result: Wheel;
}

async function unpack(name: WheelName, entries: readonly ZipEntry[]): Promise<Unpacked> {
  const raw: PackageFile[] = [];
  for (const entry of entries) raw.push({ path: entry.name, data: await entry.read() });
  const [info, ...others] = new Set(raw.map(({ path }) => /^[^/]+\.dist-info(?=\/)/.exec(path)?.[0]).filter(isText));
  if (info === undefined || others.length > 0) {
    throw new PackageProblem('It is no wheel: a wheel holds exactly one folder *.dist-info.');
  }
  const metadata = headersOf(raw, `${info}/METADATA`);
  const [format] = headersOf(raw, `${info}/WHEEL`)('wheel-version');
  if (!format?.startsWith('1.')) throw new PackageProblem(`It is a wheel of the unknown format ${format}.`);
  const [saysName, saysVersion] = [metadata('name')[0] ?? '', metadata('version')[0] ?? ''];
  if (normalize(saysName) !== name.name || saysVersion !== name.version) {
    throw new PackageProblem(
      `Its file name says ${name.name} ${name.version}, its METADATA ${saysName} ${saysVersion}.`,
    );
  }
  const [python] = metadata('requires-python');
  if (python && !satisfies(PYTHON_VERSION, python)) {
    throw new PackageProblem(`${name.name} ${name.version} needs Python ${python}, and this is ${PYTHON_VERSION}.`);
  }
  const data = `${info.replace(/\.dist-info$/, '')}.data/`;
  const files = raw.flatMap(({ path, data: content }) => {
    if (!path.startsWith(data)) return [{ path, data: content }];
    const library = /^(?:purelib|platlib)\/(.+)$/.exec(path.slice(data.length))?.[1];
    return library === undefined ? [] : [{ path: library, data: content }];
  });
  const left = raw.length - files.length;
  return {
    info,
    raw,
    result: {
      name: name.name,
      version: name.version,
      requires: metadata('requires-dist'),
      files,
      notices:
        left === 0
          ? []
          : [`${name.name}: ${left} scripts or data files that lie outside of site-packages are not installed.`],
    },
  };
}

/** Every file is in RECORD with its hash, and every file of RECORD is there. */
async function checkRecord({ info, raw }: Unpacked): Promise<void> {
  const record = raw.find(({ path }) => path === `${info}/RECORD`);
  if (record === undefined) throw new PackageProblem('It has no RECORD, the list of its files.');
  const hashes = new Map<string, string>();
  for (const line of new TextDecoder().decode(record.data).split(/\r?\n/)) {
    const [, quoted, plain, hash] = /^(?:"((?:[^"]|"")*)"|([^,]*)),([^,]*),/.exec(line) ?? [];
    const path = quoted?.replaceAll('""', '"') ?? plain;
    if (path !== undefined && path !== '' && hash !== undefined) hashes.set(path, hash);
  }
  for (const { path, data } of raw) {
    if (UNSIGNED.has(path.slice(info.length + 1)) && path.startsWith(`${info}/`)) continue;
    const wanted = hashes.get(path);
    if (wanted === undefined)
      throw new PackageProblem(`Its RECORD does not list ${path}: the wheel was changed after it was built.`);
    if (wanted !== `sha256=${await sha256Base64(data)}`) {
      throw new PackageProblem(
        `${path} does not have the sha256 that RECORD lists: the wheel was damaged or changed after it was built.`,
      );
    }
  }
  const present = new Set(raw.map(({ path }) => path));
  const missing = [...hashes.keys()].find((path) => !present.has(path) && !UNSIGNED.has(path.slice(info.length + 1)));
  if (missing !== undefined) throw new PackageProblem(`It lacks ${missing}, which its RECORD lists.`);
}

async function sha256Base64(data: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data.slice()));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '');
}

/** Reads the headers of a file like METADATA; returns all values of a header by its name in lower case. */
function headersOf(files: readonly PackageFile[], path: string): (name: string) => readonly string[] {
  const file = files.find((each) => each.path === path);
  if (file === undefined) throw new PackageProblem(`It has no ${path}.`);
  const [head = ''] = new TextDecoder().decode(file.data).replaceAll('\r\n', '\n').split('\n\n', 1);
  const headers = head.replace(/\n[ \t]+/g, ' ').split('\n');
  return (name) =>
    headers
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim());
}

function isText(value: string | undefined): value is string {
  return value !== undefined;
}

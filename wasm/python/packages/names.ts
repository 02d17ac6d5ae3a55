/** Names of distributions and of wheel files. */
import { valid } from '@renovatebot/pep440';
import { PackageProblem } from './problem.ts';

/** `Foo.Bar_baz` and `foo-bar-baz` are one name (PEP 503). */
export function normalize(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
}

/** What a wheel's file name says. */
export interface WheelName {
  /** Normalized. */
  readonly name: string;
  readonly version: string;
  /** Every `python-abi-platform` that it is made for. */
  readonly tags: readonly string[];
}

/** Reads the last part of `path`. Throws `PackageProblem` unless it is named as wheels are. */
export function parseWheelName(path: string): WheelName {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const parts = file.replace(/\.whl$/i, '').split('-');
  const [name, version] = parts;
  const [platforms, abis, pythons] = parts.slice(-3).reverse();
  if (parts.length < 5 || parts.length > 6 || !name || !version || !platforms || !abis || !pythons || !valid(version)) {
    throw new PackageProblem(
      `${file} is not named as wheels are, name-version-python-abi-platform.whl: keep the name that the file was built or downloaded with.`,
    );
  }
  const tags = pythons
    .split('.')
    .flatMap((python) => abis.split('.').flatMap((abi) => platforms.split('.').map((it) => `${python}-${abi}-${it}`)));
  return { name: normalize(name), version, tags };
}

/** Throws `PackageProblem` unless a wheel with these tags runs here without native code. */
export function expectPure({ name, tags }: WheelName, pythonVersion: string): void {
  const minor = Number(pythonVersion.split('.')[1]);
  const runs = tags.some((tag) => {
    const [, kind, made] = /^(py|cp)3(\d*)-none-any$/.exec(tag) ?? [];
    if (kind === undefined || made === undefined) return false;
    return kind === 'cp' ? Number(made) === minor : made === '' || Number(made) <= minor;
  });
  if (runs) return;
  if (tags.every((tag) => tag.endsWith('-none-any'))) {
    throw new PackageProblem(
      `${name} is built for ${tags.join(', ')}, and this is CPython ${pythonVersion}: use a wheel for py3-none-any.`,
    );
  }
  throw new PackageProblem(
    `${name} is built for ${tags.join(', ')}: native code cannot be uploaded. Upload a wheel that ends in py3-none-any.whl, or ask whoever runs this server for \`npm run wheels -- ${name}\`.`,
  );
}

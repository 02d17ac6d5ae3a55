/** Packages in an interpreter: pure ones, shared objects, and what an import of a missing one says. */
import { expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { assembleSideModule } from '../../../test/python/side-module.ts';
import { SITE_PACKAGES } from '../packages/bundle.ts';
import type { PackageIndex } from '../packages/bundled.ts';
import { Kernel } from './kernel.ts';

const artifacts = await loadArtifacts();
const bundled = { version: '1', file: '', sha256: '', depends: [], modules: [], kind: 'wheel' } as const;
const packages: PackageIndex = {
  bundled: [
    { ...bundled, name: 'opencv-python', imports: ['cv2'] },
    { ...bundled, name: 'tzdata', imports: ['tzdata'] },
  ],
  imports: { cv2: 'opencv-python', yaml: 'pyyaml' },
};

async function start(): Promise<{ readonly kernel: Kernel; readonly run: (code: string) => ReturnType<typeof text> }> {
  const module = new WebAssembly.Module(new Uint8Array(assembleSideModule('tiny')));
  const kernel = await Kernel.boot({ ...artifacts, packages, sideModules: { 'tiny.wasm': async () => module } });
  return { kernel, run: (code) => text(kernel, code) };
}

async function text(kernel: Kernel, code: string) {
  const { outcome } = await kernel.run({ code, timeoutSeconds: 20 });
  return outcome.result ?? outcome.message;
}

const data = (content: string): Uint8Array => new TextEncoder().encode(content);

test('a shared object is a module of the deployment', async () => {
  const { kernel, run } = await start();
  const path = `${SITE_PACKAGES}/native/tiny.cpython-314-wasm32-emscripten.so`;
  const init = { path: `${SITE_PACKAGES}/native/__init__.py`, data: data('from .tiny import twice\n') };
  const refused = await kernel.mount({ name: 'native', files: [init], modules: [{ path, module: 'tiny.wasm' }] });
  expect(refused).toBeUndefined();
  expect(await run('import native\nnative.twice(21), native.twice("ab")')).toBe("(42, 'abab')");
  expect(await run('native.twice(None)')).toContain("unsupported operand type(s) for +: 'NoneType' and 'NoneType'");
});

test('a module that the deployment does not have is refused', async () => {
  const { kernel } = await start();
  const modules = [{ path: `${SITE_PACKAGES}/x.so`, module: 'other.wasm' }];
  expect(await kernel.mount({ name: 'x', files: [], modules })).toContain('no module other.wasm');
});

test('what is mounted while Python runs is found, and what is taken away is gone', async () => {
  const { kernel, run } = await start();
  expect(await run('import late')).toContain('ModuleNotFoundError');
  const file = (name: string, content: string) => ({ path: `${SITE_PACKAGES}/${name}`, data: data(content) });
  await kernel.mount({
    name: 'late',
    files: [file('late/__init__.py', 'x = 1'), file('late/sub/y.py', '')],
    modules: [],
  });
  expect(await kernel.refreshImports()).toBe(true);
  expect(await run('import late, late.sub.y\nlate.x')).toBe('1');
  await kernel.mount({ name: 'late', files: [file('late.py', 'x = 2')], modules: [] });
  await kernel.refreshImports();
  expect(
    await run(`import sys, os\ndel sys.modules["late"]\nimport late\nlate.x, os.path.exists("${SITE_PACKAGES}/late")`),
  ).toBe('(2, False)');
});

const { run } = await start();
test.each([
  [
    'import cv2',
    "No module named 'cv2'\nopencv-python comes with this server: install it by calling install_dependencies",
  ],
  ['import yaml.nodes', 'add pyyaml with `npm run wheels -- pyyaml`'],
  ['import nothing_like_it', 'Install a package by its wheel: upload'],
  ['import tkinter', 'tkinter is part of CPython, but does not exist in WebAssembly: there is no screen'],
  ['from constructor import x', 'There is no network and no pip here'],
])('%s', async (code, advice) => {
  const kernelAnswer = await run(code);
  expect(kernelAnswer).toMatch(/^ModuleNotFoundError: /);
  expect(kernelAnswer).toContain(advice);
});

test('the absence of time zones is a missing package', async () => {
  const message = await run('import zoneinfo\nzoneinfo.ZoneInfo("Europe/Berlin")');
  expect(message).toMatch(/^ZoneInfoNotFoundError: [\s\S]*tzdata comes with this server/);
});

test.each([
  ['import json.nothing', "ModuleNotFoundError: No module named 'json.nothing'"],
  ['raise ModuleNotFoundError("mine", name=42)', 'ModuleNotFoundError: mine'],
  [
    'class E(ModuleNotFoundError):\n    name = __cause__ = __class__ = property(lambda self: 1 / 0)\nraise E("hostile")',
    'E: hostile',
  ],
  ['from json import nothing', expect.stringMatching(/^ImportError: [^\n]*$/)],
])('nothing is added: %s', async (code, message) => {
  expect(await run(code)).toEqual(message);
});

test('the advice is in the traceback, too', async () => {
  const { kernel } = await start();
  const { outcome } = await kernel.run({ code: 'import cv2', timeoutSeconds: 20 });
  expect(outcome.traceback).toMatch(/No module named 'cv2'\nopencv-python comes with this server[^\n]*\n$/);
});

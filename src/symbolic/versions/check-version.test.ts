import { expect, it } from 'vitest';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { userId } from '../../lib/object-name.ts';

const FILES: Readonly<Record<string, string>> = {
  'rates.py': '# Rates.\n\n\nUNUSED = 1\n\n\ndef rate(x):\n    return 100 // x\n',
  'main.py':
    'from rates import rate\n\n\ndef other():\n    return 1\n\n\ndef f(x: int) -> int:\n    "post: True"\n    return rate(x)\n',
};

it('says what breaks in the files and lines of the workspace', async () => {
  const { engine } = await loadSymbolic();
  const request = { path: 'main.py', name: 'f', timeoutSeconds: 5, owner: userId('check-version') };
  const { status, counterexample } = await engine.checkVersion(
    request,
    async (path) => FILES[path],
    async () => true,
  );
  expect({ status, counterexample }).toMatchObject({
    status: 'counterexample',
    counterexample: { call: 'f(0)', outcome: { kind: 'raised', exception: 'ZeroDivisionError' } },
  });
  const { outcome, pytest } = counterexample ?? {};
  expect(pytest).toBeUndefined();
  expect(outcome?.kind === 'raised' ? outcome.traceback.match(/File "[^"]*", line \d+/g) : []).toEqual([
    'File "main.py", line 10',
    'File "rates.py", line 8',
  ]);
});

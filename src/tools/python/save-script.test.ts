import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext } from '../../../test/tool-context.ts';
import saveScript from './save-script.ts';

function context(created: boolean, written: unknown[] = []) {
  const writeFile = async (path: string, content: Uint8Array | ReadableStream<Uint8Array>) => {
    written.push([path, content]);
    return { path, size: 3, created };
  };
  return toolContext({ pythonSessions: pythonSessions(pythonSession({ writeFile })) });
}

it('writes a file in scripts/, and says how to run it', async () => {
  const written: unknown[] = [];
  const { structuredContent, content } = await saveScript.call({ name: 'a', content: 'é\n' }, context(true, written));
  expect(written).toEqual([['scripts/a.py', new TextEncoder().encode('é\n')]]);
  expect(structuredContent).toMatchObject({ script: 'scripts/a.py', path: '/workspace/scripts/a.py', created: true });
  expect(content).toMatchObject([
    { text: 'Saved /workspace/scripts/a.py (3 bytes) in session default. Run it: run_script with the name a.py.' },
  ]);
});

it('writes elsewhere by path, and tells of a replacement', async () => {
  const { content } = await saveScript.call({ name: './a/b', content: '' }, context(false));
  expect(content).toMatchObject([
    { text: 'Replaced /workspace/a/b.py (3 bytes) in session default. Run it: run_script with the name ./a/b.py.' },
  ]);
});

it('refuses paths out of /workspace', async () => {
  await expect(saveScript.call({ name: '../a', content: '' }, context(true))).rejects.toThrow('is outside workspace');
});

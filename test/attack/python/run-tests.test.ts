/** Hostile code under test: what `run_tests` runs reaches nothing outside of its sandbox, and leaves nothing behind for the next run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../mcp/harness.ts';
import { callTool } from '../../mcp/requests.ts';
import { escapes } from './escapes.ts';

type Facts = Readonly<Record<string, unknown>>;

/** What nobody but its owner may see begins with this word; programs that search for it hold it in parts. */
const SECRETS = {
  environment: 'CANARY-in-environment',
  session: 'CANARY-in-session',
  workspace: 'CANARY-in-workspace',
  user: 'CANARY-of-user',
} as const;

const server = createServer([], { CANARY: SECRETS.environment });
let base: URL;
afterAll(() => server.close());

async function call(token: string, tool: string, args: Facts): Promise<Facts> {
  const { body } = await callTool(base, tool, { ...args }, { token });
  return { ...(body.result?.structuredContent ?? body) };
}

const put = (token: string, workspace: string, files: Readonly<Record<string, string>>) =>
  call(token, 'put_files', {
    workspace,
    files: Object.entries(files).map(([path, content]) => ({ path, content })),
  });

/** Runs tests that are all that a workspace has. */
async function tested(token: string, workspace: string, files: Readonly<Record<string, string>>): Promise<Facts> {
  await put(token, workspace, files);
  return call(token, 'run_tests', { workspace, timeout: 60 });
}

beforeAll(async () => {
  base = (await server.listen()).url;
  const keep = (secret: string) => `secret = ${JSON.stringify(secret)}\nopen("secret.txt", "w").write(secret)`;
  await call('attacker', 'run_python_code', { code: keep(SECRETS.session) });
  await put('attacker', 'other', { 'secret.py': `SECRET = ${JSON.stringify(SECRETS.workspace)}\n` });
  await call('victim', 'run_python_code', { code: keep(SECRETS.user) });
  await put('victim', 'default', { 'secret.py': `SECRET = ${JSON.stringify(SECRETS.user)}\n` });
}, 300_000);

describe('code under test', () => {
  it.each(escapes)('$name', async ({ code }) => {
    const program = JSON.stringify(code);
    const answer = await tested('attacker', 'escapes', {
      'test_it.py': `import contextlib, io\n\ndef test_it():\n    said = io.StringIO()\n    with contextlib.redirect_stdout(said):\n        try:\n            exec(${program}, {"__name__": "hostile"})\n        except BaseException as error:\n            print("raised", type(error).__name__)\n    print("SAID", said.getvalue()[-3000:])\n    assert not said.getvalue(), said.getvalue()[-3000:]\n`,
    });
    const text = JSON.stringify(answer);
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/reached (?!nothing)/);
    expect(['passed', 'failed', 'error', 'timeout', 'died']).toContain(answer.status);
  });

  it('has no way out in JavaScript', async () => {
    const names = [
      ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'importScripts', 'Worker', 'SharedWorker', 'caches'],
      ...[
        'BroadcastChannel',
        'postMessage',
        'indexedDB',
        'localStorage',
        'process',
        'require',
        'parent',
        'top',
        'opener',
      ],
      ...['connect', 'sendBeacon', 'eval', 'Function'],
    ];
    const answer = await tested('attacker', 'ways', {
      'test_ways.py': `import asyncio, js, pyodide_js, pytest, sys
from pyodide.ffi import create_proxy, to_js

NAMES = ${JSON.stringify(names)}

def test_nothing_answers():
    reached = []
    for owner in (js, pyodide_js, pyodide_js._api, pyodide_js._module):
        for name in NAMES:
            found = getattr(owner, name, None)
            if found is None: continue
            for args in ((), ("http://127.0.0.1:8787/health",), ("return this",)):
                for act in (lambda: found(*args), lambda: found.new(*args)):
                    try:
                        value = act()
                        if hasattr(value, "then"):
                            async def waits(): return await value
                            value = asyncio.run(waits())
                        if hasattr(value, "fetch") or hasattr(value, "status"): reached.append((name, args))
                    except BaseException: pass
    assert reached == []

def test_pyodide_core_has_no_way():
    import _pyodide_core
    assert [name for name in dir(_pyodide_core) if name in NAMES] == []

def test_waits_end():
    # What would block the thread that all share does not exist, or throws.
    for name in ("Atomics", "SharedArrayBuffer"):
        found = getattr(js, name, None)
        if found is None: continue
        try: js.Atomics.wait(js.Int32Array.new(js.SharedArrayBuffer.new(4)), 0, 0, 600_000)
        except BaseException: pass
`,
    });
    expect(answer, JSON.stringify(answer).slice(0, 3000)).toMatchObject({ status: 'passed', passed: 3 });
  });

  /** Changes whatever the next run might share. */
  const LITTER = `import builtins, os, pathlib, sys, json, types
import js, pyodide_js
from pyodide.ffi import create_proxy, to_js

def test_litter():
    builtins.left_behind = "litter"
    json.left_behind = "litter"
    sys.modules["left_behind"] = types.ModuleType("left_behind")
    sys.path.insert(0, "/left_behind")
    os.environ["LEFT_BEHIND"] = "litter"
    for folder in ("/tmp", "/home", "/", "/lib", "."):
        try: pathlib.Path(folder, "left_behind.txt").write_text("litter")
        except OSError: pass
    for owner in (js, js.globalThis if hasattr(js, "globalThis") else js, pyodide_js, pyodide_js._api, pyodide_js._module, to_js([]).constructor, to_js([]).constructor.prototype):
        try: setattr(owner, "left_behind", "litter")
        except BaseException: pass
    assert to_js([]).constructor.left_behind == "litter"
`;
  /** The same, and breaks what reports the tests: it may end in any way. */
  const BROKEN = `${LITTER}    json.loads = lambda *args, **kwargs: "litter"
    builtins.sorted = lambda *args, **kwargs: ["litter"]
`;
  const CLEAN = `import builtins, json, os, pathlib, sys
import js, pyodide_js
from pyodide.ffi import to_js

def test_clean():
    owners = (builtins, json, js, pyodide_js, pyodide_js._api, pyodide_js._module, to_js([]).constructor, to_js([]))
    assert [str(owner)[:40] for owner in owners if hasattr(owner, "left_behind")] == []
    assert "left_behind" not in sys.modules and "/left_behind" not in sys.path
    assert "LEFT_BEHIND" not in os.environ
    assert json.loads("[1]") == [1] and sorted([2, 1]) == [1, 2]
    found = [folder for folder in ("/tmp", "/home", "/", "/lib", ".") if pathlib.Path(folder, "left_behind.txt").exists()]
    assert found == []
`;

  it('leaves nothing to the next run, to a session, or to another user', async () => {
    const litter = await tested('attacker', 'litter', { 'test_litter.py': LITTER });
    expect(litter, JSON.stringify(litter).slice(0, 3000)).toMatchObject({ status: 'passed' });
    await tested('attacker', 'broken', { 'test_broken.py': BROKEN });
    for (const [token, workspace] of [
      ['attacker', 'clean'],
      ['victim', 'clean'],
    ] as const) {
      const answer = await tested(token, workspace, { 'test_clean.py': CLEAN });
      expect(answer, JSON.stringify(answer).slice(0, 3000)).toMatchObject({ status: 'passed', passed: 1 });
    }
    const code = `${CLEAN}\ntest_clean()\nsecret, open("secret.txt").read()`;
    for (const [token, secret] of [
      ['attacker', SECRETS.session],
      ['victim', SECRETS.user],
    ] as const)
      expect(await call(token, 'run_python_code', { code })).toMatchObject({
        status: 'ok',
        results: `('${secret}', '${secret}')`,
      });
  });

  it('that waits for ever stops at its limit, while others go on', async () => {
    const endless =
      'def test_endless():\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass\n';
    await put('attacker', 'endless', { 'test_endless.py': endless });
    const running = call('attacker', 'run_tests', { workspace: 'endless', timeout: 5 });
    const seen = await call('victim', 'run_python_code', { code: 'secret' });
    expect(seen).toMatchObject({ status: 'ok', results: `'${SECRETS.user}'` });
    const answer = await running;
    expect(JSON.stringify(answer)).not.toContain('"status":"passed"');
  });
});

/** `check_invariants` through the front, with the real Workers. */
import { beforeAll, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callAs, type Facts, texts } from '../workspace/workspace-tools.ts';

const server = sharedServer();
let base: URL;

beforeAll(async () => {
  base = (await server.listen()).url;
});

const USER = 'invariants';
const check = (args: Facts) => callAs(base, USER, 'check_invariants', args);

const RULES = `security:
  - id: SEC001
    rule: No eval
    paths: ['src/**']
    severity: CRITICAL
    category: security
    action: deny
    deny: { ast: 'eval(...)' }
  - id: SEC002
    rule: Handlers that read the user ask who it is
    paths: ['src/api/**']
    severity: HIGH
    category: security
    action: when_require
    when: { regex: 'req\\.user' }
    require: { regex: 'require_auth\\(' }
    within: function
    ignore: comments
`;
const BEFORE = 'def a(req):\n    require_auth(req)\n    return 1\n\n\ndef b(req):\n    return 2\n';
const DIFF = `diff --git a/src/api/h.py b/src/api/h.py
--- a/src/api/h.py
+++ b/src/api/h.py
@@ -1,7 +1,9 @@
 def a(req):
     require_auth(req)
-    return 1
+    return req.user
 
 
 def b(req):
-    return 2
+    # req.user
+    eval("1")  # eval(2)
+    return req.user
`;

it("reads the workspace's rules and files, on the side that the diff makes", async () => {
  await callAs(
    base,
    USER,
    'put_files',
    texts({ '.review-invariants.yml': RULES, 'src/api/h.py': BEFORE }, { workspace: 'rules' }),
  );
  const facts = await check({ diff: DIFF, workspace_path: '/home/me/rules' });
  expect(facts).toMatchObject({ success: true, checked_invariants: 2, total_findings: 2, warnings: [] });
  expect(facts.findings).toMatchObject([
    { rule: 'invariant/SEC001', severity: 'CRITICAL', file: 'src/api/h.py', line: 8, confidence: 1 },
    { rule: 'invariant/SEC002', severity: 'HIGH', file: 'src/api/h.py', line: 9, snippet: 'return req.user' },
  ]);
});

it('says what it cannot know without a workspace', async () => {
  const facts = await check({ diff: DIFF, invariants: RULES });
  expect(facts).toMatchObject({ success: false, checked_invariants: 2, findings: [] });
  expect(facts.warnings).toEqual([
    'Not checked: src/api/h.py: the file after the change is not known (rule SEC001)',
    'Not checked: src/api/h.py: comments cannot be told apart, since the file after the change is not known (rule SEC002)',
  ]);
});

it('tells every mistake of the rules by its line', async () => {
  const wrong = RULES.replace('CRITICAL', 'critical').replace('when:', 'wehn:');
  expect(JSON.stringify(await check({ diff: DIFF, invariants: wrong }))).toMatch(
    /3 mistakes: line 5: .*did you mean CRITICAL.*line 14: .*line 15: .*did you mean when/,
  );
  expect(JSON.stringify(await check({ diff: DIFF }))).toMatch(/no rules: \.review-invariants\.yml/);
});

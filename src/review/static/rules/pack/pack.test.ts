import { expect, test } from 'vitest';
import { parsedSyntax } from '../../../../../test/parsed.ts';
import { runRules } from '../pattern-rules.ts';
import type { Rule } from '../rule.ts';
import { PACK } from './pack.ts';

const syntax = await parsedSyntax();

/** How many of the files a rule finds something in. */
async function filesFound(rule: Rule, path: string, texts: readonly string[]): Promise<number> {
  const files = texts.map((text, index) => ({ path: `${index}/${path}`, text }));
  const { findings, warnings } = await runRules(files, [rule], syntax);
  expect(warnings).toEqual([]);
  return new Set(findings.map((finding) => finding.path)).size;
}

const go = (body: string): string => `package a\n\nfunc f() {\n\t${body.replaceAll('; ', '\n\t')}\n}\n`;
const java = (body: string): string => `class A { void f() throws Exception { ${body} } }\n`;

/** By rule: what it finds, and what is right. */
const CASES: Readonly<Record<string, readonly [wrong: readonly string[], right: readonly string[]]>> = {
  'python-yaml-load': [
    [
      'import yaml\nyaml.load(a)\n',
      'from yaml import load as l, Loader\nl(a)\n',
      'import yaml as y\ny.load(a, Loader=y.Loader)\n',
    ],
    ['import yaml\nyaml.load(a, Loader=yaml.SafeLoader)\nyaml.safe_load(a)\n', 'json.load(a)\n'],
  ],
  'python-subprocess-shell': [
    [
      'import subprocess\nsubprocess.run(f"ls {a}", shell=True)\n',
      'from subprocess import call\ncall("ls " + a, cwd=b, shell=True)\n',
    ],
    ['import subprocess\nsubprocess.run("ls", shell=True)\nsubprocess.run(["ls", a])\nsubprocess.run(f"{a}")\n'],
  ],
  'python-os-system': [
    ['import os\nos.system("ls %s" % a)\n'],
    [
      'import os\nos.system("ls")\nos.system("a" + "b")\n',
      'import os, shlex\nos.system("ls {}".format(shlex.quote(a)))\n',
    ],
  ],
  'python-eval': [
    ['eval(a)\n', 'eval(a, {})\n'],
    ['eval("1")\nmodel.eval()\nast.literal_eval(a)\n', 'A = "1"\neval(A)\n'],
  ],
  'python-pickle-request': [['import pickle\npickle.loads(b(request.data))\n'], ['import pickle\npickle.loads(a)\n']],
  'python-requests-verify': [
    ['import requests\nrequests.get(a, timeout=1, verify=False)\n'],
    ['import requests\nrequests.get(a, verify=True)\nrequests.check(verify=False)\n'],
  ],
  'python-ssl-unverified': [
    ['import ssl\na(context=ssl._create_unverified_context())\n'],
    ['import ssl\nssl.create_default_context()\n'],
  ],
  'python-paramiko-auto-add': [
    ['import paramiko\na.set_missing_host_key_policy(paramiko.AutoAddPolicy())\n'],
    ['import paramiko\na.set_missing_host_key_policy(paramiko.RejectPolicy())\n'],
  ],
  'python-jwt-unverified': [
    [
      'import jwt\njwt.decode(a, options={"b": 1, "verify_signature": False})\n',
      'import jwt\njwt.decode(a, b, verify=False)\n',
    ],
    ['import jwt\njwt.decode(a, b, algorithms=["HS256"])\njwt.decode(a, options={"verify_signature": True})\n'],
  ],
  'python-mktemp': [['import tempfile\ntempfile.mktemp()\n'], ['import tempfile\ntempfile.mkstemp()\n']],
  'python-debug-server': [
    ['app.run(debug=True, host="0.0.0.0")\n'],
    ['app.run(debug=True)\napp.run(host="0.0.0.0", debug=False)\n'],
  ],
  'python-assert-tuple': [['assert (a, "b")\n'], ['assert (a), "b"\nassert (a and b)\nassert f(a, b)\n']],
  'python-compare-nan': [
    ['import numpy as np\na == np.nan\n', 'a != float("NaN")\n'],
    ['import math\nmath.isnan(a)\na == float("1")\n'],
  ],
  'python-mutated-default': [
    ['def f(a, b=[]):\n    if a:\n        b.append(a)\n    return b\n', 'def f(a={}, *c) -> int:\n    a["k"] = 1\n'],
    [
      'def f(b=[]):\n    return len(b)\n',
      'def f(b=None):\n    b.append(1)\n',
      'def f(b=[]):\n    b = list(b)\n    b.append(1)\n',
    ],
  ],
  'python-is-literal': [['a is "b"\n', 'a is not 5\n'], ['a is None\na is not b\na == 5\na is True\n']],
  'python-raise-not-implemented': [
    ['raise NotImplemented\n', 'raise NotImplemented("a")\n'],
    ['raise NotImplementedError\n', 'return NotImplemented\n'],
  ],
  'python-delete-while-iterating': [
    ['for a in b:\n    if c(a):\n        del b[a]\n', 'for a, c in b.items():\n    b.pop(a)\n'],
    [
      'for a in list(b):\n    del b[a]\n',
      'for a in b:\n    if a:\n        del b[a]\n        break\n',
      'for a in b:\n    del c[a]\n',
    ],
  ],
  'python-sleep-in-coroutine': [
    ['import time\nasync def f():\n    await g()\n    time.sleep(1)\n'],
    ['import time\ndef f():\n    time.sleep(1)\n', 'async def f():\n    await asyncio.sleep(1)\n'],
  ],
  'js-eval': [['eval(a);', 'new Function("a", b);'], ['eval("1"); a.eval(b); new Function("return 1");']],
  'js-exec-command': [
    [
      'const { exec } = require("child_process"); exec(`ls \u0024{a}`);',
      'import * as child_process from "child_process"; child_process.execSync("ls " + a, {});',
    ],
    ['const { exec } = require("child_process"); exec("ls"); exec(`ls`); re.exec("a" + b);'],
  ],
  'js-compare-nan': [['if (a === NaN) b();', 'x = Number.NaN != a;'], ['Number.isNaN(a); a === b;']],
  'js-compare-new-object': [['if (a === []) b();', 'x = (a == {});'], ['a.length === 0; a = []; a === b[0];']],
  'js-tls-unverified': [
    ['f({ host: a, rejectUnauthorized: false });', 'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";'],
    ['f({ rejectUnauthorized: true });'],
  ],
  'js-async-predicate': [
    [
      'a.filter(async (b) => { return await c(b); });',
      'a.some(async b => c(b));',
      'a.find(async function (b) { return 1; });',
    ],
    ['a.map(async (b) => c(b)); a.filter((b) => c(b));'],
  ],
  'js-async-executor': [
    ['new Promise(async (resolve, reject) => { resolve(await a()); });'],
    ['new Promise((resolve) => { a(resolve); });'],
  ],
  'js-map-parse-int': [['a.b().map(parseInt);'], ['a.map((b) => parseInt(b, 10)); a.map(Number);']],
  'js-index-of-truth': [
    ['if (a.indexOf(b)) { c(); }', 'if (!a.indexOf(b)) c();'],
    ['if (a.indexOf(b) >= 0) { c(); } if (~a.indexOf(b)) c();'],
  ],
  'js-location-to-html': [
    ['a.innerHTML = "<b>" + decodeURIComponent(location.hash);', 'document.write(window.location.search);'],
    ['a.textContent = location.hash; a.innerHTML = b.hash;'],
  ],
  'js-jwt-none': [
    ['const jwt = require("jsonwebtoken"); jwt.verify(a, b, { algorithms: ["HS256", "none"] });'],
    ['const jwt = require("jsonwebtoken"); jwt.verify(a, b, { algorithms: ["HS256"] });'],
  ],
  'js-cors-any-with-credentials': [
    ['app.use(cors({ credentials: true, origin: true }));'],
    ['app.use(cors({ origin: a, credentials: true }));'],
  ],
  'go-tls-unverified': [
    [go('a := &tls.Config{MinVersion: b, InsecureSkipVerify: true}; c(a)'), go('a.InsecureSkipVerify = true')],
    [go('a := &tls.Config{InsecureSkipVerify: false}; c(a)')],
  ],
  'go-ssh-any-host': [[go('a(ssh.InsecureIgnoreHostKey())')], [go('a(ssh.FixedHostKey(b))')]],
  'go-shell-command': [
    [go('exec.Command("sh", "-c", fmt.Sprintf("ls %s", a)).Run()'), go('exec.Command("bash", "-c", "ls " + a).Run()')],
    [go('exec.Command("sh", "-c", "ls").Run()'), go('exec.Command("ls", "-c", "a" + b).Run()')],
  ],
  'go-add-in-goroutine': [
    [go('go func() {; wg.Add(1); defer wg.Done(); a(); }()')],
    [go('wg.Add(1); go func() {; defer wg.Done(); a(); }()')],
  ],
  'go-close-before-check': [
    [go('a, err := http.Get(b); defer a.Body.Close(); c(err)')],
    [go('a, err := http.Get(b); if err != nil {; return; }; defer a.Body.Close()')],
  ],
  'go-defer-lock': [[go('a.mu.Lock(); defer a.mu.Lock(); b()')], [go('a.mu.Lock(); defer a.mu.Unlock(); b()')]],
  'go-compare-nan': [[go('if a == math.NaN() {; b(); }')], [go('if math.IsNaN(a) {; b(); }')]],
  'java-compare-strings': [
    [java('if (a == "b") c();'), java('boolean d = "b" != a.e();')],
    [java('if ("b".equals(a)) c(); if (a == b) c();')],
  ],
  'java-compare-nan': [[java('if (a == Double.NaN) c();')], [java('if (Double.isNaN(a)) c();')]],
  'java-ecb': [
    [
      `import javax.crypto.Cipher;\n${java('Cipher.getInstance("AES/ECB/PKCS5Padding");')}`,
      java('javax.crypto.Cipher.getInstance("DES");'),
    ],
    [`import javax.crypto.Cipher;\n${java('Cipher.getInstance("AES/GCM/NoPadding");')}`],
  ],
  'java-any-host': [
    [java('a(NoopHostnameVerifier.INSTANCE);'), java('a.setHostnameVerifier((b, c) -> true);')],
    [java('a.setHostnameVerifier(b);')],
  ],
  'java-decimal-of-double': [
    [java('a(new BigDecimal(0.1));')],
    [java('a(new BigDecimal("0.1")); a(new BigDecimal(2)); a(new BigDecimal(b));')],
  ],
  'java-thread-run': [[java('new Thread(a).run();')], [java('new Thread(a).start(); a.run();')]],
  'java-lost-interrupt': [
    [java('try { a(); b(); } catch (InterruptedException e) { }')],
    [java('try { a(); } catch (InterruptedException e) { c(); } try { a(); } catch (IOException e) { }')],
  ],
  'java-xml-decoder': [
    [`import java.beans.XMLDecoder;\n${java('new XMLDecoder(a).readObject();')}`],
    [java('new XmlDecoder(a);')],
  ],
};

const EXTENSIONS: Readonly<Record<string, string>> = { python: 'py', js: 'ts', go: 'go', java: 'java' };

test.each(PACK.map((rule) => [rule.id, rule] as const))('%s', async (id, rule) => {
  const [wrong, right] = CASES[id] ?? [[], []];
  const path = `a.${EXTENSIONS[id.split('-')[0] ?? '']}`;
  expect(wrong).not.toEqual([]);
  expect(right).not.toEqual([]);
  expect(await filesFound(rule, path, wrong)).toBe(wrong.length);
  expect(await filesFound(rule, path, right)).toBe(0);
});

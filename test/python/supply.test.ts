/** What a sandbox lacks is supplied: a package of a session, a module that a build makes, and a variable, to every tool that runs code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalGit, type LocalGit } from '../local-git.ts';
import { sharedServer } from '../mcp/harness.ts';
import { Planner } from '../planning/planned.ts';
import { buildWheel } from './wheels.ts';

const server = sharedServer();
let user: Planner;
let git: LocalGit;

const PRICE = `import os
import helper_of_supply
from shop._version import version


def up(x: int) -> int:
    return x + helper_of_supply.ONE if os.environ["SHOP_MODE"] == "up" and version else 0
`;
const FILES = {
  'pyproject.toml':
    '[project]\nname = "shop"\nversion = "1"\n[tool.setuptools_scm]\nversion_file = "shop/_version.py"\n',
  'shop/__init__.py': '',
  'shop/price.py': PRICE,
  'tests/test_price.py': 'from shop.price import up\n\n\ndef test_up():\n    assert up(1) == 2\n',
};
const SUPPLY = {
  packages_of: 'shop-packages',
  files: { 'shop/_version.py': 'version = "1"\n' },
  environment: { SHOP_MODE: 'up' },
};
const SUPPLIED = 'Supplied: packages of the session shop-packages; files shop/_version.py; variables SHOP_MODE.';
/** What is lacking, one after the other, with what supplies it. */
const LACKS = [
  [{}, /helper_of_supply is not installed\. Install it in a session, and name that in supply\.packages_of/],
  [{ packages_of: SUPPLY.packages_of }, /shop\._version is made when .* give its file in supply\.files/],
  [{ ...SUPPLY, environment: {} }, /variable SHOP_MODE of the environment is not set: give it in supply\.environment/],
] as const;

beforeAll(async () => {
  user = new Planner((await server.listen()).url, 'supplies');
  const { file, bytes } = await buildWheel({
    name: 'helper_of_supply',
    version: '1.0',
    files: { 'helper_of_supply.py': 'ONE = 1\n' },
  });
  const session_id = SUPPLY.packages_of;
  await user.call('create_session', { session_id });
  await user.call('write_file', {
    session_id,
    path: file,
    content: Buffer.from(bytes).toString('base64'),
    encoding: 'base64',
  });
  await user.call('install_dependencies', { session_id, packages: [file] });
  await user.as('supplies-nothing').call('create_session', { session_id: 'of-another' });
  git = await createLocalGit();
  await git.commit('Begin', FILES);
  await git.commit('Change', { 'shop/price.py': PRICE.replace('x + helper', 'x - helper') });
  await user.push('supplied', git, 'main');
});
afterAll(() => git.remove());

/** A call that runs code of the repository, as text with all fields. */
type Run = (supply: object) => Promise<string>;

const told = async (name: string, args: Record<string, unknown>): Promise<string> => {
  const { fields, text } = await user.tell(name, { workspace: 'supplied', ...args });
  return `${text} ${JSON.stringify(fields)}`;
};

const RUNS: readonly (readonly [string, Run, RegExp, RegExp])[] = [
  [
    'run_tests',
    (supply) => told('run_tests', { ref: 'main~1', supply }),
    /"could_not_run":1|missing_modules/,
    /"status":"passed".*"passed":1/,
  ],
  [
    'review_commit',
    (supply) => told('review_commit', { options: { run_tests: true, enable_behaviour: false, supply } }),
    /Not run: /,
    new RegExp(`passes before the change and fails after it.*1 tests that reach .*${SUPPLIED}`, 's'),
  ],
  [
    'compare_behaviour',
    (supply) => told('compare_behaviour', { supply }),
    /inputs of tests: /,
    new RegExp(`"status":"different".*"test":"tests/test_price\\.py::test_up".*${SUPPLIED}`, 's'),
  ],
];

describe.each(RUNS)('%s', (name, run, open, decided) => {
  it.each(LACKS)('could not run with %j, and says what supplies it', async (supply, advice) => {
    const answer = await run(supply);
    expect(answer).toMatch(open);
    if (name !== 'run_tests') expect(answer).toMatch(advice);
  });

  it('is decided by what is supplied', async () => {
    expect(await run(SUPPLY)).toMatch(decided);
  });

  it('refuses sessions that are not there or have no packages, and what is of the commit', async () => {
    expect(await run({ packages_of: 'of-another' })).toMatch(/Session 'of-another' not found/);
    expect(await run({ packages_of: 'default' })).toMatch(/You have no session 'default' in which packages/);
    expect(await run({ files: { 'tests/test_more.py': '' } })).toMatch(/are of the commit: commit it/);
    expect(await run({ files: { '../x.py': '' } })).toMatch(/name a file by its path/);
    expect(await run({ environment: { PYTEST_ADDOPTS: '-k none' } })).toMatch(/set by the runner/);
  });
});

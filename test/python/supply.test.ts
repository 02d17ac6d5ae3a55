/** What a sandbox lacks is supplied: a package of a session, a module that a build makes, and a variable, to every tool that runs code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalGit, type LocalGit } from '../local-git.ts';
import { sharedServer } from '../mcp/harness.ts';
import { Planner } from '../planning/planned.ts';
import { buildWheel } from './wheels.ts';

const server = sharedServer();
let user: Planner;
let git: LocalGit;

const PRICE = `import helper_of_supply
from shop.mode import mode
from shop._version import version


def up(x: int) -> int:
    return x + helper_of_supply.ONE if mode() == "up" and version else 0
`;
const FILES = {
  'pyproject.toml':
    '[project]\nname = "shop"\nversion = "1"\n[tool.setuptools_scm]\nversion_file = "shop/_version.py"\n',
  'shop/__init__.py': '',
  'shop/mode.py': 'import os\n\n\ndef mode() -> str:\n    return os.environ["SHOP_MODE"]\n',
  'shop/price.py': PRICE,
  'shop/plain.py': PRICE.replace('mode() == "up" and ', '').replace('from shop.mode import mode\n', ''),
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

const hypothesis = { description: 'It goes up.', type: 'behavior', confidence_level: 3 };
/** What reads a variable is weak whatever it is, and decides no hypothesis: that is of a module without. */
const callFor = (supply: object) => {
  const isWhole = supply === SUPPLY;
  return { file: isWhole ? 'shop/plain.py' : 'shop/price.py', call: 'up(1)', returns: isWhole ? '2' : '0' };
};
const checkFor = (supply: object) => {
  const expects = { holds: 'supports', fails: 'refutes' };
  return { kind: 'call', ...callFor(supply), expects };
};
const scopeFor = (supply: object) => ({ files: [callFor(supply).file] });

/** Completes a step that has the supply, twice: what is kept with it is there again. */
async function completed(supply: object): Promise<string> {
  const checks = [{ kind: 'python', code: 'from shop.price import up\nassert up(1) == 0' }];
  const step = { number: 1, type: 'command', description: 'Check it', checks, supply };
  const saved = await user.tell('save_plan', { workspace: 'supplied', plan: { goal: 'Up', steps: [step] } });
  if (saved.failed) return saved.text;
  const args = { plan_id: saved.fields['id'], step_number: 1 };
  const complete = async () => {
    const { fields, text } = await user.tell('complete_step', args);
    return `${text} ${JSON.stringify(fields)}`;
  };
  const first = await complete();
  await user.tell('update_plan', { plan_id: saved.fields['id'], change_steps: [{ number: 1, description: 'Again' }] });
  return `${first} AGAIN ${await complete()}`;
}

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
  ['complete_step', completed, /undecided/, new RegExp(`holds.*${SUPPLIED}.*AGAIN.*holds.*${SUPPLIED}`, 's')],
  [
    'hypothesis_test',
    (supply) => {
      const test_data = { checks: [checkFor(supply)] };
      return told('hypothesis_test', { hypothesis, test_scope: { ...scopeFor(supply), test_data }, supply });
    },
    /"verdict":"undecided".*"outcome":"undecided"/s,
    new RegExp(`"verdict":"confirmed".*${SUPPLIED}`, 's'),
  ],
  [
    'run_hypothesis_tournament',
    (supply) => {
      const other = { ...hypothesis, id: 'other', predictions: [{ ...callFor(supply), returns: '3' }] };
      const hypotheses = [{ ...hypothesis, id: 'one', checks: [checkFor(supply)] }, other];
      return told('run_hypothesis_tournament', { hypotheses, test_scope: scopeFor(supply), supply });
    },
    /"verdict":"undecided"/,
    new RegExp(`"verdict":"refuted".*${SUPPLIED}|${SUPPLIED}.*"verdict":"refuted"`, 's'),
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

it('is refused by reviews that run nothing', async () => {
  const said = await told('review_commit', { options: { supply: SUPPLY } });
  expect(said).toContain('set run_tests or enable_mutants');
});

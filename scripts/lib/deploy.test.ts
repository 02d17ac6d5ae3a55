import { expect, test } from 'vitest';
import { deployAll, describeDeployment } from './deploy.ts';
import { WORKERS } from './workers.ts';

/** Deploys nothing, but notes what it was asked for; `failing` fails. */
function noting(failing?: string) {
  const asked: string[] = [];
  return {
    asked,
    deploy: async ({ name }: { readonly name: string }) => {
      asked.push(name);
      return name !== failing;
    },
  };
}

test('all Workers are deployed in the order of the list', async () => {
  const { asked, deploy } = noting();
  const deployment = await deployAll(WORKERS, deploy);
  const all = [
    ...['lemma-syntax', 'lemma-workspace', 'lemma-python', 'lemma-symbolic'],
    ...['lemma-tsc', 'lemma-ruff', 'lemma-biome', 'lemma-pyright'],
    ...['lemma-review', 'lemma-reasoning', 'lemma-scaffolds', 'lemma-planning', 'lemma'],
  ];
  expect(asked).toEqual(all);
  const names = `${all.join(', ')}.`;
  expect(describeDeployment(deployment)).toBe(`Deployed: ${names}`);
  expect(describeDeployment(deployment, true)).toBe(`Dry run, nothing is uploaded; can be deployed: ${names}`);
});

test('the first failure ends it, and says what is deployed and what is not', async () => {
  const { asked, deploy } = noting('lemma-python');
  const deployment = await deployAll(WORKERS, deploy);
  expect(asked).toEqual(['lemma-syntax', 'lemma-workspace', 'lemma-python']);
  expect(describeDeployment(deployment)).toBe(
    [
      'Deployed: lemma-syntax, lemma-workspace.',
      'Failed: lemma-python, for the reason above.',
      'Not deployed, since they bind what comes before: lemma-symbolic, lemma-tsc, lemma-ruff, lemma-biome, lemma-pyright, lemma-review, lemma-reasoning, lemma-scaffolds, lemma-planning, lemma.',
      'Mend it and deploy again: what is deployed already is deployed once more.',
    ].join('\n'),
  );
});

test('a failure of the first one leaves nothing deployed', async () => {
  const { deploy } = noting('lemma-syntax');
  expect(describeDeployment(await deployAll(WORKERS, deploy))).toContain('Deployed: nothing.');
});

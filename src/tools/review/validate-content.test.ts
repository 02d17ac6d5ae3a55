import { expect, it } from 'vitest';
import { loadTreeSitter } from '../../../scripts/lib/node-syntax.ts';
import { randomCharacters } from '../../../test/random-characters.ts';
import { reviewEngine, toolContext } from '../../../test/tool-context.ts';
import { validate } from '../../review/content/validate.ts';
import { damageOf } from '../../syntax/damage.ts';
import validateContent from './validate-content.ts';

const TOKEN = `ghp_${randomCharacters(1, 36)}`;

async function validation(args: object) {
  const grammars = await loadTreeSitter();
  const review = reviewEngine({
    validate: (request) => validate(request, { damage: (file) => damageOf(file, grammars) }),
  });
  return validateContent.call(args, toolContext({ review }));
}

it('says what is wrong, where, and no secret', async () => {
  const content = `x = (1,\nkey = "${TOKEN}"\n`;
  const { structuredContent, content: blocks } = await validation({ content, file_path: 'a.py' });
  expect(structuredContent).toMatchObject({
    passed: false,
    language: 'python',
    secrets_scrubbed: true,
    tiers_run: ['tier1_deterministic', 'tier2_heuristic'],
    findings: expect.arrayContaining([
      expect.objectContaining({ rule_id: 'T1-001', severity: 'error', category: 'syntax' }),
      expect.objectContaining({ rule_id: 'secret/github_token', line: 2 }),
    ]),
  });
  expect(JSON.stringify([structuredContent, blocks])).not.toContain(TOKEN.slice(4, 12));
});

it('passes what is right', async () => {
  const { structuredContent } = await validation({ content: '{"a": 1}', content_type: 'plan_output' });
  expect(structuredContent).toMatchObject({
    passed: true,
    findings_count: 0,
    findings: [],
    omitted: [],
    language: 'json',
  });
});

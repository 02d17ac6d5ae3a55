import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { maskSecrets } from './mask.ts';

/** Characters that look random and are the same in every run. */
function random(length: number, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'): string {
  let text = '';
  for (let round = 0; text.length < length; round++) {
    const bytes = createHash('sha256').update(`${length} ${round}`).digest();
    text += Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
  }
  return text.slice(0, length);
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const HEX = '0123456789abcdef';

// Put together here, so that no scanner takes this file for a leak.
const SECRETS: readonly {
  readonly kind: string;
  readonly secret: string;
  readonly before?: string;
  readonly after?: string;
}[] = [
  { kind: 'aws_access_key', secret: `AKIA${random(16, UPPER)}` },
  { kind: 'google_api_key', secret: `AIza${random(35)}` },
  { kind: 'google_oauth_secret', secret: `GOCSPX-${random(28)}` },
  { kind: 'github_token', secret: `ghp_${random(36)}` },
  { kind: 'github_token', secret: `github_pat_${random(82)}` },
  { kind: 'gitlab_token', secret: `glpat-${random(20)}` },
  { kind: 'slack_token', secret: `xoxb-${random(12, '0123456789')}-${random(24)}` },
  {
    kind: 'slack_webhook',
    before: 'https://hooks.slack.com/services/',
    secret: `T${random(8, UPPER)}/B${random(9, UPPER)}/${random(24)}`,
  },
  { kind: 'stripe_key', secret: `sk_live_${random(24)}` },
  { kind: 'npm_token', secret: `npm_${random(36)}` },
  { kind: 'pypi_token', secret: `pypi-AgEIcHlwaS5vcmc${random(70)}` },
  { kind: 'openai_key', secret: `sk-proj-${random(40)}T3BlbkFJ${random(40)}` },
  { kind: 'anthropic_key', secret: `sk-ant-api03-${random(90)}` },
  { kind: 'hugging_face_token', secret: `hf_${random(34)}` },
  { kind: 'sendgrid_key', secret: `SG.${random(22)}.${random(43)}` },
  { kind: 'digitalocean_token', secret: `dop_v1_${random(64, HEX)}` },
  { kind: 'azure_storage_key', before: 'AccountName=a;AccountKey=', secret: `${random(86)}==` },
  { kind: 'json_web_token', secret: `eyJ${random(30)}.eyJ${random(60)}.${random(43)}` },
  { kind: 'database_url', before: 'postgres://app:', secret: random(12), after: '@db.internal.corp:5432/app' },
  { kind: 'assigned_secret', before: 'const config = { clientSecret: "', secret: random(32), after: '" };' },
  { kind: 'assigned_secret', before: "API_TOKEN = '", secret: random(40, HEX), after: "'" },
  { kind: 'assigned_secret', before: 'export DB_PASSWORD=', secret: random(24), after: '' },
];

it.each(SECRETS)(
  'hides a secret of kind $kind and says where it is',
  ({ kind, secret, before = 'key = ', after = ';' }) => {
    const masked = maskSecrets(`first\n${before}${secret}${after}\nlast`);
    expect(masked.secrets).toEqual([{ line: 2, kind }]);
    expect(masked.text).toBe(`first\n${before}${'*'.repeat(secret.length)}${after}\nlast`);
  },
);

it('hides private keys and keeps their lines', () => {
  const body = Array.from({ length: 4 }, (_, index) => random(60 + index)).join('\n');
  const text = `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----\nafter\n`;
  const masked = maskSecrets(text);
  expect(masked.secrets).toEqual([{ line: 1, kind: 'private_key' }]);
  expect(masked.text).toHaveLength(text.length);
  expect(masked.text.split('\n').at(-2)).toBe('after');
  expect(masked.text.split('\n')).toHaveLength(text.split('\n').length);
  for (const line of body.split('\n')) expect(masked.text).not.toContain(line.slice(0, 8));
});

it('hides every secret of a line, and of many lines', () => {
  const [one, two] = [`ghp_${random(36)}`, `npm_${random(36)}`];
  const { text, secrets } = maskSecrets(`a ${one} b ${two}\n\n${one}\n`);
  expect(text).toBe(`a ${'*'.repeat(40)} b ${'*'.repeat(40)}\n\n${'*'.repeat(40)}\n`);
  expect(secrets).toEqual([
    { line: 1, kind: 'github_token' },
    { line: 1, kind: 'npm_token' },
    { line: 3, kind: 'github_token' },
  ]);
});

it.each([
  ['the example of the AWS documentation', 'AKIAIOSFODNN7EXAMPLE'],
  ['a token of one character', `ghp_${'x'.repeat(36)}`],
  ['a placeholder', 'password = "your-password-goes-here-1A2b3C"'],
  ['a name', 'const tokenName = "userAccessTokenForTheSession"'],
  ['a key of a translation', 'token: "settings.security.tokens2.description"'],
  ['a path', 'secret_file = "/etc/secrets/database/credentials1"'],
  ['a type', 'private_key: "_EllipticCurvePrivateKey", data'],
  ['a header', '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'],
  ['a URL of this machine', 'postgres://postgres:Xk29dkE02mXq@localhost:5432/app'],
  ['a URL with a variable', `https://user:${'$'}{PASSWORD}@git.corp.com/x`],
  ['a URL with a word', 'https://user:password@git.corp.com/x'],
  ['a hash', 'integrity: "sha512-Xk29dkE02mXqXk29dkE02mXq"'],
  ['a call', 'token = getToken(request.headers.authorization2)'],
])('lets %s be', (_, text) => {
  expect(maskSecrets(text)).toEqual({ text, secrets: [] });
});

it('takes linear time for texts that almost match', () => {
  const size = 1_500_000;
  const pieces = ['a', 'eyJ', 'secret', 'a:/', '://', 'xoxb-', '-----BEGIN PRIVATE KEY-----', 'token="', 'A_KEY'];
  pieces.push(
    'password=',
    'curl -u ',
    '"d":"kty',
    'LS0tLS1CRUdJT',
    'Private-Lines: 1\n',
    'machine a login ',
    'datadog ',
    '<token>',
  );
  const texts = pieces.map((piece) => piece.repeat(size / piece.length));
  for (const text of texts) expect(maskSecrets(text).text).toHaveLength(text.length);
});

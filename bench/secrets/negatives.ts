/** Texts that look as if they held secrets and hold none, made by a seed. */
import { createHash } from 'node:crypto';
import { BASE62, HEX, randomCharacters } from '../../test/random-characters.ts';

/** A text without a secret. */
export interface Negative {
  readonly group: string;
  readonly text: string;
}

const PLACEHOLDERS = [
  'your-api-key-here',
  'YOUR_API_KEY',
  '<your-token>',
  'xxxxxxxxxxxxxxxxxxxxxxxx',
  'changeme',
  'CHANGE_ME_PLEASE_123',
  'REPLACE_WITH_REAL_TOKEN1',
  'example-token-1234567890',
  'sample_secret_value_42',
  'dummy-key-1a2b3c4d5e6f',
  'fake-token-9Z8y7X6w5V',
  'insert-key-here',
  '****************',
  '...',
  'TODO',
];
const REFERENCES = [
  `${'$'}{API_TOKEN}`,
  '$API_TOKEN',
  '$(cat token)',
  '{{ secrets.API_TOKEN }}',
  `${'$'}{{ secrets.API_TOKEN }}`,
  '{{ .Values.token }}',
  'vault:secret/data/app#token',
  'op://vault/item/field',
  'arn:aws:secretsmanager:eu-west-1:123456789012:secret:app',
  'ssm:/app/token',
  'ENC[AES256_GCM,data:Xk29dkE02mXq,iv:9d8f]',
  '%API_TOKEN%',
  '#{token}',
];
const NAMES = ['api_key', 'token', 'password', 'client_secret', 'SECRET_KEY', 'access_token', 'auth_token'];
const CALLS = [
  'os.environ["API_TOKEN2"]',
  'process.env.API_TOKEN2',
  'System.getenv("API_TOKEN")',
  'config.get("token.2nd")',
  'getToken(request.headers.auth2)',
  'Deno.env.get("T0KEN")',
];

/** `count` texts of each group, all of them from the seed. */
export function negatives(seed: number, count: number): readonly Negative[] {
  const made: Negative[] = [];
  for (let round = 0; round < count; round++) {
    let at = seed * 7919 + round * 101;
    const pick = <T>(from: readonly T[]) => from[at++ % from.length];
    const hex = (length: number) => randomCharacters(at++, length, HEX);
    const text = (length: number) => randomCharacters(at++, length);
    const hash = (algorithm: string) => createHash(algorithm).update(`${at++}`).digest('base64');
    const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
    const add = (group: string, ...texts: readonly string[]) =>
      made.push(...texts.map((each) => ({ group, text: each })));
    add(
      'placeholders',
      `${pick(NAMES)} = "${pick(PLACEHOLDERS)}"\n`,
      `${pick(NAMES)}: ${pick(PLACEHOLDERS)}\n`,
      `gh${'p_'}${'x'.repeat(36)}\n`,
    );
    add(
      'references',
      `${pick(NAMES)}: "${pick(REFERENCES)}"\n`,
      `${pick(NAMES)}=${pick(REFERENCES)}\n`,
      `${pick(NAMES)} = ${pick(CALLS)}\n`,
    );
    add(
      'references',
      `url: postgres://${'$'}{USER}:${'$'}{PASSWORD}@db.corp.net/x\n`,
      `Authorization: Bearer ${'$'}{TOKEN}\n`,
    );
    add(
      'hashes',
      `sha256: ${hex(64)}\n`,
      `"integrity": "sha512-${hash('sha512')}",\n`,
      `checksum = "${hex(40)}"\n`,
      `commit ${hex(40)}\n`,
      `tokenHash: "${hex(64)}"\n`,
    );
    add('hashes', `password_digest: "$2b$12$${text(53)}"\n`, `image: app@sha256:${hex(64)}\n`, `ETag: "${hex(32)}"\n`);
    add(
      'lock files',
      `    "node_modules/a": {\n      "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz",\n      "integrity": "sha512-${hash('sha512')}"\n`,
    );
    add(
      'lock files',
      `golang.org/x/net v0.1.0 h1:${hash('sha256')}\n`,
      `a==1.0 --hash=sha256:${hex(64)}\n`,
      `checksum = "${hex(64)}"\nname = "serde"\n`,
    );
    add(
      'identifiers',
      `id: ${uuid()}\n`,
      `request_id="${uuid()}"\n`,
      `ProjectGuid = {${uuid()}}\n`,
      `key_id = "${text(20)}"\n`,
      `next_page_token: "${text(40)}"\n`,
    );
    add(
      'images',
      `background: url(data:image/png;base64,iVBORw0KGgo${text(400)})\n`,
      `<img src="data:image/gif;base64,R0lGOD${text(200)}">\n`,
    );
    add(
      'public keys',
      `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${text(43)} a@b\n`,
      `-----BEGIN PUBLIC KEY-----\n${text(64)}\n${text(64)}\n-----END PUBLIC KEY-----\n`,
    );
    add(
      'public keys',
      `-----BEGIN CERTIFICATE-----\nMII${text(61)}\n${text(64)}\n-----END CERTIFICATE-----\n`,
      `{"kty":"EC","crv":"P-256","x":"${text(43)}","y":"${text(43)}"}\n`,
      `stripe("pk_live_${text(24)}")\n`,
    );
    add(
      'minified code',
      `!function(e,t){var n="${text(60)}",r=e.token||t.key;return n?r:i}(a,b);var ${text(2)}=[${Array.from({ length: 40 }, () => `"${text(6)}"`).join()}];\n`,
    );
    add(
      'documents',
      `Set the \`token\` to the key from your settings, such as \`sk-...\`.\n`,
      `https://user:password@host.example.com/path\n`,
      'curl -u user:password https://example.com\n',
      `mysql://root:root@localhost:3306/app\n`,
    );
    add(
      'documents',
      'Server=localhost;Database=a;User ID=sa;Password=Passw0rd!;\n',
      '-----BEGIN PRIVATE KEY-----\nMIIE...\n-----END PRIVATE KEY-----\n',
      `AK${'IA'}IOSFODNN7EXAMPLE\n`,
    );
    add(
      'names',
      `const tokenName = "userAccessTokenForTheSession${round}"\n`,
      `secretName: app-credentials-v${round}\n`,
      `token: "settings.security.tokens${round}.description"\n`,
      `password_field = "input_password_${round}"\n`,
      `private_key_path = "/etc/ssl/private/app${round}.pem"\n`,
    );
    add(
      'code',
      `if (token !== expected.token2) throw new Error("token_mismatch_${round}");\n`,
      `public_key = load_key("app_${round}")\n`,
      `csrf_token = "${text(32)}"\n`,
      `const TOKEN_TYPE_HINT = "urn:ietf:params:oauth:token-type:jwt${round}"\n`,
    );
    add(
      'test vectors',
      `{ input: "${hex(64)}", output: "${hex(64)}" },\n`,
      `assert sha1("abc") == "${hex(40)}"\n`,
      `const alphabet = "${BASE62}";\n`,
    );
  }
  return made;
}

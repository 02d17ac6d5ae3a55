/** Secrets made of published formats by a seed: none is in the repository as a whole. Formats are written here as their providers do. */
import { createHash } from 'node:crypto';
import { crc32 } from '../../src/lib/crc32.ts';
import { BASE32, BASE62, HEX, randomCharacters } from '../../test/random-characters.ts';

/** A text with one secret. */
export interface Positive {
  readonly kind: string;
  readonly text: string;
  readonly secret: string;
}

const CLASSES: Readonly<Record<string, string>> = {
  a: BASE62,
  h: HEX,
  H: HEX.toUpperCase(),
  d: '0123456789',
  U: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  l: 'abcdefghijklmnopqrstuvwxyz0123456789',
  w: `${BASE62}_-`,
  b: `${BASE62}+/`,
  q: BASE32,
  z: 'abcdefghijklmnopqrstuvwxyz234567',
};

/** A format: text, with `<class><count>` in angle brackets, such as `ghp_<a36>`. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  aws_access_key: ['AK' + 'IA<q16>', 'AS' + 'IA<q16>'],
  google_api_key: ['AI' + 'za<w35>'],
  google_oauth_secret: ['GOC' + 'SPX-<w28>'],
  google_oauth_token: ['ya' + '29.<w120>'],
  azure_client_secret: ['<a3>8' + 'Q~<a34>'],
  azure_key: ['<a52>JQQJ' + '99B<a5>A<a5>AAAA<a4>AbCd', '<b76>+A' + 'St<b5>A=='],
  alibaba_access_key: ['LT' + 'AI<a20>'],
  digitalocean_token: ['dop' + '_v1_<h64>', 'doo' + '_v1_<h64>'],
  heroku_key: ['HR' + 'KU-AA<w58>'],
  flyio_token: ['fo' + '1_<w43>'],
  vercel_token: ['vc' + 'p_<w56>'],
  netlify_token: ['nf' + 'p_<a36>'],
  supabase_key: ['sb' + 'p_<h40>', 'sb' + '_secret_<w31>'],
  neon_key: ['na' + 'pi_<l64>'],
  planetscale_token: ['psc' + 'ale_tkn_<w43>', 'psc' + 'ale_pw_<w43>'],
  databricks_token: ['da' + 'pi<h32>', 'da' + 'pi<h32>-2'],
  github_token: ['gh' + 'o_<a36>', 'github' + '_pat_<a22>_<a59>'],
  gitlab_token: [
    'gl' + 'pat-<w20>',
    'gl' + 'dt-<w20>',
    'gl' + 'ptt-<h40>',
    'GR13' + '48941<w20>',
    'gl' + 'pat-<w27>.01.0a<l7>',
  ],
  bitbucket_token: ['AT' + 'BB<a32>', 'ATA' + 'TT3<w186>'],
  sourcegraph_token: ['sg' + 'p_<h16>_<h40>'],
  rubygems_key: ['ruby' + 'gems_<h48>'],
  nuget_key: ['oy' + '2<z43>'],
  clojars_token: ['CLO' + 'JARS_<l60>'],
  docker_token: ['dckr' + '_pat_<w27>'],
  artifactory_key: ['AK' + 'Cp<a69>'],
  vault_token: ['hv' + 's.<w95>'],
  terraform_token: ['<a14>.at' + 'lasv1.<a67>'],
  pulumi_token: ['pu' + 'l-<h40>'],
  doppler_token: ['dp' + '.pt.<a43>', 'dp' + '.st.prd.<a43>'],
  tailscale_key: ['tsk' + 'ey-api-k<a10>CNTRL-<a32>', 'tsk' + 'ey-auth-k<a11>-<a32>'],
  openshift_token: ['sha' + '256~<w42>a'],
  circleci_token: ['CCI' + 'PAT_<a22>_<h40>'],
  onepassword_token: ['A3' + '-<U6>-<U6>-<U5>-<U5>-<U5>-<U5>'],
  openai_key: ['sk' + '-proj-<w74>T3Blb' + 'kFJ<w73>a', 'sk' + '-<a20>T3Blb' + 'kFJ<a20>'],
  anthropic_key: ['sk' + '-ant-api03-<w93>AA'],
  hugging_face_token: ['h' + 'f_<a34>'],
  groq_key: ['gs' + 'k_<a52>'],
  perplexity_key: ['pp' + 'lx-<a48>'],
  openrouter_key: ['sk' + '-or-v1-<h64>'],
  replicate_token: ['r' + '8_<a37>'],
  pinecone_key: ['pc' + 'sk_<a5>_<a63>'],
  langsmith_key: ['ls' + 'v2_pt_<h32>_<h10>'],
  stripe_key: ['sk' + '_live_<a24>', 'rk' + '_live_<a99>'],
  stripe_test_key: ['sk' + '_test_<a24>'],
  stripe_webhook_secret: ['wh' + 'sec_<a32>'],
  square_token: ['sq' + '0atp-<w22>'],
  shippo_token: ['ship' + 'po_live_<h40>'],
  easypost_key: ['EZ' + 'AK<a54>'],
  shopify_token: ['shp' + 'at_<h32>', 'shp' + 'ss_<h32>'],
  slack_token: ['xo' + 'xb-<d12>-<d12>-<a24>', 'xo' + 'xp-<d12>-<d12>-<d12>-<h32>', 'xa' + 'pp-1-A<U10>-<d13>-<h64>'],
  telegram_token: ['<d9>1:A' + 'A<w32>a'],
  twilio_key: ['S' + 'K<h32>'],
  sendgrid_key: ['S' + 'G.<w22>.<w42>a'],
  mailgun_key: ['k' + 'ey-<h32>'],
  mailchimp_key: ['<h32>-' + 'us12'],
  brevo_key: ['xkey' + 'sib-<h64>-<a16>'],
  facebook_token: ['EA' + 'AM<a140>'],
  grafana_token: ['gl' + 'sa_<a32>_<h8>'],
  newrelic_key: ['NR' + 'AK-<U27>'],
  dynatrace_token: ['dt' + '0c01.<U24>.<U64>'],
  sentry_token: ['sn' + 'tryu_<h64>'],
  sonar_token: ['sq' + 'p_<h40>'],
  postman_key: ['PM' + 'AK-<h24>-<h34>'],
  linear_key: ['lin' + '_api_<a40>'],
  notion_token: ['nt' + 'n_<d11><a35>'],
  airtable_token: ['pa' + 't<a14>.<h64>'],
  asana_token: ['1' + '/<d16>:<h32>'],
  figma_token: ['fi' + 'gd_<w39>a'],
  readme_key: ['rd' + 'me_<l70>'],
  typeform_token: ['tf' + 'p_<a44>'],
  contentful_token: ['CF' + 'PAT-<w42>a'],
  hubspot_token: ['pa' + 't-na1-<h8>-<h4>-<h4>-<h4>-<h12>'],
  age_key: ['AGE-SEC' + 'RET-KEY-1<A58>'],
};
const BECH32 = 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L';

/** What surrounds a token: files of many kinds. */
const CONTEXTS: readonly ((secret: string) => string)[] = [
  (secret) => `export const client = connect("${secret}");\n`,
  (secret) => `# settings\nSERVICE_AUTH=${secret}\nPORT=80\n`,
  (secret) => `{\n  "value": "${secret}",\n  "n": 1\n}\n`,
  (secret) => `services:\n  app:\n    environment:\n      - SETTING=${secret}\n`,
  (secret) => `client = Client('${secret}')\n`,
  (secret) => `run --auth ${secret} --verbose\n`,
  (secret) => `"line one\\n${secret}\\nline two"\n`,
];

/** Texts with secrets that are no tokens: the part between the marks is the secret. */
const PLACES: readonly (readonly [kind: string, text: string])[] = [
  ['database_url', 'DATABASE_URL=postgres://app:«<a16>»@db.prod.shop.io:5432/app\n'],
  ['database_url', 'url: mysql://root:«<a12>9»@10.2.3.4/app\n'],
  ['database_url', 'uri = "mongodb+srv://admin:«<a18>»@cluster0.ab1cd.mongodb.net/x"\n'],
  ['database_url', 'REDIS_URL=rediss://:«<a32>»@redis-1.c1.cloud.redislabs.com:6380\n'],
  ['broker_url', 'amqps://svc:«<a20>»@mq.corp.net/vhost\n'],
  ['url_password', 'git clone https://ci:«<a20>»@git.corp.net/a.git\n'],
  [
    'connection_password',
    'Server=tcp:sql.corp.net,1433;Initial Catalog=app;User ID=svc;Password=«<a14>1»;Encrypt=True;\n',
  ],
  ['connection_password', 'jdbc:sqlserver://sql.corp.net;databaseName=a;user=svc;password=«<a14>1»\n'],
  [
    'azure_storage_key',
    'DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=«<b86>==»;EndpointSuffix=core.windows.net\n',
  ],
  ['azure_sas', 'https://shop.blob.core.windows.net/c?sv=2022-11-02&se=2030-01-01&sr=c&sig=«<a43>%3D»\n'],
  ['bearer_token', `headers = {"Authorization": "Bearer «<a40>»"}\n`],
  ['curl_password', 'curl -u svc:«<a20>» https://api.corp.net/v1\n'],
  ['npmrc_auth', '//registry.corp.net/:_authToken=«<a36>»\n'],
  ['netrc_password', 'machine api.corp.net login svc password «<a20>»\n'],
  ['nuget_password', '<add key="ClearTextPassword" value="«<a20>»" />\n'],
  ['slack_webhook', 'url = "https://hooks.slack.com/services/«T<U8>/B<U10>/<a24>»"\n'],
  ['discord_webhook', 'https://discord.com/api/webhooks/«<d18>/<w68>»\n'],
  ['aws_secret_key', 'aws_secret_access_key = «<b40>»\n'],
  ['datadog_key', 'DATADOG_API_KEY: «<h32>»\n'],
  ['twilio_token', 'TWILIO_AUTH_TOKEN="«<h32>»"\n'],
  ['cloudflare_token', 'CLOUDFLARE_API_TOKEN=«<w40>»\n'],
  ['heroku_key', 'HEROKU_API_KEY=«<h8>-<h4>-<h4>-<h4>-<h12>»\n'],
  ['snyk_token', 'snyk_token: «<h8>-<h4>-<h4>-<h4>-<h12>»\n'],
  ['assigned_secret', 'const config = { clientSecret: "«<a32>»" };\n'],
  ['assigned_secret', 'app.jwt.secret=«<a40>»\n'],
  ['assigned_secret', 'SECRET_KEY_BASE=«<h128>»\n'],
  ['assigned_secret', 'encryption_key: «<b43>=»\n'],
  ['wireguard_key', '[Interface]\nPrivateKey = «<b42>A=»\n'],
  ['django_secret_key', `SECRET_KEY = 'django-insecure-«<a50>»'\n`],
];

/** `count` texts of each format, all of them from the seed. */
export function positives(seed: number, count: number): readonly Positive[] {
  const made: Positive[] = [];
  let at = seed * 1_000_003;
  const fill = (format: string) =>
    format.replace(/<([A-Za-z])(\d+)>/g, (_, kind: string, length: string) =>
      randomCharacters(at++, Number(length), kind === 'A' ? BECH32 : (CLASSES[kind] ?? '')),
    );
  for (let round = 0; round < count; round++) {
    for (const [kind, formats] of Object.entries(FORMATS)) {
      for (const format of formats) {
        const secret = fill(format);
        const context = CONTEXTS[(at + round) % CONTEXTS.length] ?? String;
        made.push({ kind, secret, text: context(secret) });
      }
    }
    for (const [kind, place] of PLACES) {
      const text = fill(place);
      const [, secret = ''] = /«([^»]*)»/.exec(text) ?? [];
      made.push({ kind, secret, text: text.replace(/[«»]/g, '') });
    }
    made.push(...checked(at++), ...keys(at++));
  }
  return made;
}

const BASE62_OF_CHECKSUMS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Tokens with right checksums, and those that decode. */
function checked(seed: number): readonly Positive[] {
  const body = randomCharacters(seed, 30);
  let [rest, sum] = [crc32(new TextEncoder().encode(body)), ''];
  for (; rest > 0; rest = Math.floor(rest / 62)) sum = BASE62_OF_CHECKSUMS.charAt(rest % 62) + sum;
  const tail = body + sum.padStart(6, '0');
  const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub: randomCharacters(seed, 12), iat: 1_700_000_000 })}.${randomCharacters(seed + 1, 43)}`;
  const discord = `${Buffer.from(`1${randomCharacters(seed, 17, '0123456789')}`).toString('base64url')}.${randomCharacters(seed, 6)}.${randomCharacters(seed + 2, 38)}`;
  const basic = Buffer.from(`svc:${randomCharacters(seed + 3, 18)}`).toString('base64');
  return [
    { kind: 'github_token', secret: `gh${'p_'}${tail}`, text: `login("gh${'p_'}${tail}")\n` },
    { kind: 'npm_token', secret: `np${'m_'}${tail}`, text: `//registry.npmjs.org/:_authToken=np${'m_'}${tail}\n` },
    { kind: 'json_web_token', secret: jwt, text: `session = "${jwt}"\n` },
    { kind: 'discord_token', secret: discord, text: `bot.run("${discord}")\n` },
    { kind: 'basic_auth', secret: basic, text: `curl -H "Authorization: Basic ${basic}" https://api.corp.net\n` },
    { kind: 'docker_auth', secret: basic, text: `{"auths": {"r.corp.net": {"auth": "${basic}"}}}\n` },
  ];
}

/** Private keys in the forms that files and settings have them in. */
function keys(seed: number): readonly Positive[] {
  const random = Buffer.concat(
    Array.from({ length: 20 }, (_, index) => createHash('sha256').update(`${seed} ${index}`).digest()),
  );
  const der = Buffer.concat([Buffer.from([0x30, 0x82, 0x02, 0x5c, 2, 1, 0]), random]).toString('base64');
  const lines = der.match(/.{1,64}/g) ?? [];
  const armour = (kind: string, end = '\n') =>
    [`-----BEGIN ${kind}PRIVATE ${'KEY'}-----`, ...lines, `-----END ${kind}PRIVATE ${'KEY'}-----`, ''].join(end);
  const part = lines[2] ?? '';
  const field = (length: number, from: number) => random.subarray(from, from + length).toString('base64url');
  return [
    ...['RSA ', 'EC ', 'OPENSSH ', ''].map((kind) => ({ kind: 'private_key', secret: part, text: armour(kind) })),
    { kind: 'private_key', secret: part, text: `{"private_key": "${armour('', '\\n')}"}\n` },
    { kind: 'private_key', secret: part, text: `key: |\n  ${armour('', '\n  ')}` },
    { kind: 'encrypted_private_key', secret: part, text: armour('ENCRYPTED ') },
    {
      kind: 'pgp_private_key',
      secret: part,
      text: `-----BEGIN PGP PRIVATE ${'KEY'} BLOCK-----\n\n${lines.join('\n')}\n-----END PGP PRIVATE ${'KEY'} BLOCK-----\n`,
    },
    {
      kind: 'private_key_base64',
      secret: Buffer.from(armour('RSA ')).toString('base64').slice(100, 140),
      text: `data:\n  tls.key: ${Buffer.from(armour('RSA ')).toString('base64')}\n`,
    },
    {
      kind: 'putty_private_key',
      secret: part,
      text: `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nPrivate-Lines: ${lines.length}\n${lines.join('\n')}\nPrivate-MAC: 00\n`,
    },
    {
      kind: 'json_web_key',
      secret: field(32, 64),
      text: `{"kty":"EC","crv":"P-256","x":"${field(32, 0)}","y":"${field(32, 32)}","d":"${field(32, 64)}"}\n`,
    },
  ];
}

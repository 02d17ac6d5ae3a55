/** The probes that masking by name was not improved by: other forms, names and values. */
import { randomCharacters } from '../../../test/random-characters.ts';
import { harmless, type Probe } from './probe.ts';

const VALUES: readonly string[] = [
  randomCharacters(501, 12),
  randomCharacters(502, 18),
  randomCharacters(503, 24),
  'letmein',
  'Winter!2025',
  'BlueHorse77',
  'pa$$w0rd#1',
  '90210777',
  'qwerty-uiop',
];

type Form = readonly [name: string, text: (value: string) => string];

const FORMS: readonly Form[] = [
  ['.env', (v) => `# local\nAPP_ENV=dev\nSMTP_PASS='${v}'\n`],
  ['.env bare', (v) => `STRIPE_SECRET=${v.replace('#', '')}\r\n`],
  ['dockerfile', (v) => `FROM x\nENV ADMIN_PASSWORD="${v}"\n`],
  ['dockerfile arg', (v) => `ARG NPM_TOKEN=${v.replace('#', '')}\n`],
  ['shell local', (v) => `#!/bin/sh\n  local db_passwd="${v}"\n`],
  ['powershell', (v) => `$DbPassword = "${v}"\n`],
  ['cmd', (v) => `set SERVICE_TOKEN=${v.replace('#', '')}\n`],
  ['yaml list', (v) => `users:\n  - name: ann\n    passphrase: '${v}'\n`],
  ['yaml flow', (v) => `db: {user: app, password: "${v}"}\n`],
  ['yaml block', (v) => `db:\n  password: |\n    ${v}\n  user: x\n`],
  ['helm', (v) => `postgresql:\n  auth:\n    postgresPassword: "${v}"\n`],
  ['ansible', (v) => `ansible_become_pass: ${v.replace('#', '')}\n`],
  ['toml inline', (v) => `db = { host = "a", password = '${v}' }\n`],
  ['toml key', (v) => `[auth]\napi_token = "${v}"\n`],
  ['my.cnf', (v) => `[client]\npassword="${v}"\n`],
  ['json deep', (v) => `{\n  "db": {\n    "dbPassword": "${v}"\n  }\n}\n`],
  ['json pair', (v) => `{"name": "JWT_SECRET", "value": "${v}"}`],
  ['appsettings', (v) => `"ConnectionStrings": {"Main": "Data Source=sql;Initial Catalog=a;User ID=sa;Pwd=${v};"}`],
  ['python dict', (v) => `import x\nDATABASES = {'default': {'USER': 'a', 'PASSWORD': '${v}'}}\n`],
  ['python index', (v) => `import os\nos.environ["ACCESS_TOKEN"] = "${v}"\n`],
  ['python keyword', (v) => `import jwt\njwt.encode(x, secret="${v}", algorithm="HS256")\n`],
  ['python parameter', (v) => `def connect(user="app", password="${v}"):\n    pass\n`],
  ['js member', (v) => `config.auth.password = "${v}";\n`],
  ['js nullish', (v) => `const apiKey = process.env.API_KEY ?? "${v}";\n`],
  ['ts field', (v) => `class A {\n  private readonly authToken: string = '${v}';\n}\n`],
  ['java', (v) => `private static final String DB_PASSWORD = "${v}";\n`],
  ['java call', (v) => `props.setProperty("password", "${v}");\n`],
  ['c#', (v) => `public string Password { get; set; } = "${v}";\n`],
  ['rust', (v) => `const API_KEY: &str = "${v}";\n`],
  ['terraform', (v) => `resource "x" "y" {\n  master_password = "${v}"\n}\n`],
  ['xml element', (v) => `<settings><db.password>${v}</db.password></settings>`],
  ['xml property', (v) => `<property name="hibernate.connection.password">${v}</property>`],
  ['xml attr', (v) => `<Resource username="a" password="${v}" url="b"/>`],
  ['properties spaced', (v) => `db.user = app\ndb.password = ${v.replace('#', '')}\n`],
  ['flag secret', (v) => `vault-tool --client-secret "${v}" --id 3\n`],
  ['docker -e', (v) => `docker run -e POSTGRES_PASSWORD='${v}' postgres\n`],
  ['sshpass', (v) => `sshpass -p '${v}' ssh host\n`],
  ['sql identified', (v) => `CREATE USER 'a'@'%' IDENTIFIED BY '${v}';`],
  ['libpq', (v) => `"host=db user=app password=${v} dbname=x"`],
  ['netrc', (v) => `machine api.corp.com login ann password ${v}\n`],
  ['redis conf', (v) => `port 6379\nrequirepass ${v}\n`],
  ['npmrc', (v) => `//registry.npmjs.org/:_authToken=${v.replace('#', '')}\n`],
  ['proxy header', (v) => `Proxy-Authorization: Basic ${btoa(`ann:${v}`)}\r\n`],
  ['auth token', (v) => `curl -H "Authorization: Token ${v.replace(/[#!$]/g, '')}" https://a.com\n`],
  ['private token', (v) => `curl --header "PRIVATE-TOKEN: ${v}" https://a.com\n`],
  ['fetch header', (v) => `fetch(u, { headers: { 'x-api-key': '${v}' } });\n`],
  ['form body', (v) => `grant_type=password&username=a&password=${v.replace('#', '')}&scope=x`],
  ['url user', (v) => `DATABASE_URL=postgresql+asyncpg://app:${v.replace('#', '')}@database:5432/app\n`],
  ['url no user', (v) => `redis://:${v.replace('#', '')}@cache:6379/0\n`],
  ['url at', (v) => `amqp://a:x@${v.replace('#', '')}@rabbitmq:5672\n`],
  ['url git', (v) => `git clone https://oauth2:${v.replace('#', '')}@gitlab.local/a/b.git\n`],
  ['prose key', (v) => `Use the credentials admin / and password: \`${v}\` to log in.\n`],
  ['shell default', (v) => `DB_PASSWORD=\${DB_PASSWORD:-${v}}\n`],
];

/** All of them: {@link Probe}. */
export function judgingProbes(): readonly Probe[] {
  const probes: Probe[] = [];
  for (const [index, [form, text]] of FORMS.entries())
    for (const [turn, value] of VALUES.entries()) {
      if ((index + turn) % 2 === 1) continue;
      const whole = text(value);
      const coded = [btoa(`ann:${value}`), value, value.replace('#', ''), value.replace(/[#!$]/g, '')];
      const secret = coded.find((each) => whole.includes(each));
      if (secret !== undefined) probes.push({ form, text: whole, secrets: [secret] });
    }
  return [...probes, ...harmless('judging-harmless.txt')];
}

/** The probes that masking by name was improved by. */
import { randomCharacters } from '../../../test/random-characters.ts';
import { harmless, type Probe } from './probe.ts';

/** What people take for passwords: random, of words, with marks, short. */
const VALUES: readonly string[] = [
  randomCharacters(401, 14),
  randomCharacters(402, 16),
  randomCharacters(403, 20),
  'hunter2',
  'Summer2024!',
  'correcthorse',
  's3cr3t-Pa55',
  'Tr0ub4dor&3',
  '48151623',
];
const SPACED: readonly string[] = ['correct horse battery staple', 'My dog is 12!'];

type Form = readonly [name: string, text: (value: string) => string];

const FORMS: readonly Form[] = [
  ['env', (v) => `HOST=db\nDB_PASSWORD=${v}\nPORT=5432\n`],
  ['env quoted', (v) => `API_SECRET="${v}"\n`],
  ['export', (v) => `export GITLAB_TOKEN='${v}'\n`],
  ['inline env', (v) => `PGPASSWORD='${v}' psql -h db -U app\n`],
  ['yaml', (v) => `database:\n  user: app\n  password: ${v}\n  port: 5432\n`],
  ['yaml quoted', (v) => `redis_password: "${v}"\n`],
  ['toml', (v) => `[db]\nuser = "app"\npassword = "${v}"\n`],
  ['ini', (v) => `[client]\nuser = app\npassword = ${v}\n`],
  ['json', (v) => `{"user": "app", "client_secret": "${v}", "port": 1}`],
  ['python', (v) => `import os\n\nDB_PASSWORD = "${v}"\n`],
  ['python annotated', (v) => `class A:\n    api_key: str = "${v}"\n`],
  ['python argument', (v) => `import x\nx.connect(host="db", password='${v}')\n`],
  ['python default', (v) => `import os\nSECRET_KEY = os.environ.get("SECRET_KEY", "${v}")\n`],
  ['js', (v) => `const config = { clientSecret: '${v}', port: 3 };\n`],
  ['js or', (v) => `const password = process.env.DB_PASSWORD || '${v}';\n`],
  ['compose list', (v) => `    environment:\n      - "POSTGRES_PASSWORD=${v}"\n`],
  ['compose map', (v) => `    environment:\n      MYSQL_ROOT_PASSWORD: '${v}'\n`],
  ['kubernetes', (v) => `        - name: DB_PASSWORD\n          value: "${v}"\n`],
  ['xml', (v) => `<server>\n  <password>${v.replaceAll('&', '')}</password>\n</server>`],
  ['xml attribute', (v) => `<add key="DbPassword" value="${v.replaceAll('&', '')}" />`],
  ['properties', (v) => `spring.datasource.password=${v}\n`],
  ['flag', (v) => `$ tool login --user app --password '${v}' --quiet\n`],
  ['flag equals', (v) => `tool --token="${v}" run\n`],
  ['connection string', (v) => `Server=db;User Id=app;Password=${v};Timeout=3`],
  ['php', (v) => `<?php\n$password = '${v}';\n`],
  ['ruby', (v) => `config = { :password => "${v}" }\n`],
  ['escaped json', (v) => `"{\\"password\\": \\"${v}\\"}"`],
  ['go', (v) => `package main\n\tpassword := "${v}"\n`],
  ['sql', (v) => `ALTER USER app WITH PASSWORD '${v}';`],
];

/** Forms in which a value has no spaces. */
const WORDS: readonly Form[] = [
  ['flag bare', (v) => `tool login --password ${v.replaceAll('&', '')} --quiet\n`],
  ['mysql', (v) => `mysql -u root -p${v.replaceAll('&', '')} shop\n`],
  ['curl', (v) => `curl -u app:${v.replaceAll('&', '')} https://api.corp.com/x\n`],
  ['query', (v) => `GET https://api.corp.com/x?user=a&access_token=${v.replaceAll('&', '')}&page=2`],
  ['header', (v) => `X-Api-Key: ${v}\n`],
  ['bearer', (v) => `Authorization: Bearer ${v.replace(/[!&]/g, '')}\n`],
  ['basic', (v) => `Authorization: Basic ${btoa(`app:${v}`)}\n`],
  ['cookie', (v) => `Cookie: sessionid=${v}; theme=${v}\n`],
  ['set-cookie', (v) => `Set-Cookie: sid=${v}; Path=/; HttpOnly\n`],
];

const HOSTS = [
  'host',
  'db',
  'redis',
  'postgres',
  'localhost',
  '127.0.0.1',
  'db.corp.com:5432',
  '[::1]:6379',
  'example.com',
  'mongo',
];
const SCHEMES = ['postgres', 'redis', 'mysql', 'amqp', 'mongodb+srv', 'https'];

/** All of them: {@link Probe}. */
export function tuningProbes(): readonly Probe[] {
  const probes: Probe[] = [];
  for (const [index, [form, text]] of FORMS.entries())
    for (const value of [...VALUES, ...SPACED]) {
      const shown = form.startsWith('xml') ? value.replaceAll('&', '') : value;
      if ((index + probes.length) % 2 === 0 || SPACED.includes(value))
        probes.push({ form, text: text(value), secrets: [shown] });
    }
  for (const [form, text] of WORDS)
    for (const value of VALUES) probes.push({ form, text: text(value), secrets: secretsIn(form, value) });
  for (const scheme of SCHEMES)
    for (const [index, host] of HOSTS.entries()) {
      const value = (VALUES[index % VALUES.length] ?? '').replace('&', '');
      probes.push({ form: 'url', text: `url: ${scheme}://app:${value}@${host}/x\n`, secrets: [value] });
    }
  return [...probes, ...harmless('tuning-harmless.txt')];
}

function secretsIn(form: string, value: string): readonly string[] {
  if (form === 'basic') return [btoa(`app:${value}`)];
  if (form === 'cookie') return [value, value];
  if (form === 'bearer') return [value.replace(/[!&]/g, '')];
  return [form === 'header' || form === 'set-cookie' ? value : value.replaceAll('&', '')];
}

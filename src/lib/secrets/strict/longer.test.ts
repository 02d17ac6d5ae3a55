/** Values that are not on the line of their name, and what looks like one of them and stays. */
import { expect, it } from 'vitest';
import { maskAllSecrets } from '../strict.ts';

it.each([
  ['password: &a !!str hunter2\n', 'password: &a !!str *******\n'],
  ['password = <<-EOT\n  a b\n  c\n  EOT\nnext = 1\n', 'password = <<-EOT\n  ***\n  *\n  EOT\nnext = 1\n'],
  ['db.password=ab\\\n  cd\\\n  ef\nx=1\n', 'db.password=***\n  ***\n  **\nx=1\n'],
  ['import x\ntoken = (\n  "ab"\n  "cd"\n)\n', 'import x\ntoken = (\n  "**"\n  "**"\n)\n'],
  ['const token = "ab" +\n  "cd" + rest;\n', 'const token = "**" +\n  "**" + rest;\n'],
  ["PASSWORD='ab'\"'\"'cd'\n", "PASSWORD='**'\"*\"'**'\n"],
  ['variable "api_key" {\n  default = "ab"\n}\n', 'variable "api_key" {\n  default = "**"\n}\n'],
  ['ENV NPM_TOKEN ab cd\nRUN x\n', 'ENV NPM_TOKEN *****\nRUN x\n'],
  ['<secret>\n  <![CDATA[ab]]>\n</secret>', '<secret>\n  <![CDATA[**]]>\n</secret>'],
  ['contraseña: ab\nmot_de_passe=cd\nПАРОЛЬ_БД="ef"\n', 'contraseña: **\nmot_de_passe=**\nПАРОЛЬ_БД="**"\n'],
  ['curl -u "a:b c" https://x.y\n', 'curl -u "a:***" https://x.y\n'],
  ['ALTER USER a IDENTIFIED BY bc;\n', 'ALTER USER a IDENTIFIED BY **;\n'],
  ['openssl enc -pass pass:ab -in c\n', 'openssl enc -pass pass:** -in c\n'],
  ["ConvertTo-SecureString -String 'ab' -Force\n", "ConvertTo-SecureString -String '**' -Force\n"],
])('hides the whole of %j', (text, hidden) => {
  expect(maskAllSecrets(text).text).toBe(hidden);
});

it.each([
  'variable "api_key" {\n  type = string\n}\nvariable "region" {\n  default = "eu"\n}\n',
  'variable "api_key" {\n  default = ""\n}\n',
  'ENV NPM_TOKEN $NPM_TOKEN\n',
  `password = <<EOT\n\${var.password}\nEOT\n`,
  'CREATE USER a IDENTIFIED BY :password;\n',
  'Rows are identified by number.\n',
  'openssl rsa -passin env:KEY -in a.pem\n',
  'ConvertTo-SecureString $plain -AsPlainText\n',
  'let x = Token::parse(input);\nPassword::Strong\n',
  'a: "{{resolve:ssm-secure:/db/password:1}}"\n',
])('leaves %j as it is', (text) => {
  expect(maskAllSecrets(text).text).toBe(text);
});

it('hides what a manifest says is secret, and no other map', () => {
  const documents = [
    'kind: Secret\nmetadata:\n  name: a\ndata:\n  one: YQ==\nstringData:\n  two: "b c"\n  three: |\n    x\ntype: Opaque\n',
    'kind: ConfigMap\ndata:\n  one: YQ==\n',
    'kind: SecretStore\ndata:\n  one: YQ==\n',
    'data:\n  one: YQ==\nkind: Secret\n',
    `kind: Secret\ndata:\n  one: \${ONE}\n  two:\n`,
  ];
  expect(maskAllSecrets(documents.join('---\n')).text).toBe(
    [
      'kind: Secret\nmetadata:\n  name: a\ndata:\n  one: ****\nstringData:\n  two: "***"\n  three: |\n    *\ntype: Opaque\n',
      documents[1],
      documents[2],
      'data:\n  one: ****\nkind: Secret\n',
      documents[4],
    ].join('---\n'),
  );
  expect(maskAllSecrets('{"kind": "Secret", "data": {"one": "YQ==", "two": ""}, "type": "Opaque"}').text).toBe(
    '{"kind": "Secret", "data": {"one": "****", "two": ""}, "type": "Opaque"}',
  );
});

it('keeps the indentation of lines that it hides', () => {
  expect(maskAllSecrets('a:\n  password: |\n    b c\n   \td\n  e: 1\n').text).toBe(
    'a:\n  password: |\n    ***\n   \t*\n  e: 1\n',
  );
});

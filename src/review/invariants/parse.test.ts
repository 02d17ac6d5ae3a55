/** Rules as teams write them, and every mistake with its line. */
import { expect, test } from 'vitest';
import { asToolFailure } from '../../lib/errors.ts';
import { parseRules } from './parse.ts';

const RULES = `# Rules of the team
security:
  - id: SEC001
    rule: "No eval() usage in source code"
    paths: ["src/**"]
    severity: CRITICAL
    category: security
    action: deny
    deny:
      regex:
        pattern: "\\\\beval\\\\("
  - id: SEC002
    rule: "If req.user is used, requireAuth() must be present"
    paths: ["src/api/**", "src/http/**"]
    exclude_paths: '*.test.ts'
    severity: HIGH
    category: security
    action: when_require
    when:
      regex: { pattern: 'req\\.user', flags: i }
    require:
      regex: requireAuth\\(
    within: function
style:
  - id: STY001
    rule: No prints
    paths: ['*.py']
    category: style
    action: warn
    deny: { ast: 'print(...)' }
    ignore: [comments, strings]
  - { id: STY002, rule: A license, paths: ['**/*.go'], severity: LOW, category: legal, action: require, require: { regex: SPDX } }
`;

/** The mistakes of a text: `line: message`. */
function mistakesIn(text: string): readonly string[] {
  try {
    parseRules(text, 'rules.yml');
  } catch (error) {
    const { mistakes } = asToolFailure(error)?.failure.details ?? {};
    if (!Array.isArray(mistakes)) throw error;
    return mistakes.map(({ line, message }) => `${line}: ${message}`);
  }
  return [];
}

/** A rule of its lines, put below line 1. */
function ruleOf(changes: Readonly<Record<string, string | undefined>>): string {
  const fields = {
    id: 'A1',
    rule: 'Text',
    paths: "['src/**']",
    severity: 'HIGH',
    category: 'security',
    action: 'deny',
    deny: '{ regex: { pattern: x } }',
    ...changes,
  };
  const lines = Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]));
  return `group:\n  - ${lines.join('\n    ')}\n`;
}

test('rules of the documented format are read', () => {
  const rules = parseRules(RULES, 'rules.yml');
  expect(
    rules.map(({ id, group, severity, action, demand: { kind }, ignore, line }) => [
      id,
      group,
      severity,
      action,
      kind,
      ignore,
      line,
    ]),
  ).toEqual([
    ['SEC001', 'security', 'CRITICAL', 'deny', 'deny', [], 3],
    ['SEC002', 'security', 'HIGH', 'when_require', 'when_require', [], 12],
    ['STY001', 'style', 'LOW', 'warn', 'deny', ['comments', 'strings'], 25],
    ['STY002', 'style', 'LOW', 'require', 'require', [], 32],
  ]);
  expect(rules[1]?.applies('src/api/deep/a.ts')).toBe(true);
  expect(rules[1]?.applies('src/api/deep/a.test.ts')).toBe(false);
});

test.each([
  ['no id', { id: undefined }, '2: the rule: id is missing'],
  ['an id that is a number', { id: '12' }, '2: the rule: id must be a text, not 12'],
  ['an id with spaces', { id: 'a b' }, '2: the rule a b: id must be of letters, digits, _, - and . only'],
  ['an empty rule', { rule: "' '" }, '3: the rule A1: rule is empty'],
  ['no category', { category: undefined }, '2: the rule A1: category is missing'],
  [
    'no action',
    { action: undefined },
    '2: the rule A1: action is missing; allowed are deny, require, when_require, warn',
  ],
  [
    'an unknown action',
    { action: 'denny' },
    '7: the rule A1: action cannot be "denny"; allowed are deny, require, when_require, warn; did you mean deny?',
  ],
  [
    'no severity',
    { severity: undefined },
    '2: the rule A1: severity is missing; allowed are CRITICAL, HIGH, MEDIUM, LOW',
  ],
  [
    'a severity in small letters',
    { severity: 'high' },
    '5: the rule A1: severity cannot be "high"; allowed are CRITICAL, HIGH, MEDIUM, LOW; did you mean HIGH?',
  ],
  [
    'a number as severity',
    { severity: '3' },
    '5: the rule A1: severity cannot be 3; allowed are CRITICAL, HIGH, MEDIUM, LOW',
  ],
  ['no paths', { paths: undefined }, '2: the rule A1: paths is missing'],
  ['an empty list of paths', { paths: '[]' }, '4: the rule A1: paths must have 1 to 100 entries, not 0'],
  ['a path that is no text', { paths: '[src, {a: b}]' }, '4: the rule A1: paths must be texts, not a mapping'],
  [
    'a glob that is not closed',
    { paths: "['src/[ab']" },
    '4: the rule A1: the glob "src/[ab" of paths has a [ without its ]',
  ],
  [
    'braces that are not closed',
    { paths: "['*.{ts,js']" },
    '4: the rule A1: the glob "*.{ts,js" of paths has a { without its }',
  ],
  [
    'an absolute glob',
    { paths: "['/src/**']" },
    '4: the rule A1: the glob "/src/**" of paths begins with /; paths are from the root of the repository, such as src/**',
  ],
  [
    'a glob that excludes',
    { paths: "['!src/**']" },
    '4: the rule A1: the glob "!src/**" of paths begins with !; name what is not meant in exclude_paths',
  ],
  [
    'a glob out of the repository',
    { paths: "['../src']" },
    '4: the rule A1: the glob "../src" of paths has . or .. in it; paths are from the root',
  ],
  [
    'an unknown key',
    { excludepaths: 'src' },
    '9: the rule A1: the key "excludepaths" is unknown; allowed are id, rule, paths, exclude_paths,',
  ],
  ['a merge key', { '<<': '{ severity: LOW }' }, '9: the rule A1: the key "<<" is unknown; allowed are'],
  ['a key that stands twice', { rule: 'a\n    rule: b' }, '4: the key "rule" stands here twice'],
  ['nothing to deny', { deny: undefined }, '7: the rule A1: the action deny takes deny; the rule has none of them'],
  ['the wrong demand', { action: 'require' }, '7: the rule A1: the action require takes require; the rule has deny'],
  [
    'when without require',
    { action: 'when_require', deny: undefined, when: '{regex: x}' },
    '7: the rule A1: the action when_require takes when and require; the rule has when',
  ],
  ['a deny that is a text', { deny: 'eval' }, '8: the rule A1: deny must be a mapping with regex or ast'],
  [
    'a deny of two kinds',
    { deny: '{regex: a, ast: b}' },
    '8: the rule A1: deny must have one of regex and ast, not both',
  ],
  [
    'an unknown kind',
    { deny: '{regexp: a}' },
    '8: deny: the key "regexp" is unknown; allowed are regex, ast; did you mean regex?',
  ],
  ['no pattern', { deny: '{regex: {flags: i}}' }, '8: deny.regex: pattern is missing'],
  [
    'an unknown flag',
    { deny: '{regex: {pattern: a, flags: x}}' },
    '8: deny.regex: "x" is no flag; allowed are i, m, s, g and u',
  ],
  [
    'a text as multiline',
    { deny: "{regex: {pattern: a, multiline: 'yes'}}" },
    '8: deny.regex: multiline must be true or false, not "yes"',
  ],
  [
    'a group that is not closed',
    { deny: '{regex: "a("}' },
    '8: deny.regex: the pattern is no RE2 regular expression: missing closing ): `a(`',
  ],
  [
    'a lookahead',
    { deny: "{regex: 'a(?!b)'}" },
    '8: deny.regex: the pattern has the lookaround (?!…), which RE2 has not',
  ],
  [
    'a lookbehind',
    { deny: "{regex: '(?<=a)b'}" },
    '8: deny.regex: the pattern has the lookaround (?<=…), which RE2 has not',
  ],
  [
    'a backreference',
    { deny: "{regex: '(a)\\1'}" },
    '8: deny.regex: the pattern has the backreference \\1, which RE2 has not',
  ],
  [
    'a backspace',
    { deny: '{regex: "\\beval"}' },
    '8: deny.regex: the pattern has a backspace: in double quotes YAML reads \\b so',
  ],
  ['a regex bomb', { deny: "{regex: '((a{1,50}){1,50}){1,50}'}" }, '8: deny.regex: the pattern '],
  ['another regex bomb', { deny: "{regex: '(x{1000}){1000}'}" }, '8: deny.regex: the pattern '],
  ['a large program', { deny: "{regex: '[a-z]{1000}[0-9]{1000}b{500}'}" }, '8: deny.regex: the pattern compiles to '],
  ['within without when', { within: 'file' }, '9: the rule A1: within stands only beside when and require'],
  [
    'an unknown thing to ignore',
    { ignore: '[docs]' },
    '9: the rule A1: ignore cannot have "docs"; allowed are comments, strings',
  ],
  ['a fix of no group', { fix: "'$1'" }, '9: the rule A1: fix has $1, but the pattern has no such group'],
  [
    'a fix of code patterns',
    { deny: "{ast: 'a'}", fix: 'b' },
    '9: the rule A1: fix stands only beside a deny or warn with a regex',
  ],
] as const)('%s is told with its line', (_, changes, message) => {
  const mistakes = mistakesIn(ruleOf(changes));
  expect(mistakes).toHaveLength(1);
  expect(mistakes[0]?.slice(0, message.length)).toBe(message);
});

test.each([
  ['', '1: a mapping from names of groups to lists of rules is wanted, not nothing'],
  ['- id: A\n', '1: a mapping from names of groups to lists of rules is wanted, not a list'],
  ['just text', '1: a mapping from names of groups to lists of rules is wanted, not "just text"'],
  ['{}', '1: a mapping from names of groups to lists of rules is wanted, not nothing'],
  ['a: 1\n', '1: the group "a" must be a list of rules, not 1'],
  ['\n\na:\n', '3: the group "a" must be a list of rules, not nothing'],
  ['a: []\n', '1: the group "a" must be a list of rules, not a list'],
  ['a:\n  - text\n', '2: a rule must be a mapping, not "text"'],
  ['a: [b\n', '2: this is no YAML'],
  ['\0\x01\x02', '1: a mapping from names of groups to lists of rules is wanted, not "\\u0000'],
])('%j is no list of rules', (text, message) => {
  expect(mistakesIn(text)[0]?.slice(0, message.length)).toBe(message);
});

test('every mistake is told, by line, and no rule is dropped', () => {
  const text = `a:
  - id: ONE
    rule: r
    paths: src
    severity: HIGH
    category: c
    action: deny
    deny: { regex: x }
  - id: ONE
    rule: r
    paths: src
    severity: HIHG
    category: c
    deny: { regex: '(' }
  - id: ONE
    rule: r
    paths: src
    severity: LOW
    category: c
    action: deny
    deny: { regex: y }
`;
  expect(mistakesIn(text)).toEqual([
    '9: the rule ONE: action is missing; allowed are deny, require, when_require, warn',
    '12: the rule ONE: severity cannot be "HIHG"; allowed are CRITICAL, HIGH, MEDIUM, LOW; did you mean HIGH?',
    '15: the id ONE is that of the rule on line 2, too',
  ]);
  expect(() => parseRules(text, 'rules.yml')).toThrow(/^rules\.yml has 3 mistakes: line 9: .*; line 12: /);
});

test('too many rules, and too large ones together, are refused', () => {
  const rule = (id: number, pattern: string) =>
    `  - { id: R${id}, rule: r, paths: src, severity: LOW, category: c, action: deny, deny: { regex: '${pattern}' } }\n`;
  const many = (count: number, pattern: string) =>
    `a:\n${Array.from({ length: count }, (_, id) => rule(id, pattern)).join('')}`;
  expect(parseRules(many(500, 'x'), 'rules')).toHaveLength(500);
  expect(mistakesIn(many(501, 'x'))).toEqual(['502: there are more than 500 rules']);
  expect(mistakesIn(many(200, '[a-z]{900}x{900}'))[0]).toMatch(/compile to more than 200000 instructions together/);
});

import { describe, expect, test } from 'vitest';
import { readRules } from './read-rules.ts';

/** A file with one rule that has these lines besides the usual ones. */
function fileWith(lines: string): string {
  return `rules:\n  - id: a.b\n    message: Do not.\n    severity: ERROR\n    languages: [python]\n${lines.replace(/^/gm, '    ')}\n`;
}

test('a rule', () => {
  const text = fileWith(
    [
      'patterns:',
      '  - pattern: f($X)',
      '  - pattern-not: f(1)',
      '  - pattern-inside: |',
      '      def $F(...):',
      '        ...',
      '  - metavariable-regex: {metavariable: $X, regex: a}',
      '  - metavariable-comparison: {metavariable: $X, comparison: $X >= 1_000}',
      '  - metavariable-pattern:',
      '      metavariable: $X',
      '      pattern-either: [{pattern: g()}, {pattern-regex: h}]',
      '  - focus-metavariable: $X',
      'fix: g($X)',
      'paths: {include: ["*.py"], exclude: [tests/]}',
      'metadata: {category: security, confidence: LOW}',
    ].join('\n'),
  );
  expect(readRules('.semgrep.yml', text)).toEqual({
    problems: [],
    rules: [
      {
        id: 'a.b',
        languages: ['python'],
        severity: 'HIGH',
        message: 'Do not.',
        fix: 'g($X)',
        include: ['*.py'],
        exclude: ['tests/'],
        category: 'security',
        confidence: 0.5,
        source: { file: '.semgrep.yml', line: 2 },
        formula: {
          kind: 'all',
          of: [
            { kind: 'pattern', pattern: 'f($X)', line: 7 },
            { kind: 'not', of: { kind: 'pattern', pattern: 'f(1)', line: 8 } },
            { kind: 'inside', of: { kind: 'pattern', pattern: 'def $F(...):\n  ...\n', line: 9 } },
          ],
          conditions: [
            { kind: 'regex', variable: '$X', regex: 'a', line: 12 },
            { kind: 'comparison', variable: '$X', operator: '>=', number: 1000 },
            {
              kind: 'formula',
              variable: '$X',
              formula: {
                kind: 'any',
                of: [
                  { kind: 'pattern', pattern: 'g()', line: 16 },
                  { kind: 'regex', regex: 'h', line: 16 },
                ],
              },
            },
          ],
          focus: ['$X'],
        },
      },
    ],
  });
});

describe('a rule that uses more is listed with the line, and the others are read', () => {
  test.each([
    ['mode: taint\npattern: a', 6, 'mode: taint'],
    ['pattern: a\nr2c-internal: b', 7, 'r2c-internal'],
    ['pattern: a\noptions: {symbolic_propagation: true}', 7, 'symbolic_propagation'],
    ['patterns:\n  - pattern: a\n  - metavariable-type: {metavariable: $X, type: b}', 8, 'metavariable-type'],
    ['patterns:\n  - pattern: a\n  - metavariable-comparison: {comparison: "$X in [1]"}', 8, 'comparison'],
    [
      'patterns:\n  - pattern: a\n  - metavariable-pattern: {metavariable: $X, language: js, pattern: b}',
      8,
      'language',
    ],
    ['patterns:\n  - pattern: a\n  - focus-metavariable: b', 8, '$NAME'],
    ['match: a', 6, 'match'],
    ['pattern: a\noptions: {constant_propagation: false}', 7, 'constant_propagation: false'],
    ['pattern: a\npattern-regex: b', 2, 'one of'],
    ['pattern: [a]', 6, 'text'],
    ['pattern-either: a', 6, 'list'],
  ])('%s', (lines, line, why) => {
    const text = `${fileWith(lines)}  - {id: other, message: m, severity: INFO, languages: [go], pattern: x}\n`;
    const { rules, problems } = readRules('r.yml', text);
    expect(rules.map(({ id }) => id)).toEqual(['other']);
    expect(problems).toMatchObject([{ rule: 'a.b', file: 'r.yml', line, why: expect.stringContaining(why) }]);
  });
});

describe('a file that cannot be read', () => {
  const levels = Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}]`);
  test.each([
    ['no YAML', 'rules:\n  - id: "a\n', 'YAML'],
    ['no rules', 'a: 1\n', '`rules`'],
    ['nothing', '', '`rules`'],
    ['aliases', `a0: &a0 [x]\n${levels.join('\n')}\nrules: [*a9]\n`, '100000 values'],
    ['an alias within what it repeats', 'rules: &a [*a]\n', 'nested'],
    ['too large', `rules: []\n# ${'x'.repeat(500_000)}`, 'limit'],
    ['brackets', `rules: ${'['.repeat(100_000)}`, 'deep'],
    ['dashes', `rules:\n  ${'- '.repeat(50_000)}a`, 'deep'],
    ['indentation', `rules:\n${Array.from({ length: 300 }, (_, at) => `${' '.repeat(at + 1)}a:`).join('\n')}`, 'deep'],
    ['a key twice', 'rules: []\nrules: []\n', 'twice'],
    ['binary', '\u0000\u0001\uFFFD', ''],
  ])('%s', (_, text, why) => {
    const { rules, problems } = readRules('r.yml', text);
    expect(rules).toEqual([]);
    expect(problems).toMatchObject([{ file: 'r.yml', why: expect.stringContaining(why) }]);
  });
});

test('an id twice, and more rules than a file may have', () => {
  const rule = (id: string) => `  - {id: ${id}, message: m, severity: INFO, languages: [go], pattern: x}\n`;
  expect(readRules('r.yml', `rules:\n${rule('a')}${rule('a')}`).problems).toMatchObject([{ line: 3 }]);
  const many = readRules('r.yml', `rules:\n${Array.from({ length: 502 }, (_, at) => rule(`a${at}`)).join('')}`);
  expect([many.rules.length, many.problems.length]).toEqual([500, 2]);
});

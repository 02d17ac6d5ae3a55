import { describe, expect, test } from 'vitest';
import { readRaisesSections } from './raises-sections.ts';

/** The names in a docstring whose lines, the first one aside, are indented as a function's are. */
function namesIn(first: string, ...more: readonly string[]): readonly string[] {
  const lines = [first].concat(
    more.map((line) => (line === '' ? '' : `    ${line}`)),
    '    ',
  );
  return readRaisesSections(lines.map((text, index) => ({ text, line: index + 1, column: 0 })));
}

describe("Google's sections", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    [
      'entries with descriptions over lines',
      [
        'Args:',
        '    x: what it is.',
        'Raises:',
        '    ValueError: if it is',
        '        negative: IOError is not meant.',
        '',
        '    errors.Custom: else.',
        'Returns:',
        '    KeyError: no',
      ],
      ['ValueError', 'errors.Custom'],
    ],
    [
      'several names',
      ['Exceptions:', '  KeyError, ValueError, or TypeError: if', '  OSError or EOFError: then'],
      ['KeyError', 'ValueError', 'TypeError', 'OSError', 'EOFError'],
    ],
    ['one name twice', ['Raises:', '    KeyError: if', '    KeyError: or if'], ['KeyError']],
    ['what may be prose', ['Raises:', '    Nothing: ever'], ['Nothing']],
    ['a sentence', ['Raises:', '    A ValueError: if it is negative'], []],
    ['a name without a description', ['Raises:', '    ValueError'], []],
    ['entries as deep as the head', ['Raises:', 'ValueError: if'], []],
    ['a head within a text', ['It', 'Raises: ValueError', '    KeyError: if'], []],
    ['an indented head', ['Example:', '    Raises:', '        ValueError: if'], []],
    ['a fenced block', ['```', 'Raises:', '    ValueError: if', '```', 'Raises:', '    KeyError: if'], ['KeyError']],
    ['the output of a doctest', ['>>> print(f.__doc__)', 'Raises:', '    ValueError: if'], []],
    [
      'a traceback behind the entries',
      [
        'Raises:',
        '    KeyError: if',
        '',
        '    >>> f(0)',
        '    Traceback (most recent call last):',
        '    ValueError: 0',
      ],
      ['KeyError'],
    ],
    [
      'a description as deep as its entry',
      ['Raises:', '    KeyError: if it', '    is not', '    OSError: if'],
      ['KeyError'],
    ],
  ])('%s', (_, lines, names) => {
    expect(namesIn('What it does.', '', ...lines)).toEqual(names);
  });

  test('a head right behind the quotes is one where its entries are deeper than the docstring', () => {
    expect(namesIn('Raises:', '    ValueError: if', 'Text.')).toEqual(['ValueError']);
    expect(namesIn('Raises:', 'ValueError: if', 'Text.')).toEqual([]);
  });
});

describe("NumPy's sections", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    [
      'entries with descriptions',
      [
        'Raises',
        '------',
        'ValueError',
        '    If it is negative.',
        '',
        'KeyError, OSError',
        '    Else.',
        'Notes',
        '-----',
        'IOError',
      ],
      ['ValueError', 'KeyError', 'OSError'],
    ],
    ['an entry with a colon', ['Raises', '------', 'ValueError: if'], ['ValueError']],
    ['prose', ['Raises', '------', 'It may raise', 'ValueError'], []],
    ['no line of dashes', ['Raises', 'ValueError', '    If it is negative.'], []],
    ['an indented head', ['Example', '    Raises', '    ------', '    ValueError'], []],
  ])('%s', (_, lines, names) => {
    expect(namesIn('What it does.', '', ...lines)).toEqual(names);
  });
});

test('docstrings of any size', () => {
  const many = Array.from({ length: 200_000 }, () => 'Raises:');
  const spaces = ' '.repeat(100_000);
  expect(namesIn('', ...many.slice(0, 9), `    a${spaces}b: c`)).toEqual([]);
  expect(namesIn('', ...many.slice(0, 9), `    a,${spaces}${'a,'.repeat(200_000)}: c`)).toEqual(['a']);
  expect(readRaisesSections(many.map((text, index) => ({ text, line: index + 1, column: 0 })))).toEqual([]);
});

/** Requirements and markers. */
import { describe, expect, test } from 'vitest';
import { accepts, holds, parseRequirement } from './requirement.ts';

test.each([
  ['six', { name: 'six', extras: [], range: '', marker: '' }],
  ['  Foo_Bar.baz >= 1.0 , <2 ', { name: 'foo-bar-baz', extras: [], range: '>= 1.0 , <2', marker: '' }],
  [
    'foo[Big,small_one] (>=1); extra == "x"',
    { name: 'foo', extras: ['big', 'small-one'], range: '>=1', marker: 'extra == "x"' },
  ],
])('%s', (text, requirement) => {
  expect(parseRequirement(text)).toEqual(requirement);
});

test.each([
  ['six @ https://example.com/six.whl', 'no network'],
  ['https://example.com/six-1.0-py3-none-any.tar.gz', 'no network'],
  ['git+ssh://git@example.com/x', 'no network'],
  ['-r requirements.txt', 'Options of pip'],
  ['--upgrade six', 'Options of pip'],
  ['six>>1', 'no requirement'],
  ['', 'no requirement'],
  ['six==1.x.y', 'no requirement'],
])('%s is refused', (text, message) => {
  expect(() => parseRequirement(text)).toThrow(message);
});

test.each([
  ['six', '1.0rc1', true],
  ['six>=1.16', '1.16.0', true],
  ['six~=1.4', '1.9', true],
  ['six~=1.4', '2.0', false],
  ['six==1.*', '1.17.0', true],
  ['six!=1.2,<2', '1.2', false],
  ['six>1', '1.0.post1', false],
])('%s accepts %s: %s', (text, version, accepted) => {
  expect(accepts(parseRequirement(text), version)).toBe(accepted);
});

describe('markers', () => {
  test.each([
    ['', true],
    ['python_version >= "3.8"', true],
    ['python_version < "3.9"', false],
    ['python_full_version == "3.14.2"', true],
    ["sys_platform == 'win32'", false],
    ["sys_platform == 'emscripten' and os_name == 'posix'", true],
    ["(python_version < '3' or sys_platform != 'win32') and not_a_name == ''", undefined],
    ["(python_version < '3' or sys_platform != 'win32') and platform_machine in 'wasm32 wasm64'", true],
    ["platform_system not in 'Emscripten'", false],
    ["'3.10' <= python_version", true],
    ["extra == 'Big_one'", true],
    ["extra == 'other' or python_version < '3'", false],
    ['python_version', undefined],
    ["python_version >= '3' and", undefined],
    ["python_version >= '3' )", undefined],
  ])('%s', (marker, expected) => {
    if (expected === undefined) expect(() => holds(marker, 'big-one', '3.14.2')).toThrow('cannot be read');
    else expect(holds(marker, 'big-one', '3.14.2')).toBe(expected);
  });
});

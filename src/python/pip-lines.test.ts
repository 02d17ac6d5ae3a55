import { expect, test } from 'vitest';
import { pipRequirements } from './pip-lines.ts';

test.each([
  ['!pip install numpy', ['numpy']],
  ['%pip install -q --upgrade "six>=1.16" \'attrs\' # both', ['six>=1.16', 'attrs']],
  ['import os\n!python -m pip install a b\nx = 1\n%pip3 install c', ['a', 'b', 'c']],
  ['!pip install -r requirements.txt', []],
  ['x = """\n!pip install no\n"""', []],
  ['x = f(\n%pip install no\n)', []],
  ['if x:\n    !pip install later', []],
  ['!pip list\n!pipx install no\n!ls', []],
  ['!pip install wheels/a-1.0-py3-none-any.whl', ['wheels/a-1.0-py3-none-any.whl']],
  ['print("!pip install no")', []],
])('%j', (code, requirements) => {
  expect(pipRequirements(code)).toEqual(requirements);
});

import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const DEPLOY_SH = `
#!/bin/bash
# Deploys.
source ./lib.sh
. "$ROOT/env.sh"

readonly MOST=3
export TARGET=/srv
LOG=deploy.log

# Copies everything.
copy_all() {
  local from=$1
  count=$(list_files "$from" | wc -l)
  for each in $TARGET/*; do
    copy_one "$each" "\${LOG:-none}"
  done
}

function check { [ -n "$TARGET" ] && copy_all "$@"; }

if check; then
  echo done
fi
`;

test('Bash: deploy.sh', async () => {
  expect(await factsOf('deploy.sh', DEPLOY_SH)).toEqual({
    symbols: [
      '6 variable MOST | readonly MOST=3',
      '7 variable TARGET | export TARGET=/srv',
      '8 variable LOG | LOG=deploy.log',
      '11-17 function copy_all | copy_all() | Copies everything.',
      '19 function check | function check',
    ],
    references: [
      '13 call list_files in copy_all',
      '13 call wc in copy_all',
      '14 use TARGET in copy_all',
      '15 call copy_one in copy_all',
      '15 use LOG in copy_all',
      '19 use TARGET in check',
      '19 call copy_all in check',
      '21 call check',
      '22 call echo',
    ],
    imports: ['3 ./lib.sh', '4 /env.sh'],
    damaged: false,
  });
});

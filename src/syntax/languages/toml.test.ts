import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const CARGO_TOML = `
title = "shop"
owner.name = "x"

# The package.
[package]
"name" = "shop"
version = { major = 1 }

[package.metadata.docs]
all = true

[[bin]]
name = "one"

[[bin]]
name = "two"
`;

test('TOML: Cargo.toml', async () => {
  expect(await factsOf('Cargo.toml', CARGO_TOML)).toEqual({
    symbols: [
      '1 section title | title = "shop"',
      '2 section owner.name | owner.name = "x"',
      '5-7 section package | [package] | The package.',
      '6 section package/name | "name" = "shop"',
      '7 section package/version | version = { major = 1 }',
      '9-10 section package.metadata.docs | [package.metadata.docs]',
      '10 section package.metadata.docs/all | all = true',
      '12-13 section bin | [[bin]]',
      '13 section bin/name | name = "one"',
      '15-16 section bin | [[bin]]',
      '16 section bin/name | name = "two"',
    ],
    references: [],
    imports: [],
    damaged: false,
  });
});

import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const FLOW_YAML = `
# The flow.
name: build
"on":
  push:
    branches: [main]
  pull_request: {}
jobs:
  - a: 1
matrix: {os: linux, "node": {v: 24}}
---
second: 1
`;

test('YAML: flow.yaml', async () => {
  expect(await factsOf('flow.yaml', FLOW_YAML)).toEqual({
    symbols: [
      '2 section name | name: build | The flow.',
      '3-6 section on | "on"',
      '4-5 section on/push | push',
      '6 section on/pull_request | pull_request: {}',
      '7-8 section jobs | jobs',
      '9 section matrix | matrix: {os: linux, "node": {v: 24}}',
      '9 section matrix/os | os: linux',
      '9 section matrix/node | "node": {v: 24}',
      '11 section second | second: 1',
    ],
    references: [],
    imports: [],
    damaged: false,
  });
});

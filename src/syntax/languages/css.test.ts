import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const MAIN_CSS = `
@import "base.css";
@import url("more.css") screen;
@import url(last.css);

/* Colors. */
:root { --main: red; }

.card, .card > #title:hover { color: var(--main, blue); margin: 0 }

@media (max-width: 30em) {
  .card { --main: blue }
}

@keyframes spin { from { left: 0 } to { left: 1px } }

@supports (display: grid) { .grid { display: grid } }

@layer base { h1 { margin: 0 } }

.nest { &:hover { color: red } }
`;

test('CSS: main.css', async () => {
  expect(await factsOf('main.css', MAIN_CSS)).toEqual({
    symbols: [
      '6 section :root | :root | Colors.',
      '6 variable :root/--main | --main: red',
      '8 section .card | .card, .card > #title:hover',
      '8 section .card > #title:hover | .card, .card > #title:hover',
      '10-12 section (max-width: 30em) | @media (max-width: 30em)',
      '11 section (max-width: 30em)/.card | .card',
      '11 variable (max-width: 30em)..card/--main | --main: blue',
      '14 section spin | @keyframes spin',
      '16 section (display: grid) | @supports (display: grid)',
      '16 section (display: grid)/.grid | .grid',
      '18 section base | @layer base',
      '18 section base/h1 | h1',
      '20 section .nest | .nest',
      '20 section .nest/&:hover | &:hover',
    ],
    references: ['8 use --main in .card > #title:hover'],
    imports: ['1 base.css', '2 more.css', '3 last.css'],
    damaged: false,
  });
});

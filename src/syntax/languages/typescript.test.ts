import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const SOURCE = `
/** Sells things. */

import shop, { first as one, second, type Third } from './lib';
import * as fs from "node:fs";
import './side.css';
import legacy = require('legacy');
export { fourth, fifth as five } from './more';
export * from './all';
export * as everything from './everything';
const lazy = await import('./lazy.ts');
const { readFile, join: joined } = require('fs/promises');

/** So many. */
export const MOST = 10;
let counter = 0, other = 1;

// 🐍 Adds.
export const add = (left: number, right: number): number => left + right;

@Component({ selector: 'item' })
export class Item<Key extends Base> extends lib.Parent<Key> implements Named, ns.Sized {
  static count = 0;
  private readonly parts: Map<string, Part> = new Map();
  handle = (event: Event) => { this.parts.get(event.type); };
  constructor(private label: string, size: number) { super(label); }

  /** Its size. */
  @memo() get size(): number { return this.#measure(MOST); }
  #measure(most: number): void {}
  find(name: string): Part;
  find(name: any) { return new Part(name) as Found; }
}
export interface Shape extends Sized { area(): number; readonly name: string; [key: string]: unknown }
type Pair<A> = [A, keyof A, infer B];
export enum Color { Red, Green = 'g' }
declare function outside(name: string): void;
export declare const VERSION: string;
namespace Deep { export function inner() { return helper(Color.Red); } }
declare module 'foreign' { export const known: number; }
export default async function main({ first, second: renamed = MOST }: Options, ...rest: string[]) {
  function nested(item: T) { return item; }
  const each = async () => nested(rest);
  try { parts.map(each).filter(Boolean); } catch (error) { log(error); }
  for (const part of rest) use(part);
}
export abstract class Base { abstract go(): void }
export const table = { method() { return 1; }, arrow: () => 2, plain: 3 };
export const { one: uno, two } = config;
function check<T>(this: Item, value: unknown): asserts value is T { outer: for (;;) break outer; }
`;

test('TypeScript', async () => {
  const { symbols, references, imports, damaged } = await factsOf('shop.ts', SOURCE);
  expect(symbols).toEqual([
    '14 constant MOST | export const MOST = 10 | So many.',
    '15 variable counter | counter = 0',
    '15 variable other | other = 1',
    '18 function add | export const add = (left: number, right: number): number | 🐍 Adds.',
    '20-32 class Item | export class Item<Key extends Base> extends lib.Parent<Key> implements Named, ns.Sized',
    '22 field Item/count | static count = 0',
    '23 field Item/parts | private readonly parts: Map<string, Part> = new Map()',
    '24 method Item/handle | handle = (event: Event)',
    '25 method Item/constructor | constructor(private label: string, size: number)',
    '25 field Item.constructor/label | private label: string',
    '28 method Item/size | get size(): number | Its size.',
    '29 method Item/#measure | #measure(most: number): void',
    '30 method Item/find | find(name: string): Part',
    '31 method Item/find | find(name: any)',
    '33 interface Shape | export interface Shape extends Sized',
    '33 method Shape/area | area(): number',
    '33 field Shape/name | readonly name: string',
    '34 type Pair | type Pair<A> = [A, keyof A, infer B]',
    '35 enum Color | export enum Color',
    '35 field Color/Red | Red',
    "35 field Color/Green | Green = 'g'",
    '36 function outside | declare function outside(name: string): void',
    '37 constant VERSION | export declare const VERSION: string',
    '38 module Deep | namespace Deep',
    '38 function Deep/inner | export function inner()',
    "39 module foreign | declare module 'foreign'",
    '40-45 function main | export default async function main({ first, second: renamed = MOST }: Options, ...rest: string[])',
    '41 function main/nested | function nested(item: T)',
    '42 function main/each | const each = async ()',
    '46 class Base | export abstract class Base',
    '46 method Base/go | abstract go(): void',
    '47 constant table | export const table = { method() { return 1; }, arrow: () => 2, plain: 3 }',
    '47 method table/method | method()',
    '47 method table/arrow | arrow: ()',
    '48 constant uno | const { one: uno, two } = config',
    '48 constant two | const { one: uno, two } = config',
    '49 function check | function check<T>(this: Item, value: unknown): asserts value is T',
  ]);
  expect(references).toEqual([
    '20 call Component in Item',
    '21 type Base in Item',
    '21 use lib in Item',
    '21 type lib/Parent in Item',
    '21 type Named in Item',
    '21 use ns in Item',
    '21 type ns/Sized in Item',
    '23 type Map in parts',
    '23 type Part in parts',
    '23 call Map in parts',
    '24 type Event in handle',
    '24 use this/parts in handle',
    '24 call this.parts/get in handle',
    '24 use event/type in handle',
    '25 use label in constructor',
    '28 call memo in size',
    '28 call this/#measure in size',
    '28 use MOST in size',
    '30 type Part in find',
    '31 call Part in find',
    '31 type Found in find',
    '33 type Sized in Shape',
    '38 call helper in inner',
    '38 use Color in inner',
    '38 use Color/Red in inner',
    '40 use MOST in main',
    '40 type Options in main',
    '41 type T in nested',
    '42 call nested in each',
    '43 use parts in main',
    '43 call parts/map in main',
    '43 use each in main',
    '43 call parts.map(each)/filter in main',
    '43 use Boolean in main',
    '43 call log in main',
    '44 call use in main',
    '48 use config in two',
    '49 type Item in check',
  ]);
  expect(imports).toEqual([
    '3 ./lib | default as shop | first as one | second | Third',
    '4 node:fs | * as fs',
    '5 ./side.css',
    '6 legacy | * as legacy',
    '7 ./more | fourth | fifth as five',
    '8 ./all | *',
    '9 ./everything | * as everything',
    '10 ./lazy.ts | * as lazy',
    '11 fs/promises | readFile | join as joined',
  ]);
  expect(damaged).toBe(false);
});

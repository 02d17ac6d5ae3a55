import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const SOURCE = `
#!/usr/bin/env node
'use strict';
const { first, second: two } = require('./lib'), fs = require("fs");
var util = module.exports = {};

exports.run = function run(item) { return helper(item, two); };
Item.prototype.size = function (unit) { return this.measure(unit); };
module.exports = class Shop extends Base { static #open = 1; close = async () => { await go(); }; get name() { return 1 } };
/**
 * An item.
 * @param {object} options - what
 *   * is kept
 */
function Item(options) { if (!(this instanceof Item)) return new Item(options); Emitter.call(this); }
export default async function* all() { yield* other(); }
const view = <a href="x"><Link to={HOME}/></a>;
let later = import('./later');
items.forEach(({ price, ...rest }, [head], fallback = LIMIT) => print(price, rest, head, fallback));
`;

test('JavaScript', async () => {
  const { symbols, references, imports, damaged } = await factsOf('shop.js', SOURCE);
  expect(symbols).toEqual([
    '4 variable util | var util = module.exports = {}',
    '6 function run | exports.run = function run(item)',
    '7 method Item/size | Item.prototype.size = function (unit)',
    '8 class Shop | module.exports = class Shop extends Base',
    '8 field Shop/#open | static #open = 1',
    '8 method Shop/close | close = async ()',
    '8 method Shop/name | get name()',
    '14 function Item | function Item(options) | An item.\n@param {object} options - what\n  * is kept',
    '15 function all | export default async function* all()',
    '16 constant view | const view = <a href="x"><Link to={HOME}/></a>',
    "17 variable later | let later = import('./later')",
  ]);
  expect(references).toEqual([
    '4 use module in util',
    '4 use module/exports in util',
    '6 use exports in run',
    '6 call helper in run',
    '6 use two in run',
    '7 use Item in size',
    '7 use Item/prototype in size',
    '7 call this/measure in size',
    '8 use module in Shop',
    '8 use module/exports in Shop',
    '8 type Base in Shop',
    '8 call go in close',
    '14 use Item in Item',
    '14 call Item in Item',
    '14 use Emitter in Item',
    '14 call Emitter/call in Item',
    '15 call other in all',
    '16 call Link in view',
    '16 use HOME in view',
    '18 use items',
    '18 call items/forEach',
    '18 use LIMIT',
    '18 call print',
  ]);
  expect(imports).toEqual(['3 ./lib | first | second as two', '3 fs | * as fs', '17 ./later']);
  expect(damaged).toBe(false);
});

import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const STORE_LUA = `
local util = require("shop.util")
local Money = require "shop.money".Money
require 'shop.setup'

-- Keeps items.
local Store = {}
Store.LIMIT = 3

--- Makes one.
-- @param name a text
function Store.new(name, ...)
  local self = setmetatable({ name = name, size = 0 }, Store)
  util.log(name, ...)
  return self
end

function Store:add(item)
  for i, each in ipairs(self.items) do
    check(each, i)
  end
  if item then goto done end
  self:save { item = item, on_done = function(found) return found.name end }
  ::done::
end

Store.size = function(self) return #self.items + LIMIT end

local function helper(a) return a(Money) end
local twice <const> = function(x) return x * 2 end
count = 1

return Store
`;

test('Lua: store.lua', async () => {
  expect(await factsOf('store.lua', STORE_LUA)).toEqual({
    symbols: [
      '2 variable Money | local Money = require "shop.money".Money',
      '6 variable Store | local Store = {} | Keeps items.',
      '7 field Store/LIMIT | Store.LIMIT = 3',
      '11-15 function Store/new | function Store.new(name, ...) | Makes one.\n@param name a text',
      '17-24 method Store/add | function Store:add(item)',
      '22 function Store.add/on_done | on_done = function(found)',
      '26 function Store/size | Store.size = function(self)',
      '28 function helper | local function helper(a)',
      '29 function twice | local twice <const> = function(x)',
      '30 variable count | count = 1',
    ],
    references: [
      '2 use require "shop.money"/Money in Money',
      '7 use Store in LIMIT',
      '11 use Store in new',
      '12 call setmetatable in new',
      '12 use Store in new',
      '13 use util in new',
      '13 call util/log in new',
      '17 use Store in add',
      '18 call ipairs in add',
      '18 use self/items in add',
      '19 call check in add',
      '22 call self/save in add',
      '22 use found/name in on_done',
      '26 use Store in size',
      '26 use self/items in size',
      '26 use LIMIT in size',
      '28 use Money in helper',
      '32 use Store',
    ],
    imports: ['1 shop.util | * as util', '2 shop.money', '3 shop.setup'],
    damaged: false,
  });
});

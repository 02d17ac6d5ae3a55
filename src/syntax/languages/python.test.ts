import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const SOURCE = `
#!/usr/bin/env python3
"""Sells things."""
from __future__ import annotations
import os.path, sys as system
from .lib import first as one, second
from typing import *

MOST_ITEMS: int = 10
logger = logging.getLogger(__name__)
left, right = pair

# Known by its name.
# 🐍 é
@dataclass(frozen=True)
class Item(lib.Base, Named, metaclass=abc.ABCMeta):
    """An item.

    More:
        indented
    """
    price: int = 0  # in cents
    LIMIT = 5

    @property
    @lib.cached
    def norm(self) -> float:
        '''One line'''
        return math.sqrt(self.price ** 2 + helper(self.norm))

    async def run(self, *args: Optional[Found], size=DEFAULT, **rest) -> dict[str, list[Part]]:
        def inner(each):
            return each + size
        for part in args:
            total = inner(part)
        with open(total) as file:
            file.read(encoding=UTF8)
        return Color.RED, self.norm, map(process, args), [each.name for each in args if (found := each)]

type Pair[T] = tuple[T, T]

if TYPE_CHECKING:
    CHECKED = "🐍"; Late = object

# Takes the first.
def first[T](items: list[T],
             default: T | None = None) -> T:  # or the default
    match items:
        case [head, *_]: return head
    return lambda item: first(item, default)
`;

test('Python', async () => {
  const { symbols, references, imports, damaged } = await factsOf('shop.py', SOURCE);
  expect(symbols).toEqual([
    '8 constant MOST_ITEMS | MOST_ITEMS: int = 10',
    '9 variable logger | logger = logging.getLogger(__name__)',
    '10 variable left | left, right = pair',
    '10 variable right | left, right = pair',
    '14-37 class Item | class Item(lib.Base, Named, metaclass=abc.ABCMeta) | An item.\n\nMore:\n    indented',
    '21 field Item/price | price: int = 0',
    '22 field Item/LIMIT | LIMIT = 5',
    '24-28 method Item/norm | def norm(self) -> float | One line',
    '30-37 method Item/run | async def run(self, *args: Optional[Found], size=DEFAULT, **rest) -> dict[str, list[Part]]',
    '31-32 function Item.run/inner | def inner(each)',
    '39 type Pair | type Pair[T] = tuple[T, T]',
    '42 variable CHECKED | CHECKED = "🐍"',
    '42 variable Late | Late = object',
    '45-49 function first | def first[T](items: list[T], default: T | None = None) -> T | Takes the first.',
  ]);
  expect(references).toEqual([
    '8 type int in MOST_ITEMS',
    '9 use logging in logger',
    '9 call logging/getLogger in logger',
    '9 use __name__ in logger',
    '10 use pair in right',
    '14 call dataclass in Item',
    '15 use lib in Item',
    '15 type lib/Base in Item',
    '15 type Named in Item',
    '15 use abc in Item',
    '15 use abc/ABCMeta in Item',
    '21 type int in price',
    '24 call property in norm',
    '25 use lib in norm',
    '25 call lib/cached in norm',
    '26 type float in norm',
    '28 use math in norm',
    '28 call math/sqrt in norm',
    '28 use self/price in norm',
    '28 call helper in norm',
    '28 use self/norm in norm',
    '30 type Optional in run',
    '30 type Found in run',
    '30 use DEFAULT in run',
    '30 type dict in run',
    '30 type str in run',
    '30 type list in run',
    '30 type Part in run',
    '34 call inner in run',
    '35 call open in run',
    '36 call file/read in run',
    '36 use UTF8 in run',
    '37 use Color in run',
    '37 use Color/RED in run',
    '37 use self/norm in run',
    '37 call map in run',
    '37 use process in run',
    '37 use each/name in run',
    '39 type tuple in Pair',
    '41 use TYPE_CHECKING',
    '42 use object in Late',
    '45 type list in first',
    '49 call first in first',
  ]);
  expect(imports).toEqual([
    '3 __future__ | annotations',
    '4 os.path',
    '4 sys | * as system',
    '5 .lib | first as one | second',
    '6 typing | *',
  ]);
  expect(damaged).toBe(false);
});

import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const STORE_SCALA = `
package shop.data

import shop.Item
import shop.{Money => Cash, Tax}
import shop.util._

/** Keeps items. */
@deprecated("old")
case class Store[T <: Item](name: String, val size: Int = 1) extends Base[T](name) with Sized {
  val items = List[Item]()
  private var cache: Option[Cash] = None
  lazy val (left, right) = (1, 2)
  type Row = Int

  // Adds one.
  def add(item: T)(implicit tax: Tax): Result = {
    val made = new Shelf(item)
    made.items.foreach { each => check(each) }
    for (one <- items) yield wrap[Int](one)
    item match {
      case Box(inner) => inner
      case other: Crate => this.save(other)
    }
    left max right
  }

  def +(that: Store[T]): Store[T] = that
  def this(size: Int) = this("b", size)
  object Inner
}

object Store {
  def apply(size: Int) = new Store("a")
  implicit val order: Ordering[Item] = Item.order
}

trait Sized extends Any { def size: Int; val wide: Boolean }

package object util { def help = 1 }

enum Kind(val code: Int) {
  case New, Old
}

given order: Order[Int] = Order.of(1)

extension (text: String) {
  def shout(times: Int): String = text * times
}

def top[A](value: A): A = value
val twice = (x: Int) => x * 2
`;

test('Scala: Store.scala', async () => {
  expect(await factsOf('Store.scala', STORE_SCALA)).toEqual({
    symbols: [
      '8-30 class Store | case class Store[T <: Item](name: String, val size: Int = 1) extends Base[T](name) with Sized | Keeps items.',
      '9 field Store/size | val size: Int = 1',
      '10 field Store/items | val items = List[Item]()',
      '11 field Store/cache | private var cache: Option[Cash] = None',
      '12 field Store/left | lazy val (left, right) = (1, 2)',
      '12 field Store/right | lazy val (left, right) = (1, 2)',
      '13 type Store/Row | type Row = Int',
      '16-25 method Store/add | def add(item: T)(implicit tax: Tax): Result | Adds one.',
      '27 method Store/+ | def +(that: Store[T]): Store[T]',
      '28 method Store/this | def this(size: Int)',
      '29 class Store/Inner | object Inner',
      '32-35 class Store | object Store',
      '33 method Store/apply | def apply(size: Int)',
      '34 field Store/order | implicit val order: Ordering[Item] = Item.order',
      '37 interface Sized | trait Sized extends Any',
      '37 method Sized/size | def size: Int',
      '37 field Sized/wide | val wide: Boolean',
      '39 module util | package object util',
      '39 method util/help | def help',
      '41-43 enum Kind | enum Kind(val code: Int)',
      '41 field Kind/code | val code: Int',
      '42 constant Kind/New | New',
      '42 constant Kind/Old | Old',
      '45 constant order | given order: Order[Int]',
      '48 method String/shout | def shout(times: Int): String',
      '51 function top | def top[A](value: A): A',
      '52 function twice | val twice',
    ],
    references: [
      '8 type deprecated in Store',
      '9 type Item in Store',
      '9 type String in Store',
      '9 type Int in size',
      '9 type Base in Store',
      '9 type Sized in Store',
      '10 call List in items',
      '10 type Item in items',
      '11 type Option in cache',
      '11 type Cash in cache',
      '11 use None in cache',
      '13 type Int in Row',
      '16 type Tax in add',
      '16 type Result in add',
      '17 call Shelf in add',
      '18 use made/items in add',
      '18 call made.items/foreach in add',
      '18 call check in add',
      '19 use items in add',
      '19 call wrap in add',
      '19 type Int in add',
      '21 type Box in add',
      '22 type Crate in add',
      '22 use this in add',
      '22 call this/save in add',
      '24 use left in add',
      '24 call left/max in add',
      '24 use right in add',
      '27 type Store in +',
      '28 type Int in this',
      '28 call this in this',
      '33 type Int in apply',
      '33 call Store in apply',
      '34 type Ordering in order',
      '34 type Item in order',
      '34 use Item in order',
      '34 use Item/order in order',
      '37 type Any in Sized',
      '37 type Int in size',
      '37 type Boolean in wide',
      '41 type Int in code',
      '45 type Order in order',
      '45 type Int in order',
      '45 use Order in order',
      '45 call Order/of in order',
      '47 type String',
      '48 type Int in shout',
      '48 type String in shout',
      '52 type Int in twice',
    ],
    imports: ['3 shop.Item', '4 shop | Money as Cash | Tax', '5 shop.util | *'],
    damaged: false,
  });
});

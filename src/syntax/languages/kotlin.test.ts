import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const STORE_KT = `
package shop.data

import shop.Item
import shop.Money as Cash
import shop.util.*

/** Keeps items. */
@Serializable
data class Store<T : Item>(val name: String, private var size: Int = 1, other: Store<T>) : Base<T>(name), Sized {
    companion object {
        const val MOST = 3
        fun make(): Store<Item> = Store("a", other = EMPTY)
    }

    lateinit var cash: Cash
    val empty: Boolean get() = size == 0

    init { fill(size) }

    constructor(size: Int) : this("b", size)

    // Adds one.
    override suspend fun add(item: T, done: (Int) -> Unit): Result? {
        val made = Shelf(item).also { it.open(name) }
        for ((index, each) in items.withIndex()) check<T>(each)
        made.items?.forEach(::println)
        done(index)
        return if (item is Box) made as Result else null
    }

    operator fun plus(other: Store<T>) = this

    enum class Kind(val code: Int) {
        New(1),
        Old(2);

        fun label() = "k"
    }
    inner class Shelf
}

object Registry : Sized {
    fun all() = listOf<Item>()
}

interface Sized {
    fun size(): Int
    val wide: Boolean
}

typealias Handler = (Item) -> Unit

fun String.shout(times: Int): String = repeat(times)
val List<Int>.second get() = this[1]
const val LIMIT = 1
val (left, right) = pair
val twice = { x: Int -> x * 2 }
`;

test('Kotlin: Store.kt', async () => {
  expect(await factsOf('Store.kt', STORE_KT)).toEqual({
    symbols: [
      '8-40 class Store | data class Store<T : Item>(val name: String, private var size: Int = 1, other: Store<T>) : Base<T>(name), Sized | Keeps items.',
      '9 field Store/name | val name: String',
      '9 field Store/size | private var size: Int = 1',
      '11 constant Store/MOST | const val MOST = 3',
      '12 method Store/make | fun make(): Store<Item>',
      '15 field Store/cash | lateinit var cash: Cash',
      '16 field Store/empty | val empty: Boolean get() = size == 0',
      '20 method Store/constructor | constructor(size: Int) : this("b", size)',
      '23-29 method Store/add | override suspend fun add(item: T, done: (Int) -> Unit): Result? | Adds one.',
      '31 method Store/plus | operator fun plus(other: Store<T>)',
      '33-38 enum Store/Kind | enum class Kind(val code: Int)',
      '33 field Store.Kind/code | val code: Int',
      '34 constant Store.Kind/New | New(1)',
      '35 constant Store.Kind/Old | Old(2)',
      '37 method Store.Kind/label | fun label()',
      '39 class Store/Shelf | inner class Shelf',
      '42-44 class Registry | object Registry : Sized',
      '43 method Registry/all | fun all()',
      '46-49 interface Sized | interface Sized',
      '47 method Sized/size | fun size(): Int',
      '48 field Sized/wide | val wide: Boolean',
      '51 type Handler | typealias Handler = (Item) -> Unit',
      '53 function String/shout | fun String.shout(times: Int): String',
      '54 variable List/second | val List<Int>.second get() = this[1]',
      '55 constant LIMIT | const val LIMIT = 1',
      '56 variable left | val (left, right) = pair',
      '56 variable right | val (left, right) = pair',
      '57 function twice | val twice',
    ],
    references: [
      '8 type Serializable in Store',
      '9 type Item in Store',
      '9 type String in name',
      '9 type Int in size',
      '9 type Store in Store',
      '9 call Base in Store',
      '9 use name in Store',
      '9 type Sized in Store',
      '12 type Store in make',
      '12 type Item in make',
      '12 call Store in make',
      '12 use EMPTY in make',
      '15 type Cash in cash',
      '16 type Boolean in empty',
      '16 use size in empty',
      '18 call fill in Store',
      '18 use size in Store',
      '20 type Int in constructor',
      '23 type Int in add',
      '23 type Unit in add',
      '23 type Result in add',
      '24 call Shelf in add',
      '24 call Shelf(item)/also in add',
      '24 use it in add',
      '24 call it/open in add',
      '24 use name in add',
      '25 use items in add',
      '25 call items/withIndex in add',
      '25 call check in add',
      '26 use made/items in add',
      '26 call made.items/forEach in add',
      '26 use println in add',
      '28 type Box in add',
      '28 type Result in add',
      '28 use null in add',
      '31 type Store in plus',
      '33 type Int in code',
      '42 type Sized in Registry',
      '43 call listOf in all',
      '43 type Item in all',
      '47 type Int in size',
      '48 type Boolean in wide',
      '51 type Item in Handler',
      '51 type Unit in Handler',
      '53 type String in shout',
      '53 type Int in shout',
      '53 call repeat in shout',
      '54 type List in second',
      '54 type Int in second',
      '56 use pair in right',
      '57 type Int in twice',
    ],
    imports: ['3 shop.Item', '4 shop.Money | * as Cash', '5 shop.util | *'],
    damaged: false,
  });
});

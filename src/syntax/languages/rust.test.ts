import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const SOURCE = `
#![allow(dead_code)]
//! Sells things.

use crate::util::*;
use serde;
use shop::item as thing;
use std::collections::HashMap;
use std::{fmt, io::{self, Read as Reads, Write}, path::*};
extern crate alloc;
mod parts;

/// So many.
pub const MOST: usize = 10;
static mut COUNTER: u32 = 0;

/// An item.
///
/// More 🐍.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Item<T: Num> {
    /// In cents.
    pub price: T,
    tags: HashMap<String, T>,
}
struct Unit;
pub struct Tuple(pub u32, Inner);

pub enum Shape { Circle(f64), Rect { width: f64 }, Empty = 3 }

pub trait Area: Base + Send {
    const SIDES: u8;
    type Out;
    fn area(&self) -> f64;
    fn twice(&self) -> f64 { self.area() * 2.0 }
}

impl<T: Num> Item<T> {
    /// A new one.
    #[inline]
    pub fn new(price: T) -> Self {
        let tags = HashMap::with_capacity(MOST);
        fn helper(q: u8) -> u8 { q }
        println!("{}", helper(1));
        Self { price, tags }
    }
}
impl<T> fmt::Display for Item<T> where T: Num {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self { Shape::Circle(r) if *r > 0.0 => write!(out, "{}", r)?, _ => {} }
        let sizes = parts.iter().map(|part| part.len()).collect::<Vec<_>>();
        std::mem::swap(&mut sizes, out); parse::<u32>("1"); Ok(())
    }
}
/** Makes a list. */
#[macro_export]
macro_rules! list { ($($x:expr),*) => { vec![$($x),*] }; }
pub(crate) async fn run<'a, F>(f: F) -> Result<(), Box<dyn Error + 'a>> where F: Fn(u8) -> u8 { f(3); list![1]; tests::go() }
#[cfg(test)]
mod tests { use super::*; #[test] fn it() { assert_eq!(1, run(Item::<f64>::new(1.0))); } }
type Alias<T> = Result<T, Fault>;
extern "C" { fn outside(a: i32) -> i32; }
`;

test('Rust', async () => {
  const { symbols, references, imports, damaged } = await factsOf('shop.rs', SOURCE);
  expect(symbols).toEqual([
    '13 constant MOST | pub const MOST: usize = 10 | So many.',
    '14 variable COUNTER | static mut COUNTER: u32 = 0',
    '19-25 struct Item | pub struct Item<T: Num> | An item.\n\nMore 🐍.',
    '23 field Item/price | pub price: T | In cents.',
    '24 field Item/tags | tags: HashMap<String, T>',
    '26 struct Unit | struct Unit',
    '27 struct Tuple | pub struct Tuple(pub u32, Inner)',
    '29 enum Shape | pub enum Shape',
    '29 field Shape/Circle | Circle(f64)',
    '29 field Shape/Rect | Rect { width: f64 }',
    '29 field Shape.Rect/width | width: f64',
    '29 field Shape/Empty | Empty = 3',
    '31-36 interface Area | pub trait Area: Base + Send',
    '32 constant Area/SIDES | const SIDES: u8',
    '33 type Area/Out | type Out',
    '34 method Area/area | fn area(&self) -> f64',
    '35 method Area/twice | fn twice(&self) -> f64',
    '40-46 method Item/new | pub fn new(price: T) -> Self | A new one.',
    '43 function Item.new/helper | fn helper(q: u8) -> u8',
    '49-53 method Item/fmt | fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result',
    '56-57 macro list | macro_rules! list | Makes a list.',
    "58 function run | pub(crate) async fn run<'a, F>(f: F) -> Result<(), Box<dyn Error + 'a>> where F: Fn(u8) -> u8",
    '59-60 module tests | mod tests',
    '60 function tests/it | fn it()',
    '61 type Alias | type Alias<T> = Result<T, Fault>',
    '62 function outside | fn outside(a: i32) -> i32',
  ]);
  expect(references).toEqual([
    '19 type Debug in Item',
    '19 type Clone in Item',
    '21 type Num in Item',
    '24 type HashMap in tags',
    '24 type String in tags',
    '27 type Inner in Tuple',
    '31 type Base in Area',
    '31 type Send in Area',
    '35 call self/area in twice',
    '38 type Num',
    '38 type Item',
    '41 type Self in new',
    '42 use HashMap in new',
    '42 call HashMap/with_capacity in new',
    '42 use MOST in new',
    '44 call println in new',
    '44 call helper in new',
    '45 type Self in new',
    '48 use fmt',
    '48 type fmt/Display',
    '48 type Item',
    '48 type Num',
    '49 use fmt in fmt',
    '49 type fmt/Formatter in fmt',
    '49 type fmt/Result in fmt',
    '50 use Shape in fmt',
    '50 use Shape/Circle in fmt',
    '50 call write in fmt',
    '51 use parts in fmt',
    '51 call parts/iter in fmt',
    '51 call parts.iter()/map in fmt',
    '51 call part/len in fmt',
    '51 call parts.iter().map(|part| part.len())/collect in fmt',
    '51 type Vec in fmt',
    '52 use std in fmt',
    '52 use std/mem in fmt',
    '52 call std::mem/swap in fmt',
    '52 call parse in fmt',
    '52 call Ok in fmt',
    '57 use vec in list',
    '58 type Result in run',
    '58 type Box in run',
    '58 type Error in run',
    '58 type Fn in run',
    '58 call list in run',
    '58 use tests in run',
    '58 call tests/go in run',
    '60 call assert_eq in it',
    '60 call run in it',
    '60 use Item in it',
    '60 call f64/new in it',
    '61 type Result in Alias',
    '61 type Fault in Alias',
  ]);
  expect(imports).toEqual([
    '4 crate::util | *',
    '5 serde',
    '6 shop | item as thing',
    '7 std::collections | HashMap',
    '8 std | fmt',
    '8 std::io | self | Read as Reads | Write',
    '8 std::path | *',
    '9 alloc',
    '10 parts',
    '60 super | *',
  ]);
  expect(damaged).toBe(false);
});

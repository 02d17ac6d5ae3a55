import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const SOURCE = `
// Package shop sells things.
package shop

import (
	"fmt"
	files "io"
	. "strings"
	_ "net/http/pprof"
)

// Most is the limit.
const Most = 10
const (
	// Red is 🐍.
	Red = iota
	Green
)
var (
	prices = map[string]int{"a": Most}
	left, right int
)
var single = compute()

// Item is sold.
// By name.
type Item struct {
	// Price in cents.
	Price, Tax int \`json:"price"\`
	base.Embedded
	*Other
}
type (
	// Reader reads.
	Reader interface {
		files.Reader
		Read(p []byte) (n int, err error)
	}
	Celsius float64
)
type Alias = Item
type List[T any] struct{ items []T }

// Norm measures.
func (p *Item) Norm(scale float64) (float64, error) {
	n := math.Sqrt(p.Price * scale)
	for i, v := range p.items {
		fmt.Println(i, v, Most)
	}
	go func(q int) { handle(q, &Config{Name: prices, Deep: Inner{}}) }(n)
	switch t := any(p).(type) {
	case *Reader:
		use(t)
	}
	return n, nil
}
func (l List[T]) Len() int  { return len(l.items) }
func (*List[T]) Cap() int   { return 0 }
func Map[T, U any](xs []T, f func(T) U) []U { return Apply[T](xs, f) }
func assembly(a int) int
func main() {
	defer os.Exit(1)
	http.HandleFunc("/", handler)
	var k Kind = KindA
	_ = k
}
`;

test('Go', async () => {
  const { symbols, references, imports, damaged } = await factsOf('shop.go', SOURCE);
  expect(symbols).toEqual([
    '12 constant Most | const Most = 10 | Most is the limit.',
    '15 constant Red | Red = iota | Red is 🐍.',
    '16 constant Green | Green',
    '19 variable prices | prices = map[string]int{"a": Most}',
    '20 variable left | left, right int',
    '20 variable right | left, right int',
    '22 variable single | var single = compute()',
    '26-31 struct Item | type Item struct | Item is sold.\nBy name.',
    '28 field Item/Price | Price, Tax int `json:"price"` | Price in cents.',
    '28 field Item/Tax | Price, Tax int `json:"price"` | Price in cents.',
    '34-37 interface Reader | Reader interface | Reader reads.',
    '36 method Reader/Read | Read(p []byte) (n int, err error)',
    '38 type Celsius | Celsius float64',
    '40 type Alias | type Alias = Item',
    '41 struct List | type List[T any] struct',
    '41 field List/items | items []T',
    '44-55 method Item/Norm | func (p *Item) Norm(scale float64) (float64, error) | Norm measures.',
    '56 method List/Len | func (l List[T]) Len() int',
    '57 method List/Cap | func (*List[T]) Cap() int',
    '58 function Map | func Map[T, U any](xs []T, f func(T) U) []U',
    '59 function assembly | func assembly(a int) int',
    '60-65 function main | func main()',
  ]);
  expect(references).toEqual([
    '19 type string in prices',
    '19 type int in prices',
    '19 use Most in prices',
    '20 type int in right',
    '22 call compute in single',
    '28 type int in Tax',
    '29 type base/Embedded in Item',
    '30 type Other in Item',
    '35 type files/Reader in Reader',
    '36 type byte in Read',
    '36 type int in Read',
    '36 type error in Read',
    '38 type float64 in Celsius',
    '40 type Item in Alias',
    '41 type any in List',
    '44 type Item in Norm',
    '44 type float64 in Norm',
    '44 type error in Norm',
    '45 use math in Norm',
    '45 call math/Sqrt in Norm',
    '45 use p/Price in Norm',
    '46 use p/items in Norm',
    '47 use fmt in Norm',
    '47 call fmt/Println in Norm',
    '47 use Most in Norm',
    '49 type int in Norm',
    '49 call handle in Norm',
    '49 type Config in Norm',
    '49 use prices in Norm',
    '49 type Inner in Norm',
    '50 call any in Norm',
    '51 type Reader in Norm',
    '52 call use in Norm',
    '56 type List in Len',
    '56 type int in Len',
    '56 call len in Len',
    '56 use l/items in Len',
    '57 type List in Cap',
    '57 type int in Cap',
    '58 type any in Map',
    '58 call Apply in Map',
    '59 type int in assembly',
    '61 use os in main',
    '61 call os/Exit in main',
    '62 use http in main',
    '62 call http/HandleFunc in main',
    '62 use handler in main',
    '63 type Kind in main',
    '63 use KindA in main',
  ]);
  expect(imports).toEqual(['5 fmt', '6 io | * as files', '7 strings | *', '8 net/http/pprof']);
  expect(damaged).toBe(false);
});

import { expect, test } from 'vitest';
import { loadTreeSitter } from '../../../scripts/lib/node-syntax.ts';
import { callSitesOf } from './calls.ts';
import { surfaceOf } from './surface.ts';

const grammars = await loadTreeSitter();

/** `4 public method A/f(a: int, b = …): str` for each definition. */
async function linesOf(path: string, text: string): Promise<readonly string[]> {
  const { symbols, damaged } = await surfaceOf({ path, text: text.replace(/^\n/, '') }, grammars);
  expect(damaged).toBe(false);
  return symbols.map(({ line, visibility, kind, scope, name, parameters, type, value, bases, traits, exportedAs }) => {
    const list = parameters?.map((each) => {
      const sign = { positional: '', either: '~', keyword: ':', rest: '*', 'keyword-rest': '**' }[each.kind];
      return `${sign}${each.name}${each.required ? '' : '?'}${each.type === undefined ? '' : ` ${each.type}`}${each.default === undefined ? '' : `=${each.default}`}`;
    });
    const own = `${scope === '' ? '' : `${scope}/`}${name}${list === undefined ? '' : `(${list.join(', ')})`}`;
    const more = [
      type === undefined ? '' : `: ${type}`,
      value === undefined ? '' : ` = ${value}`,
      bases.length === 0 ? '' : ` < ${bases.join(', ')}`,
      traits.length === 0 ? '' : ` [${traits.join(' ')}]`,
      exportedAs === undefined ? '' : ` as ${exportedAs.join(', ')}`,
    ];
    return `${line} ${visibility} ${kind} ${own}${more.join('')}`;
  });
}

const SOURCES: Readonly<Record<string, string>> = {
  'a.ts': `
export abstract class A<T extends B = C> extends D<T> implements E { private x?: number = 1; static y; #z = 2; constructor(public a: string, b = 3) { super() } protected abstract m(p?: string, ...r: number[]): Promise<void>; get q() { return 1 } }
export interface I extends J { a: string; b?: number; readonly c: X; m(x: number): void }
export type U = 'a' | 'b';
export type O = { a: string, b?: number };
export enum En { A, B = 2 }
export const f = async (a: string, { b, c }: P = {}): Promise<number> => 1;
export default function g(a) {}
function h() {}
export { h as hh, type k };
export const v: number = 3;
`,
  'a.go': `
package a
type S struct { A int; b string; io.Reader }
type I interface {
	M(a, b int, c ...string) (int, error)
	io.Closer
}
func (s *S) F(a int, b string) error { return nil }
func G[T any](x T) {}
const (
	X = iota
	Y
)
var Z int = 3
`,
  'a.java': `
package x;
public abstract class A<T> extends B implements C, D { public static final int X = 3; private int y; protected A(int a, String... b) {} int m(final List<String> a) throws E { return 1; } 
 public interface I { void a(); default int b() { return 1; } }
 public enum En { P, Q(1) { } }
 public record R(int a, String b) {} }
`,
  'a.rs': `
pub struct S<T> { pub a: i32, b: T }
pub struct T2(pub i32, u8);
pub(crate) fn f(a: &str, mut b: i32) -> Result<(), E> { }
pub enum E { A, B(i32), C { x: i32 } }
pub trait Tr: Clone { fn a(&self, x: i32); fn b(&self) {} const K: i32; type X; }
impl S<i32> { pub fn new(a: i32) -> Self {} fn p(&self) {} }
impl Tr for S<i32> { fn a(&self, x: i32) {} }
pub const K: u8 = 1;
pub static Q: u8 = 1;
pub type Al = u8;
pub mod m { pub fn inner() {} }
#[macro_export]
macro_rules! mm { () => {} }
#[non_exhaustive] pub enum NE { A }
`,
  'a.cs': `
namespace N.M { public abstract class A<T> : B, IC where T : new() { public int X { get; set; } private int y = 1; public A(int a, string b = "x", params int[] c) {} internal static int F(ref int a, out string b) => 1; protected virtual void G() {} public required string Q { get; init; } public event Action Ev; }
public interface I { void M(int a); int P { get; } }
public enum E { A, B = 2 }
public record R(int A, string B = "x");
public delegate int Del(int a);
}
`,
  'a.php': `
<?php
namespace A\\B;
abstract class C extends D implements E { public const X = 1; private ?int $y = 1; public function __construct(private readonly int $a, string ...$b) {} protected static function m(int|string $p = 1, &$q): ?array {} function n() {} }
interface I { public function z(int $a); }
enum En: string { case A = 'a'; case B = 'b'; }
function f($a, $b = null) { }
trait T {}
const Q = 1;
`,
  'a.rb': `
module M
  class A < B
    X = 1
    attr_reader :a, :b
    def initialize(a, b = 1, *c, d:, e: 2, **f, &g); end
    def self.k; end
    private
    def p; end
    def q; end
    public def r; end
    private def s; end
    private :r
    protected
    def t; end
  end
end
def top; end
`,
  'a.kt': `
package x
public open class A<T>(val a: Int, private var b: String = "x", c: Int) : B(), C {
    private fun m(x: Int, y: String = "a", vararg z: Int): Int = 1
    internal val q: Int = 1
    companion object {
        const val K = 1
    }
    protected open fun pp() {}
}
interface I {
    fun z(a: Int)
    fun w() {}
}
enum class E { A, B }
data class D(val a: Int, val b: String = "x")
object O {
    fun x() {}
}
typealias Al = Int
val top: Int = 3
`,
  'a.scala': `
package x
class A[T](val a: Int, b: String = "x") extends B with C { private def m(x: Int, y: String = "a")(z: Int): Int = 1
 protected[x] val q: Int = 1 
 def w = 1 }
trait I { def z(a: Int): Int; def w = 1 }
object O { def x() = 1 }
case class D(a: Int, b: String = "x")
sealed trait S
enum Color { case Red, Green }
`,
  'a.hpp': `
#pragma once
namespace n { class A : public B, private C { int x; public: A(int a, int b = 1); virtual int m(const std::string& s) const = 0; static int k; protected: void p(); private: void q(); template<class T> T t(T x); enum In { P, Q }; };
struct S { int a; int *b[3]; void f() {} };
enum class E { A, B = 2 };
int f(int a, ...);
static int g(void) { return 1; }
inline int h(int a) { return a; }
extern int v;
typedef int T;
using U = int;
#define M(a, b) a
#define K 3
}
`,
  'a.py': `
__all__ = ["f", 'g'] + x.__all__
__all__ += ["h"]
from .a import b as c
def f(a, /, b: int = 1, *args: int, c, d=2, **kw) -> int: ...
@dataclass
class A(B, metaclass=M):
    x: int = 1
    y = 2
    z: str
    def __init__(self):
        self.q = 1
        self.w: int = 2
    @property
    def p(self): return 1
    @overload
    def o(self, a: int) -> int: ...
if x:
    def cond(): pass
try:
    import z
except ImportError:
    z = None
V: int = 3
def g(*, a): pass
`,
};

test.each(Object.entries(SOURCES))('what %s offers', async (path, text) => {
  expect(await linesOf(path, text)).toMatchSnapshot();
});

test('what __all__ lists, and what is taken', async () => {
  const text = '__all__ = ["f"]\n__all__ += ("g",)\nfrom .a import b as c\nfrom .d import *\n';
  const surface = await surfaceOf({ path: 'a.py', text }, grammars);
  expect(surface).toMatchObject({ listed: ['f', 'g'], taken: ['c'], wildcards: ['.d'] });
  const computed = await surfaceOf({ path: 'a.py', text: '__all__ = names()\n' }, grammars);
  expect(computed.listed).toBeUndefined();
});

test.each([
  ['a.py', 'f(1, *xs, b=2)\nx.f(1)\nf\ng(f)\nh(f(3, c=1))\n', ['1 f/1 b spread', '2 x.f/1', '5 f/1 c']],
  ['a.ts', 'f(1, ...xs); new f(2); a.b.f<T>(1, 2);\ng(f);\n', ['1 f/1 spread', '1 f/1', '1 a.b.f/2']],
  ['a.go', 'package a\nfunc m() { p.f(1, 2); f() }\n', ['2 p.f/2', '2 f/0']],
  ['a.java', 'class A { void m() { this.f(1); new f(1, 2); g(f); } }\n', ['1 this.f/1', '1 f/2']],
  ['a.rs', 'fn m() { f(1); a::f(2, 3); x.f(); }\n', ['1 f/1', '1 a.f/2', '1 x.f/0']],
  ['a.cs', 'class A { void M() { f(1, b: 2); x.f(); new f(1); } }\n', ['1 f/1 b', '1 x.f/0', '1 f/1']],
  ['a.php', '<?php f(1, b: 2); $x->f(...$a); A::f(); new f(1);\n', ['1 f/1 b', '1 $x.f/0 spread', '1 A.f/0', '1 f/1']],
  ['a.rb', 'f(1, b: 2)\nx.f 1\n', ['1 f/1 b', '2 x.f/1']],
  ['a.kt', 'fun m() { f(1, b = 2); x.f(1) }\n', ['1 f/1 b', '1 x.f/1']],
  ['a.scala', 'object A { f(1, b = 2); x.f(1) }\n', ['1 f/1 b', '1 x.f/1']],
] as const)('calls in %s', async (path, text, expected) => {
  const sites = await callSitesOf({ path, text }, ['f'], grammars);
  const told = sites.map(({ line, name, qualifier, positional, keywords, spreads }) => {
    const whole = qualifier === undefined ? name : `${qualifier}.${name}`;
    return [`${line} ${whole}/${positional}`, ...keywords, ...(spreads ? ['spread'] : [])].join(' ');
  });
  expect(told).toEqual(expected);
});

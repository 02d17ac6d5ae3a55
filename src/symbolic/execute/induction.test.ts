import { beforeAll, expect, it } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { STACK_SUFFICES } from '../verify/recursive-functions.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

/** `0 + 1 + … + n`, with a contract. */
function sum(post: string): string {
  return `
def f(n: int) -> int:
    """
    pre: n >= 0
    post: ${post}
    """
    s = 0
    for i in range(n + 1):
        s += i
    return s
`;
}

const EUCLID = `
def f(a: int, b: int) -> int:
    """
    pre: a > 0 and b >= 0
    post: _ > 0
    """
    while b:
        a, b = b, a % b
    return a
`;

const PRODUCT = `
def f(a: int, b: int) -> int:
    """
    pre: 0 <= a and 0 <= b
    post: _ == a * b
    """
    r = 0
    for _ in range(a):
        i = 0
        while i < b:
            r += 1
            i += 1
    return r
`;

const DIVISION = `
def f(a: int, b: int) -> int:
    """
    pre: a >= 0 and b > 0
    post: _ * b <= __old__.a < (_ + 1) * b
    """
    q = 0
    while a >= b:
        a -= b
        q += 1
    return q
`;

const SEARCH = `
def f(n: int, k: int) -> int:
    """
    pre: n >= 0
    post: 0 <= _ <= n
    """
    i = 0
    while i < n:
        if i == k:
            break
        i += 1
    return i
`;

const COUNT = `
def f(s: str) -> int:
    "post: 0 <= _ <= len(s)"
    c = 0
    for x in s:
        if x == "a":
            c += 1
    return c
`;

const NESTED = `
def f(a: int, b: int) -> int:
    "post: _ >= 0"
    r = 0
    for i in range(a):
        for j in range(b):
            r += 1
    return r
`;

const CAUGHT = `
def f(n: int) -> int:
    "post: _ >= 0"
    errors = 0
    for i in range(n):
        try:
            1 // (i % 3)
        except ZeroDivisionError:
            errors += 1
    return errors
`;

it.each([
  ['a sum', sum('_ == n * (n + 1) // 2')],
  ['the greatest common divisor', EUCLID],
  ['division by subtraction', DIVISION],
  ['a search that breaks', SEARCH],
  ['a count over a string', COUNT],
  ['nested loops', NESTED],
  ['a product by nested loops', PRODUCT],
  ['a handler in a loop', CAUGHT],
])('proves %s for any number of iterations', async (_name, code) => {
  expect(await symbolic.check(code, 'f')).toMatchObject({ status: 'verified', reasons: [], coverageEstimate: 1 });
});

it('unrolls loops that only a break ends', async () => {
  const root = `
def f(n: int) -> int:
    """
    pre: n >= 0
    post: _ >= 0
    """
    i = 0
    while True:
        if i * i >= n:
            break
        i += 1
    return i
`;
  expect(await symbolic.check(root, 'f')).toMatchObject({ status: 'unknown', reasons: [{ construct: 'loop' }] });
});

it('finds what happens beyond the unrolled iterations', async () => {
  expect(await symbolic.check(sum('_ != 1035'), 'f')).toMatchObject({
    status: 'counterexample',
    counterexamples: [{ args: { n: 45 }, foundBy: 'solver' }],
  });
});

const COLLATZ = `
def f(n: int) -> int:
    "post: _ == 1"
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return n
`;

const ENDLESS_LOOP = `
def f(n: int) -> int:
    "post: _ == 5"
    while n >= 0:
        n += 1
    return 5
`;

const ENDLESS_RECURSION = `
def f(n: int) -> int:
    "post: _ == 1"
    if n < 0:
        return 1
    return f(n + 1)
`;

const WRONG_CALL = `
def f(n: int) -> int:
    """
    pre: n >= 0
    post: _ >= 0
    """
    return 1 if n == 1 else f(n - 2) + 1
`;

const HIDDEN_STATE = `
calls = 0
def f(n: int) -> int:
    """
    pre: n >= 0
    post: _ >= 0
    """
    global calls
    calls += 1
    return 0 if n == 0 else f(n - 1) + (0 if calls < 10 ** 9 else -5)
`;

const CALLED_IN_ANOTHER_STATE = `
C = 0
def add(d):
    global C
    C += d
def f(n: int) -> int:
    """
    pre: n >= 0
    post: _ == 0
    """
    add(1)
    r = 1 if C * C > 90000 else 0
    s = f(n - 1) if n > 0 else 0
    add(-1)
    return r + s
`;

const NAMED_ITERATION = `
def f(n: int) -> int:
    """
    pre: n >= 0
    post: _ == n
    """
    iteration = 0
    for i in range(n):
        iteration += 1 if i * i < 250000 else 2
    return iteration
`;

const TWO_OF_ONE_NAME = `
x = 0
def bump(d: int):
    global x
    x += d
def get():
    return x
def f(n: int) -> bool:
    """
    pre: n >= 0
    post: _
    """
    x = 0
    for i in range(n):
        x += 1
        bump(1 if i * i < 250000 else 2)
    return x == get()
`;

const TEST_THAT_SIMPLIFIES = `
def f(n: int) -> int:
    """
    pre: n > 5
    post: _ == 5
    """
    i = 0
    flag = 2
    while flag - 5 < 0 < n - i:
        i = i - 1
        flag = 3
    return 5
`;

const CAUGHT_RECURSION = `
def f(n: int) -> int:
    """
    pre: n >= 0
    post: _ == 0
    """
    try:
        return 0 if n == 0 else f(n - 1)
    except Exception:
        return 1 if n < 10 ** 6 else 0
`;

it.each([
  ['recursion whose depth a handler sees', CAUGHT_RECURSION],
  ['a loop that nobody has proved to end', COLLATZ],
  ['a loop that does not end', ENDLESS_LOOP],
  ['recursion that does not end', ENDLESS_RECURSION],
  ['a recursive call that breaks the precondition', WRONG_CALL],
  ['a function that remembers its calls', HIDDEN_STATE],
  ['a function that calls itself in another state than it was called in', CALLED_IN_ANOTHER_STATE],
  ['a variable that has the name of the iteration', NAMED_ITERATION],
  ['a loop that changes two variables of one name', TWO_OF_ONE_NAME],
  ['an endless loop whose test becomes simpler', TEST_THAT_SIMPLIFIES],
])('does not verify %s', async (_name, code) => {
  expect(await symbolic.check(code, 'f')).not.toMatchObject({ status: 'verified' });
});

const FACTORIAL = `
def f(n: int) -> int:
    """
    pre: n >= 0
    post: _ >= 1
    """
    return 1 if n == 0 else n * f(n - 1)
`;

const FIBONACCI = `
def f(n: int) -> int:
    "post: _ >= 1"
    if n < 2:
        return n if n > 0 else 1
    return f(n - 1) + f(n - 2)
`;

const ACKERMANN = `
def f(m: int, n: int) -> int:
    """
    pre: m >= 0 and n >= 0
    post: _ > n
    """
    if m == 0:
        return n + 1
    return f(m - 1, 1) if n == 0 else f(m - 1, f(m, n - 1))
`;

it.each([
  ['the factorial', FACTORIAL],
  ['Fibonacci numbers', FIBONACCI],
  ["Ackermann's function", ACKERMANN],
])('proves %s by its own contract', async (_name, code) => {
  expect(await symbolic.check(code, 'f')).toMatchObject({
    status: 'verified',
    reasons: [],
    assumptions: [STACK_SUFFICES],
  });
});

it.each([
  ['an exception among many inputs', sum('_ == n * (n + 1) // 2 - (1 if n == 70707 else 0)')],
  ['a bound that fails late', sum('_ < 10 ** 12')],
  [
    'an invariant that is false from the third iteration on',
    sum('_ <= n or n > 2').replace('n > 2', 'n > 2 and _ <= 3'),
  ],
])('does not prove %s', async (_name, code) => {
  expect(await symbolic.check(code, 'f')).not.toMatchObject({ status: 'verified' });
});

it('leaves loops that change dictionaries undecided', async () => {
  const filling = `
def f(n: int) -> int:
    "post: _ < 9"
    d = {}
    for i in range(n):
        d[i] = i
    return len(d) // 1000
`;
  expect(await symbolic.check(filling, 'f')).toMatchObject({
    status: 'unknown',
    reasons: [expect.objectContaining({ construct: 'loop', line: 5 })],
  });
});

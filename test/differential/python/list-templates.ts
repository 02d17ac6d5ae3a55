/** Functions over lists with contracts: what induction, quantifiers and made-up lists may and may not prove. */

/** Indents a body below a signature and a contract. */
function contract(signature: string, conditions: readonly string[], body: string): string {
  const indented = (text: string): string => text.replace(/^/gm, '    ');
  return [
    `def f${signature}:`,
    "    '''",
    ...conditions.map((line) => `    ${line}`),
    "    '''",
    indented(body),
    '',
  ].join('\n');
}

const INT_LIST = '(xs: list[int], n: int) -> int';
const LIST_LIST = '(xs: list[int], n: int) -> list[int]';
const LIST_BOOL = '(xs: list[int], n: int) -> bool';

const SEARCHES: readonly string[] = [
  contract(
    INT_LIST,
    [
      'post: implies(__return__ == -1, n not in «xs|xs[1:]»)',
      'post: implies(__return__ >= 0, xs[__return__] «==|>=» n)',
    ],
    'for i«, x in enumerate(xs)| in range(len(xs))| in range(1, len(xs))| in range(len(xs) - 1)»:\n    if xs[i] «==|>=» n:\n        return i\nreturn -1',
  ),
  contract(
    INT_LIST,
    ['post: implies(__return__ >= 0, all(xs[j] != n for j in range(__return__«|+ 1|- 1»)))'],
    'for i in range(«len(xs)|len(xs) - 1, -1, -1»):\n    if xs[i] == n:\n        return i\nreturn -1',
  ),
  contract(
    INT_LIST,
    ['pre: len(xs) > «0|1»', 'post: all(x «<=|<» __return__ for x in «xs|xs[1:]»)', 'post: __return__ in xs'],
    'm = «xs[0]|0|xs[-1]»\nfor «x in xs|x in xs[1:]|x in xs[:-1]»:\n    if x «>|>=|<» m:\n        m = x\nreturn m',
  ),
  contract(
    LIST_BOOL,
    ['post: __return__ == all(xs[j] «<=|<» xs[j + 1] for j in range(len(xs) - 1))'],
    'for i in range(«1, len(xs)|1, len(xs) - 1|len(xs)»):\n    if xs[i - 1] «>|>=» xs[i]:\n        return False\nreturn True',
  ),
  contract(
    LIST_BOOL,
    ['post: __return__ == any(x «==|>» n for x in xs)'],
    'found = False\nfor x in xs:\n    if x «==|>» n:\n        found = True\n        «break|continue|found = True»\n    «pass|found = False|n = n|n = x»\nreturn found',
  ),
  contract(
    LIST_BOOL,
    ['pre: all(xs[j] «<=|<» xs[j + 1] for j in range(len(xs) - 1))', 'post: __return__ == (n in xs)'],
    'for x in xs:\n    if x «>|>=» n:\n        return «False|x == n»\n    if x == n:\n        return True\nreturn False',
  ),
  contract(
    INT_LIST,
    ['post: 0 <= __return__ «<=|<» len(xs)', 'post: implies(__return__ «==|>=» len(xs), all(x != n for x in xs))'],
    'i = 0\nwhile i < len(xs)« and xs[i] != n| and xs[i] <= n|»:\n    i += 1\nreturn i',
  ),
  contract(
    INT_LIST,
    ['pre: all(x «>|>=» 0 for x in xs)', 'post: __return__ «>=|>» 0', 'post: implies(xs, __return__ «>|>=» 0)'],
    'p = «0|1»\nfor x in xs:\n    p «= x|+= x|*= x|= p + 1»\nreturn p',
  ),
];

const BUILDERS: readonly string[] = [
  contract(
    LIST_LIST,
    ['post: all(x «>|>=|!=» n for x in __return__)', 'post: len(__return__) «<=|<» len(xs)«|+ 1»'],
    'out = []\nfor x in xs:\n    if x «>|>=|!=» n:\n        out.append(x«|+ 1|- 1»)\nreturn out',
  ),
  contract(
    LIST_LIST,
    ['post: len(__return__) == len(xs)', 'post: all(__return__[j] == xs[j] + «n|1» for j in range(len(xs)))'],
    'out = []\nfor «x in xs|x in xs[:-1]|i, x in enumerate(xs)»:\n    out.append(x + n)\n    «pass|n = n|n += 1|out = out»\nreturn out',
  ),
  contract(
    LIST_LIST,
    ['post: all(__return__[j] «==|<=» «n|j|j + n» for j in range(len(__return__)))'],
    'out = []\ns = «0|n»\nfor i in range(len(xs)):\n    out.append(«s|n|i|s + i»)\n    s «= s|+= 1|= xs[i]|= n»\nreturn out',
  ),
  contract(
    LIST_BOOL,
    ['post: __return__'],
    'out = []\ns = «0|n»\nfor x in xs:\n    «if x > s:|if True:|if x > n:»\n        out.append(«x|s»)\n    s «+= x|= x|+= 1|= s|= max(s, x)»\nreturn all(v «>|==|<=» «s|n» for v in out)',
  ),
  contract(
    LIST_BOOL,
    ['post: __return__'],
    'for i in range(len(xs)):\n    if xs[i] > n:\n        return «True|False»\n    xs[i] = «xs[i]|n|n + 1|5»\nreturn all(x <= n for x in xs)',
  ),
  contract(
    LIST_LIST,
    ['post: all(x «==|>=» «n|0» for x in __return__)', 'post: len(__return__) == len(__old__.xs)'],
    'for i in range(«len(xs)|len(xs) - 1|1, len(xs)»):\n    xs[i] = «n|abs(xs[i])|0|xs[i]»\nreturn xs',
  ),
  contract(
    LIST_LIST,
    ['post: __return__ == xs', 'post: xs is not __return__'],
    'out = []\nfor x in «xs|xs[1:]|reversed(xs)»:\n    out«.append(x)| = out + [x]| = [x] + out|.insert(0, x)»\nreturn out',
  ),
  contract(
    LIST_LIST,
    ['post: all(__return__[j] <= __return__[j + 1] for j in range(len(__return__) - 1))'],
    'out = []\nm = «0|n»\nfor x in xs:\n    if x «>|>=|<» m:\n        m = x\n    out.append(«m|x»)\nreturn out',
  ),
  contract(
    '(xs: list[str], n: int) -> list[str]',
    ['post: all(len(x) «>|>=» 0 for x in __return__)', 'post: len(__return__) «<=|==» len(xs)'],
    "out = []\nlast = ''\nfor x in xs:\n    if «x|x != last|last»:\n        out.append(«x|last|x + 'a'»)\n    last = x\nreturn out",
  ),
  contract(
    '(xs: list[bool], n: int) -> bool',
    ['post: __return__'],
    'out = []\nb = «False|True»\nfor x in xs:\n    out.append(«b|x|not x»)\n    b = «not b|b|x»\nreturn all(v == «b|True|False» for v in out)',
  ),
];

const DIRECT: readonly string[] = [
  contract(
    LIST_BOOL,
    ['post: __return__'],
    'out = [[y for y in xs if y «>=|>|<=» x]«[0]|[-1]|[:1]» for x in xs]\nreturn all(v == out[0] for v in out)',
  ),
  contract(
    LIST_BOOL,
    ['post: __return__'],
    'out = [«max(xs)|min(xs)|max(x, n)|len(xs)|xs.count(x)|xs.index(x)» for x in xs]\nreturn all(v == out[0] for v in out)',
  ),
  contract(
    LIST_LIST,
    ['post: all(x «>|>=» n for x in __return__)', 'post: len(__return__) «<=|==» len(xs)'],
    'return [x«|+ 1» for x in xs if x «>|>=» n]',
  ),
  contract(
    '(xs: list[int], position: int) -> list[int]',
    ['post: all(__return__[i] == «i|position|xs[i] + i|xs[i] + position» for i in range(len(__return__)))'],
    'return [«position|x + position» for x in xs]',
  ),
  contract(
    '(factorial: list[int], n: int) -> bool',
    ['post: __return__'],
    'import math\nreturn all(v «>=|<=» 1 for v in factorial) or math.factorial(3) «==|!=» 6',
  ),
  contract(
    LIST_LIST,
    ['post: len(__return__) == len(xs)«| - 1| + 1»'],
    'return xs«[1:]|[:-1]|[::-1]|[1:] + xs[:1]| + [n]|[:n] + xs[n:]»',
  ),
  contract(
    LIST_LIST,
    ['post: __return__ «==|!=» xs'],
    'return «xs[:]|list(xs)|[x for x in xs]|list(reversed(xs))|sorted(xs)|xs[:n] + xs[n:]|xs + []»',
  ),
  contract(INT_LIST, ['pre: «-len(xs)|0|-len(xs) - 1» <= n «<|<=» len(xs)', 'post: __return__ in xs'], 'return xs[n]'),
  contract(
    LIST_BOOL,
    ['post: __return__'],
    'return «n in xs + [n]|n in xs|xs == xs[::-1]|(n in xs) == any(x == n for x in xs)|(n in xs) == (xs.count(n) > 0)|len(set(xs)) <= len(xs)|xs.count(n) <= len(xs)|sum(xs) >= 0|len(xs) >= 0»',
  ),
  contract(
    '(xs: list[int], ys: list[int]) -> int',
    ['post: __return__ == len(__old__.xs)«| + 1»', 'post: xs == __old__.xs«| + [1]»'],
    '«ys.append(1)|ys = ys + [1]|xs.append(1)|xs = xs + [1]»\nreturn len(xs)',
  ),
  contract(
    '(xs: list[int], ys: list[int]) -> bool',
    ['post: __return__'],
    'zs = [min(a, b) for a, b in zip(xs, ys)]\nreturn all(z «<=|==» x for z, x in zip(zs, «xs|ys|xs[1:]»)) and len(zs) «<=|==» len(xs)',
  ),
  contract(
    '(xs: list[tuple[int, int]], n: int) -> bool',
    ['post: __return__'],
    'return all(«a <= b|a + b == b + a|a * 0 == 0» for a, b in xs) or any(a «>|>=» b for a, b in xs)',
  ),
  contract(
    '(xs: set[int], n: int) -> bool',
    ['post: __return__'],
    'ys = xs | {n}\nreturn «n in ys|n in xs|len(ys) >= len(xs)|len(ys) > len(xs)|xs <= ys|ys <= xs»',
  ),
  contract(
    INT_LIST,
    ['pre: xs', 'post: __return__ «<=|>=|==» «max(xs)|min(xs)|xs[0]»'],
    'return «min(xs)|max(xs)|sum(xs)|xs[-1]|max(xs[0], xs[-1])»',
  ),
  contract(
    INT_LIST,
    ['pre: all(x >= 0 for x in xs)', 'post: __return__ «>=|>» 0', 'post: implies(xs, __return__ >= xs[«0|-1»])'],
    'return sum(xs«|[1:]»)',
  ),
];

const RECURSIVE: readonly string[] = [
  contract(
    INT_LIST,
    ['post: __return__ «>=|>» «0|n»'],
    'if not xs:\n    return «0|n|1»\nreturn «abs(xs[0])|xs[0]|1» + f(xs«[1:]|[:-1]», n)',
  ),
  contract(
    INT_LIST,
    ['post: __return__ == len(xs)'],
    'if «not xs|len(xs) < 2»:\n    return «0|len(xs)|1»\nreturn 1 + f(xs«[1:]|[:-1]|[2:]», n)',
  ),
  contract(
    INT_LIST,
    ['pre: xs', 'post: all(x <= __return__ for x in xs)'],
    'if len(xs) == 1:\n    return xs[0]\nreturn max(xs[«0|-1»], f(xs[«1:|:-1|:»], n))',
  ),
  contract(
    LIST_BOOL,
    ['post: __return__ == (n in xs)'],
    'if not xs:\n    return False\nreturn xs[0] «==|>=» n or f(xs[1:], n)',
  ),
  contract(
    LIST_LIST,
    ['post: len(__return__) «==|<=» len(xs)'],
    'if not xs:\n    return []\nreturn f(xs[1:], n) + [xs[0]]« if xs[0] > n else f(xs[1:], n)||»'.replace('||»', '|»'),
  ),
];

/** Modules that define `f`. */
export const LIST_TEMPLATES: readonly string[] = [...SEARCHES, ...BUILDERS, ...DIRECT, ...RECURSIVE];

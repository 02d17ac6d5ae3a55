"""Functions of a known class, which the comment before each names: written for this benchmark."""


# constant
def c1(xs: list[int]):
    return xs[0] + xs[-1]


# constant
def c2(n: int):
    return n * (n + 1) // 2


# constant
def c3(d: dict[int, int], key: int):
    return d.get(key)


# log n
def l1(xs: list[int], target: int):
    lo, hi = 0, len(xs)
    while lo < hi:
        m = (lo + hi) // 2
        if xs[m] < target:
            lo = m + 1
        else:
            hi = m
    return lo


# log n
def l2(n: int):
    k = 0
    while n > 1:
        n //= 2
        k += 1
    return k


# n
def n1(xs: list[int]):
    t = 0
    for x in xs:
        t += x
    return t


# n
def n2(xs: list[int]):
    return max(xs)


# n
def n3(s: str):
    return s[::-1] == s


# n
def n4(xs: list[int], target: int):
    return target in xs


# n
def n5(xs: list[int]):
    seen = set()
    for x in xs:
        if x in seen:
            return True
        seen.add(x)
    return False


# n
def n6(words: list[str]):
    d = {}
    for w in words:
        d[w] = d.get(w, 0) + 1
    return d


# n
def n7(graph: dict[int, list[int]], start: int):
    seen, todo = set(), [next(iter(graph))]
    while todo:
        v = todo.pop()
        if v not in seen:
            seen.add(v)
            todo.extend(graph[v])
    return seen


# n log n
def g1(xs: list[int]):
    return sorted(xs)[0]


# n log n
def g2(xs: list[int]):
    if len(xs) < 2:
        return xs
    m = len(xs) // 2
    a, b = g2(xs[:m]), g2(xs[m:])
    out, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            j += 1
    return out + a[i:] + b[j:]


# n log n
def g3(n: int):
    t = 0
    for _ in range(n):
        j = 1
        while j < n:
            j *= 2
            t += 1
    return t


# n²
def q1(xs: list[int], target: int):
    for i in range(len(xs)):
        for j in range(i):
            if xs[i] + xs[j] == target:
                return True
    return False


# n²
def q2(xs: list[int]):
    out = []
    for x in xs:
        if x not in out:
            out.append(x)
    return out


# n²
def q3(xs: list[int]):
    out = []
    while xs:
        out.append(xs.pop(0))
    return out


# n²
def q4(xs: list[int]):
    out = []
    for x in xs:
        out.insert(0, x)
    return out


# n²
def q5(s: str):
    out = ""
    for c in s:
        out += c
    return out


# n²
def q6(xs: list[int]):
    return xs[0] + q6(xs[1:]) if xs else 0


# n²
def q7(matrix: list[list[int]]):
    return sum(sum(row) for row in matrix)


# n²
def q8(xs: list[int]):
    return [sum(xs[:i]) for i in range(len(xs))]


# n²
def q9(xs: list[int]):
    xs = list(xs)
    for _ in range(len(xs)):
        for j in range(len(xs) - 1):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs


# n³
def t1(a: list[list[int]], b: list[list[int]]):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]


# n³
def t2(xs: list[int]):
    c = 0
    for a in xs:
        for b in xs:
            for d in xs:
                if a + b + d == 0:
                    c += 1
    return c


# 2^n
def e1(n: int):
    return n if n < 2 else e1(n - 1) + e1(n - 2)


# 2^n
def e2(xs: list[int]):
    if not xs:
        return [[]]
    r = e2(xs[1:])
    return r + [[xs[0]] + s for s in r]


# 2^n
def e3(n: int):
    if n == 0:
        return 0
    return e3(n - 1) + 1 + e3(n - 1)


# √n
def r1(n: int):
    i = 2
    while i * i <= n:
        if n % i == 0:
            return False
        i += 1
    return True

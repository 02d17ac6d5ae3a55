"""Functions of a known class, which the comment before each names: written for this benchmark."""


# constant
def c1(s: str):
    return s[:1].upper()


# constant
def c2(items: list[str]):
    return len(items) > 3


# constant
def c3(a: int, b: int):
    return a if a > b else b


# log n
def l1(a: int, b: int):
    while b:
        a, b = b, a % b
    return a


# log n
def l2(n: int):
    return 1 if n <= 1 else 1 + l2(n // 2)


# n
def n1(xs: list[int]):
    b = t = xs[0]
    for x in xs[1:]:
        t = max(x, t + x)
        b = max(b, t)
    return b


# n
def n2(words: list[str]):
    return ",".join(words)


# n
def n3(s: str):
    st = []
    for c in s:
        if c == "(":
            st.append(c)
        elif c == ")" and st:
            st.pop()
    return not st


# n
def n4(n: int):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, (a + b) % 1000007
    return a


# n
def n5(xs: list[int], target: int):
    seen = {}
    for i, x in enumerate(xs):
        if target - x in seen:
            return i
        seen[x] = i
    return -1


# n
def n6(xs: list[int]):
    i, j = 0, len(xs) - 1
    while i < j:
        xs[i], xs[j] = xs[j], xs[i]
        i += 1
        j -= 1
    return xs


# n
def n7(xs: list[int]):
    from collections import deque

    q = deque(xs)
    t = 0
    while q:
        t += q.popleft()
    return t


# n log n
def g1(words: list[str]):
    return sorted(words, key=lambda w: len(w))


# n log n
def g2(xs: list[int]):
    import heapq

    h = []
    for x in xs:
        heapq.heappush(h, -x)
    return [heapq.heappop(h) for _ in range(len(h))]


# n log n
def g3(intervals: list[tuple[int, int]]):
    intervals.sort()
    out = []
    for a, b in intervals:
        if out and out[-1][1] >= a:
            out[-1] = (out[-1][0], b)
        else:
            out.append((a, b))
    return out


# n²
def q1(xs: list[int]):
    return sum(1 for x in xs if xs.count(x) > 1)


# n²
def q2(a: list[int], b: list[int]):
    return [x for x in a if -x not in b]


# n²
def q3(xs: list[int]):
    out = []
    for x in xs:
        out = out + [x]
    return out


# n²
def q4(xs: list[int]):
    while xs:
        xs.remove(max(xs))
    return xs


# n²
def q5(a: str, b: str):
    prev = [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            row.append(prev[j] + 1 if x == y else max(prev[j + 1], row[j]))
        prev = row
    return prev[-1]


# n²
def q6(s: str):
    best = 0
    for i in range(len(s)):
        for j in range(i, len(s)):
            best = max(best, j - i)
    return best


# n²
def q7(xs: list[int]):
    for i in range(len(xs)):
        m = i
        for j in range(i + 1, len(xs)):
            if xs[j] < xs[m]:
                m = j
        xs[i], xs[m] = xs[m], xs[i]
    return xs


# n²
def q8(n: int):
    return [[i * j for j in range(n)] for i in range(n)]


# n²
def q9(xs: list[int]):
    i = 0
    while i < len(xs):
        del xs[0]
    return xs


# n³
def t1(dist: list[list[int]]):
    n = len(dist)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                dist[i][j] = min(dist[i][j], dist[i][k] + dist[k][j])
    return dist


# n³
def t2(s: str):
    c = 0
    for i in range(len(s)):
        for j in range(i + 1, len(s) + 1):
            c += s[i:j] == s[i:j][::-1]
    return c


# 2^n
def e1(n: int):
    return [""] if n == 0 else [p + c for p in e1(n - 1) for c in "01"]


# 2^n
def e2(xs: list[int], target: int):
    if not xs:
        return target == 0
    return e2(xs[1:], target) or e2(xs[1:], target - xs[0])


# 2^n
def e3(n: int):
    return 1 if n < 3 else e3(n - 1) + e3(n - 2) + e3(n - 3)


# √n
def r1(n: int):
    i = t = 0
    while t < n:
        i += 1
        t += i
    return i

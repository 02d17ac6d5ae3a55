"""Five programs in pure Python, each about one thing; prints the best of three runs in milliseconds, as JSON."""

import json
import time


def take(x, y, z):
    if y >= x:
        return z
    return take(take(x - 1, y, z), take(y - 1, z, x), take(z - 1, x, y))


def calls():
    for _ in range(3):
        take(16, 11, 5)


def floats():
    """Three bodies and their attraction, step by step."""
    bodies = [[0.0, 0.0, 0.0, 0.01, 10.0], [4.0, 0.0, 0.0, 1.6, 0.1], [-7.0, 1.0, 0.1, -1.2, 0.2]]
    for _ in range(30_000):
        for i, one in enumerate(bodies):
            for other in bodies[i + 1 :]:
                dx, dy = other[0] - one[0], other[1] - one[1]
                pull = 0.001 / (dx * dx + dy * dy + 0.05) ** 1.5
                one[2] += dx * pull * other[4]
                one[3] += dy * pull * other[4]
                other[2] -= dx * pull * one[4]
                other[3] -= dy * pull * one[4]
        for body in bodies:
            body[0] += body[2] * 0.001
            body[1] += body[3] * 0.001


RECORDS = [{"id": n, "name": f"record {n}", "scores": [n / 3, n / 7, None], "open": n % 2 == 0} for n in range(3000)]


def documents():
    for _ in range(5):
        json.loads(json.dumps(RECORDS))


def texts():
    lines = [f"{n:>8}|{n * n}|{n:x}" for n in range(60_000)]
    return sum(len(part) for line in lines for part in line.split("|"))


def loops():
    total, n = 0, 0
    for step in range(1_000_000):
        total += step & 7
    while n < 1_000_000:
        n += 1
    return total + n


def best(program):
    times = []
    for _ in range(3):
        started = time.perf_counter()
        program()
        times.append(time.perf_counter() - started)
    return min(times) * 1000


print(json.dumps({program.__name__: best(program) for program in (calls, floats, documents, texts, loops)}))

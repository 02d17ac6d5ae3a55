/** Findings by language, each beside code that is alike and costs nothing. */
import { beforeAll, expect, it } from 'vitest';
import { parsedSyntax } from '../../../../../test/parsed.ts';
import { readings } from '../../../../../test/readings.ts';
import type { SyntaxApi } from '../../../../syntax/service.ts';

let syntax: SyntaxApi;
beforeAll(async () => {
  syntax = await parsedSyntax();
});

/** Each function of a file with its findings, as `line kind`. */
async function found(path: string, text: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const { functions } = await syntax.flow({ path, text });
  const all = await readings(
    { [path]: text },
    functions.map(({ name, lineStart }) => ({ path, line: lineStart, functionName: name })),
    syntax,
  );
  return Object.fromEntries(
    functions.map(({ name, lineStart }, at) => {
      const issues = all[at]?.issues ?? [];
      return [name, issues.map(({ line, kind }) => `${line - lineStart} ${kind}`)];
    }),
  );
}

it('python', async () => {
  const text = `import re
import sqlite3
import requests

SAFE = re.compile(r"^(?:[a-z]+-)*[a-z]+$")
EVIL = re.compile(r"^(?:[a-z]+-?)*$")

def unique(xs: list[int]):
    seen = []
    for x in xs:
        if x not in seen:
            seen.append(x)
    return seen

def unique_ok(xs: list[int]):
    seen = set()
    for x in xs:
        if x not in seen and x in (1, 2, 3):
            seen.add(x)
    return [y for y in [1, 2] if y in xs]

def rows_ok(rows: list[list[int]]):
    return [1 for row in rows if 3 in row]

def text(names: list[str]):
    out = ""
    for name in names:
        out += name
    return out

def text_ok(rows: list[list[str]]):
    total = 0
    for row in rows:
        line = ""
        line += row[0]
        total += len(line)
    return total

def queue(todo: list[int]):
    while todo:
        todo.pop(0)

def queue_ok(todo: list[int], options: dict[int, int]):
    while todo:
        todo.pop()
        options.pop(0, None)

def users(db, ids: list[int]):
    return [db.execute("select * from users where id = ?", (id,)) for id in ids]

def users_ok(db, ids: list[int]):
    rows = db.execute("select * from users").fetchall()
    return [row for row in rows]

def load(db, key):
    return db.execute("select 1 where x = ?", (key,))

def through(db, keys: list[int]):
    for key in keys:
        load(db, key)

def pages(urls: list[str]):
    for url in urls:
        requests.get(url)

def retry_ok(url):
    for attempt in range(5):
        requests.get(url)
    while True:
        requests.get(url)

def same(xs: list[int], ys: list[int]):
    for x in xs:
        print(max(ys) - x)

def same_ok(xs: list[int], ys: list[int]):
    for x in xs:
        print(max(ys) - x)
        ys.append(x)

def sorting(xs: list[int]):
    heap = []
    for x in xs:
        heap.append(x)
        heap.sort()

def sorting_ok(rows: list[list[int]]):
    for row in rows:
        row.sort()

def fib(n: int):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

def fact_ok(n: int):
    return 1 if n < 2 else n * fact_ok(n - 1)

def total(xs: list[int]):
    return xs[0] + total(xs[1:]) if xs else 0

def matches(text):
    return EVIL.match(text)

def matches_ok(text):
    return SAFE.match(text) or re.search(r"(a|b)+$", text)

def join(orders: list[Order], users: list[User]):
    for order in orders:
        for user in users:
            if user.id == order.user:
                print(user)

def join_ok(orders: list[Order]):
    for order in orders:
        for line in order.lines:
            if line.id == order.first:
                print(line)
`;
  expect(await found('a.py', text)).toEqual({
    unique: ['3 search in a loop'],
    unique_ok: [],
    rows_ok: [],
    text: ['3 growing copy in a loop'],
    text_ok: [],
    queue: ['2 shift in a loop'],
    queue_ok: [],
    users: ['1 query in a loop'],
    users_ok: [],
    load: [],
    through: ['2 query in a loop'],
    pages: ['2 I/O in a loop'],
    retry_ok: [],
    same: ['2 repeated call'],
    same_ok: [],
    sorting: ['4 sort in a loop'],
    sorting_ok: [],
    fib: ['0 exponential recursion'],
    fact_ok: [],
    total: ['1 copy in a loop'],
    matches: ['-94 regular expression that backtracks'],
    matches_ok: [],
    join: ['2 loop in a loop'],
    join_ok: [],
  });
});

it('typescript', async () => {
  const text = `import { db } from './db';
export function unique(xs: number[]) {
  return xs.filter((x, at) => xs.indexOf(x) === at);
}
export function uniqueOk(xs: number[], all: Set<number>, name: string) {
  return xs.filter((x) => all.has(x) && name.includes('a') && ['a', 'b'].includes(name));
}
export function all(items: string[]) {
  return items.reduce((known, item) => ({ ...known, [item]: 1 }), {});
}
export function allOk(items: string[][]) {
  return items.map((row) => [...row, 'x']);
}
export function grown(items: number[]) {
  let out: number[] = [];
  for (const item of items) out = [...out, item];
  return out;
}
export function grownOk(items: number[]) {
  let text = '';
  for (const item of items) text += item;
  return text;
}
export function shifting(queue: number[]) {
  while (queue.length > 0) queue.shift();
}
export function shiftingOk(queue: number[]) {
  while (queue.length > 0) queue.pop();
  return queue.shift();
}
export async function pages(ids: string[]) {
  for (const id of ids) await fetch('/x/' + id);
}
export async function pagesOk(id: string) {
  for (let at = 0; at < 3; at++) await fetch('/x/' + id);
}
export function tests(words: string[], pattern: string) {
  return words.filter((word) => new RegExp(pattern).test(word));
}
export function testsOk(words: string[]) {
  return words.filter((word) => new RegExp(word).test('x') && /^(a|b)+$/.test(word));
}
export function evil(text: string) {
  return /^(\\d+\\s?)+$/.test(text);
}
`;
  expect(await found('a.ts', text)).toEqual({
    unique: ['1 search in a loop'],
    uniqueOk: [],
    all: ['1 growing copy in a loop'],
    allOk: [],
    grown: ['2 growing copy in a loop'],
    grownOk: [],
    shifting: ['1 shift in a loop'],
    shiftingOk: [],
    pages: ['1 I/O in a loop'],
    pagesOk: [],
    tests: ['1 repeated call'],
    testsOk: [],
    evil: ['1 regular expression that backtracks'],
  });
});

it.each([
  [
    'a.go',
    `package a
import ("database/sql"; "regexp")
func text(words []string) string {
	out := ""
	for _, word := range words { out += word }
	return out
}
func textOk(words []string) int {
	n := 0
	for _, word := range words { n += len(word) }
	return n
}
func users(db *sql.DB, ids []int) {
	for _, id := range ids { db.QueryRow("select 1", id) }
}
func usersOk(db *sql.DB, ids []int) { db.QueryRow("select 1", ids) }
func match(words []string) {
	for _, word := range words { regexp.MustCompile("a+").MatchString(word) }
}
`,
    { text: [2], textOk: [], users: [1], usersOk: [], match: [1] },
  ],
  [
    'A.java',
    `class A {
  List<Integer> unique(List<Integer> xs) {
    List<Integer> seen = new ArrayList<>();
    for (Integer x : xs) { if (!seen.contains(x)) seen.add(x); }
    return seen;
  }
  Set<Integer> uniqueOk(List<Integer> xs) {
    Set<Integer> seen = new HashSet<>();
    for (Integer x : xs) { if (!seen.contains(x)) seen.add(x); }
    return seen;
  }
  String text(List<String> words) {
    String out = "";
    for (String word : words) out += word;
    return out;
  }
  String textOk(List<String> words) {
    StringBuilder out = new StringBuilder();
    for (String word : words) out.append(word);
    return out.toString();
  }
  void shift(ArrayList<Integer> xs) { while (!xs.isEmpty()) xs.remove(0); }
  void shiftOk(ArrayDeque<Integer> xs) { while (!xs.isEmpty()) xs.poll(); }
}
`,
    { unique: [2], uniqueOk: [], text: [2], textOk: [], shift: [0], shiftOk: [] },
  ],
  [
    'A.cs',
    `class A {
  void Unique(List<int> xs) {
    var seen = new List<int>();
    foreach (var x in xs) { if (!seen.Contains(x)) seen.Add(x); }
  }
  void UniqueOk(List<int> xs) {
    var seen = new HashSet<int>();
    foreach (var x in xs) { if (!seen.Contains(x)) seen.Add(x); }
  }
  string Text(List<string> words) {
    string text = "";
    foreach (var word in words) { text += word; }
    return text;
  }
}
`,
    { Unique: [2], UniqueOk: [], Text: [2] },
  ],
  [
    'a.rb',
    `def unique(xs)
  seen = []
  xs.each { |x| seen << x unless seen.include?(x) }
  seen
end
def text(words)
  out = ""
  words.each { |word| out += word }
  out
end
def text_ok(words)
  words.each { |word| puts word }
end
`,
    { unique: [], text: [2], text_ok: [] },
  ],
  [
    'a.rs',
    `fn unique(xs: Vec<i32>) {
  let mut seen: Vec<i32> = Vec::new();
  for x in xs.iter() { if !seen.contains(x) { seen.push(*x); } }
}
fn unique_ok(xs: Vec<i32>) {
  let mut seen: HashSet<i32> = HashSet::new();
  for x in xs.iter() { if !seen.contains(x) { seen.insert(*x); } }
}
fn front(xs: Vec<i32>) {
  let mut out: Vec<i32> = Vec::new();
  for x in xs.iter() { out.insert(0, *x); }
}
`,
    { unique: [2], unique_ok: [], front: [2] },
  ],
  [
    'A.kt',
    `fun text(words: List<String>): String {
  var out = ""
  for (word in words) { out += word }
  return out
}
fun unique(xs: List<Int>) {
  val seen = mutableListOf<Int>()
  for (x in xs) { if (!seen.contains(x)) seen.add(x) }
}
`,
    { text: [2], unique: [2] },
  ],
  [
    'a.php',
    `<?php
function users($db, array $ids) {
  foreach ($ids as $id) { mysqli_query($db, "select $id"); }
}
function users_ok($db, array $ids) { mysqli_query($db, "select 1"); }
`,
    { users: [1], users_ok: [] },
  ],
])('%s', async (path, text, lines) => {
  const all = await found(path, text);
  expect(
    Object.fromEntries(
      Object.entries(all).map(([name, issues]) => [name, issues.map((each) => Number(each.split(' ')[0]))]),
    ),
  ).toEqual(lines);
});

import { beforeAll, expect, it } from 'vitest';
import { parsedSyntax } from '../../../test/parsed.ts';
import type { SyntaxApi } from '../service.ts';
import type { FlowForm, FunctionFlow } from './service.ts';

let syntax: SyntaxApi;
beforeAll(async () => {
  syntax = await parsedSyntax();
});

/** A form as code of no language. */
function written(form: FlowForm | undefined, flow: FunctionFlow): string {
  const inner = (each: FlowForm | undefined) => written(each, flow);
  switch (form?.is) {
    case undefined:
      return '';
    case 'name':
      return form.name;
    case 'number':
      return `${form.value}`;
    case 'text':
      return JSON.stringify(form.value ?? null);
    case 'call':
      return `${flow.calls[form.call]?.name}()`;
    case 'member':
      return `${inner(form.of)}.${form.name}`;
    case 'element':
      return `${inner(form.of)}[${inner(form.at)}]`;
    case 'part':
      return `${inner(form.of)}[${inner(form.from)}:${inner(form.to)}]`;
    case 'operation':
      return `(${form.operator} ${form.operands.map(inner).join(' ')})`;
    case 'made':
      return `${form.kind}{${form.items.map(inner).join(', ')}}`;
    case 'spread':
      return `...${inner(form.of)}`;
    case 'loop':
      return `${form.kind} of loop ${form.loop}`;
    case 'other':
      return '?';
  }
}

async function forms(path: string, text: string): Promise<readonly string[]> {
  const { functions } = await syntax.flow({ path, text });
  return functions.flatMap((flow) => [
    `types ${JSON.stringify(flow.types)}${flow.decorators.map((name) => ` @${name}`).join('')}`,
    ...flow.blocks
      .filter(({ kind }) => kind === 'loop')
      .map(({ form, binds }) => `loop ${binds.join(' ')}: ${written(form, flow)}`),
    ...flow.assignments.map(({ to, operator, value }) => {
      return `${written(to, flow)} ${operator} ${written(value.form, flow)}`;
    }),
    ...flow.calls
      .filter(({ on }) => on !== undefined)
      .map(({ name, on, arguments: given }) => {
        return `${written(on, flow)}.${name}(${given.map((each) => written(each.form, flow)).join(', ')})`;
      }),
    ...flow.operations.map(({ kind, of }) => `${kind} ${written(of, flow)}`),
  ]);
}

it.each([
  [
    'a.py',
    `@functools.lru_cache(None)
def f(a: list[int], b=1, *, c: str = ""):
    x: int = 3
    if a in b and x not in c:
        break
    y = a[1:b]
    z, w = [*a, -1], a[0].size
    q = 1 if a else f"{b}"
    return {k for k in a}
`,
  ],
  [
    'a.ts',
    `function f(a: number[], b?: string) {
  const x: Set<number> = new Set();
  for (let i = 0; i < a.length; i++) { a[i] += 1; y = [...a, 1]; }
  /a+/g.test(b);
  return a.map((each) => each >> 1);
}`,
  ],
  [
    'a.go',
    `package a
func f(a, c []int, b string) int {
	var x []string
	for i := 0; i < len(a); i++ { x = a[1:i] }
	for k, v := range a { y := []int{1}; break }
	for lo < 3 { lo *= 2 }
}`,
  ],
  [
    'A.java',
    `class A { int f(List<String> a, int[] b) {
  ArrayList<Integer> x = new ArrayList<>();
  for (int i = 0; i < b.length; i++) { b[i] = 1; x.add(i); }
  for (String s : a) break;
  return a ? (int) b : 2;
} }`,
  ],
  [
    'A.cs',
    `class A { int F(List<string> a, int[] b) {
  var x = new List<int>();
  for (int i = 0; i < b.Length; i++) { x.Insert(0, b[i]); i += 2; }
  foreach (var s in a) { q = q + s; }
} }`,
  ],
  [
    'a.rb',
    `def f(a, b = 1)
  x = []
  (0...a.length).each { |i| x << a[i] }
  while i < 3
    i += 1
  end
  1.upto(b) { |k| a =~ /x+/ }
  y = a[1..-1]
end
`,
  ],
  [
    'a.rs',
    `fn f(a: &[i32], b: Vec<String>) {
  let mut x: Vec<i32> = vec![];
  for i in 0..a.len() { x.insert(0, a[i]); }
  while lo < hi { lo = &a[1..]; }
}`,
  ],
  [
    'a.php',
    `<?php function f(array $a, string $b) {
  for ($i = 0; $i < count($a); $i++) { $b .= "x"; }
  foreach ($a as $k => $v) { $x[] = $a[$i]; break; }
}`,
  ],
  [
    'A.kt',
    `fun f(a: List<Int>, b: String): Int {
  var x = 0
  for (i in 0 until a.size) { x += a[i] }
  for (c in b) { x++ }
  val y: String = ""
}`,
  ],
])('%s', async (path, text) => expect(await forms(path, text)).toMatchSnapshot());

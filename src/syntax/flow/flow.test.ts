import { beforeAll, expect, it } from 'vitest';
import { parsedSyntax } from '../../../test/parsed.ts';
import type { SyntaxApi } from '../service.ts';
import type { FlowValue, FunctionFlow } from './service.ts';

let syntax: SyntaxApi;
beforeAll(async () => {
  syntax = await parsedSyntax();
});

/** The functions of a file, a line for each fact. */
async function flow(path: string, text: string): Promise<readonly string[]> {
  const { functions, supported, damaged } = await syntax.flow({ path, text });
  expect({ supported, damaged }).toEqual({ supported: true, damaged: false });
  return functions.flatMap(written);
}

function written({ name, scope, parameters, blocks, calls, assignments, exits, isAsync }: FunctionFlow): string[] {
  const place = (line: number, within: number | undefined): string => {
    const around: string[] = [];
    for (let at = within; at !== undefined; at = blocks[at]?.within) {
      const { kind, condition, iterates } = blocks[at] ?? {};
      around.unshift([kind, condition ?? iterates].filter((each) => each !== undefined).join(' '));
    }
    return `${line}${around.length > 0 ? ` in ${around.join(' > ')}` : ''}`;
  };
  const value = ({ text, reads }: FlowValue) => `${text}${reads.length > 0 ? ` {${reads.join(' ')}}` : ''}`;
  const facts = [
    ...calls.map(
      (call) =>
        [
          call.line,
          `${place(call.line, call.within)}: ${call.awaited ? 'await ' : ''}${call.qualifier ?? ''}${call.qualifier === undefined ? '' : '.'}${call.name}(${call.arguments.map((each) => (each.name === undefined ? '' : `${each.name}=`) + value(each)).join('; ')})`,
        ] as const,
    ),
    ...assignments.map(
      (each) =>
        [
          each.line,
          `${place(each.line, each.within)}: ${each.target} ${each.adds ? '+=' : '='} ${value(each.value)}`,
        ] as const,
    ),
    ...exits.map(
      (each) =>
        [
          each.line,
          `${place(each.line, each.within)}: ${each.kind} ${each.value ? value(each.value) : ''}`.trim(),
        ] as const,
    ),
  ];
  const title = `${isAsync ? 'async ' : ''}${scope === '' ? '' : `${scope}.`}${name}(${parameters.join(', ')})`;
  return [title, ...facts.toSorted(([one], [other]) => one - other).map(([, text]) => text)];
}

it('python', async () => {
  const text = `class Shop:
    async def total(self, rows, rate=1.0, *, sep=","):
        result = []
        for row in load(rows):
            if row.price > rate:
                result.append(convert(row, rate=rate))
            elif skip(row):
                continue
            else:
                raise ValueError(row)
        try:
            sent = await self.client.post(url, data=result)
        except (IOError, OSError) as error:
            log(error)
            return None
        finally:
            close()
        names = [clean(n) for n in names_of(rows) if n]
        while more():
            step()
        rows += [1]
        self.last = sent
        with open(path) as f:
            f.read()
        key = sorted(rows, key=lambda r: score(r))
        return sep.join(names) if names else ""
`;
  expect(await flow('a.py', text)).toMatchInlineSnapshot(`
    [
      "async Shop.total(self, rows, rate, sep)",
      "3: result = []",
      "4: load(rows {rows})",
      "6 in loop load(rows) > if row.price > rate: result.append(convert(row, rate=rate) {row rate})",
      "6 in loop load(rows) > if row.price > rate: convert(row {row}; rate=rate {rate})",
      "7 in loop load(rows): skip(row {row})",
      "10 in loop load(rows) > else: ValueError(row {row})",
      "10 in loop load(rows) > else: throw ValueError(row) {row}",
      "12 in try: await self.client.post(url; data=result {result})",
      "12 in try: sent = await self.client.post(url, data=result) {self result}",
      "14 in handler (IOError, OSError): log(error {error})",
      "15 in handler (IOError, OSError): return None",
      "17 in finally: close()",
      "18 in loop names_of(rows): clean(n {n})",
      "18: names_of(rows {rows})",
      "18: names = [clean(n) for n in names_of(rows) if n] {n rows}",
      "19 in loop more(): more()",
      "20 in loop more(): step()",
      "21: rows += [1]",
      "22: self.last = sent {sent}",
      "23 in with: open(path)",
      "24 in with: f.read()",
      "25: sorted(rows {rows}; key=lambda r: score(r) {r})",
      "25 in inner: score(r {r})",
      "25: key = sorted(rows, key=lambda r: score(r)) {rows r}",
      "26 in if names: sep.join(names {names})",
      "26: return sep.join(names) if names else "" {sep names}",
    ]
  `);
});

it('typescript', async () => {
  const text = `export const total = async (rows: Row[], { rate = 1 }: Options) => {
  const items = rows.map((row) => convert(row, rate));
  for (const item of items) await save(item);
  for (let i = 0; i < items.length; i++) step(items[i]);
  if (items.length === 0) throw new Error('none');
  else log(items);
  try {
    return await fetch(url(rate));
  } catch (error) {
    report(error);
  }
  switch (rate) {
    case 1:
      one();
      break;
    default:
      other();
  }
  return rate > 1 ? big() : small();
};
class A<T> {
  get(x: T) { return this.f(x); }
  late = (y: T) => y.use();
}
`;
  expect(await flow('a.ts', text)).toMatchInlineSnapshot(`
    [
      "async total(rows, rate)",
      "2: rows.map((row) => convert(row, rate) {row rate})",
      "2 in loop rows: convert(row {row}; rate {rate})",
      "2: items = rows.map((row) => convert(row, rate)) {rows row rate}",
      "3 in loop items: await save(item {item})",
      "4 in loop i < items.length: step(items[i] {items i})",
      "4 in loop i < items.length: i += i++ {i}",
      "4: i = 0",
      "5 in if items.length === 0: Error('none')",
      "5 in if items.length === 0: throw new Error('none')",
      "6 in else: log(items {items})",
      "8 in try: await fetch(url(rate) {rate})",
      "8 in try: url(rate {rate})",
      "8 in try: return await fetch(url(rate)) {rate}",
      "10 in handler: report(error {error})",
      "14 in case 1: one()",
      "17 in case: other()",
      "19 in if rate > 1: big()",
      "19 in else: small()",
      "19: return rate > 1 ? big() : small() {rate}",
      "A.get(x)",
      "22: this.f(x {x})",
      "22: return this.f(x) {x}",
      "A.late(y)",
      "23: y.use()",
      "23: return y.use() {y}",
    ]
  `);
});

it('go', async () => {
  const text = `package a
func (s *Shop) Total(rows []Row, rate float64) (float64, error) {
	total := 0.0
	for _, row := range rows {
		if price, err := s.price(row); err != nil {
			return 0, err
		}
		total += price(row)
	}
	for i := 0; i < 3; i++ { step(i) }
	switch rate { case 1: one(); default: other() }
	go func() { s.save(total) }()
	return total, nil
}
`;
  expect(await flow('a.go', text)).toMatchInlineSnapshot(`
    [
      "Shop.Total(s, rows, rate)",
      "3: total = 0.0",
      "5 in loop rows: s.price(row {row})",
      "5 in loop rows: price, err = s.price(row) {s row}",
      "6 in loop rows > if err != nil: return 0, err {err}",
      "8 in loop rows: price(row {row})",
      "8 in loop rows: total += price(row) {price row}",
      "10 in loop i < 3: step(i {i})",
      "10 in loop i < 3: i += i++ {i}",
      "10: i = 0",
      "11 in case 1: one()",
      "11 in case: other()",
      "12 in inner: s.save(total {total})",
      "13: return total, nil {total}",
    ]
  `);
});

it('java', async () => {
  const text = `class Shop {
  int total(List<Row> rows, int rate) throws IOException {
    int sum = 0;
    for (Row row : rows) { sum += convert(row, rate); }
    while (more()) step();
    try { client.send(new Request(sum)); } catch (IOException | RuntimeException e) { log(e); throw e; } finally { close(); }
    if (sum > 0) return sum; else fail();
    rows.stream().map(r -> price(r));
    return 0;
  }
}
`;
  expect(await flow('A.java', text)).toMatchInlineSnapshot(`
    [
      "Shop.total(rows, rate)",
      "3: sum = 0",
      "4 in loop rows: convert(row {row}; rate {rate})",
      "4 in loop rows: sum += convert(row, rate) {row rate}",
      "5 in loop more(): more()",
      "5 in loop more(): step()",
      "6 in try: client.send(new Request(sum) {sum})",
      "6 in try: Request(sum {sum})",
      "6 in handler IOException | RuntimeException: log(e {e})",
      "6 in finally: close()",
      "6 in handler IOException | RuntimeException: throw e {e}",
      "7 in else: fail()",
      "7 in if sum > 0: return sum {sum}",
      "8: rows.stream().map(r -> price(r) {r})",
      "8: rows.stream()",
      "8 in loop rows: price(r {r})",
      "9: return 0",
    ]
  `);
});

it('rust', async () => {
  const text = `impl Shop {
    pub async fn total(&self, rows: &[Row], rate: i32) -> i32 {
        let mut sum = 0;
        for row in rows.iter() { sum += convert(row, rate); }
        while more() { step(); }
        let names: Vec<_> = rows.iter().map(|r| price(r)).collect();
        match rate { 1 => one(), _ => other() }
        if sum > 0 { return sum; } else { fail(); }
        self.client.send(sum).await;
        finish(sum)
    }
}
`;
  expect(await flow('a.rs', text)).toMatchInlineSnapshot(`
    [
      "async Shop.total(rows, rate)",
      "3: sum = 0",
      "4: rows.iter()",
      "4 in loop rows.iter(): convert(row {row}; rate {rate})",
      "4 in loop rows.iter(): sum += convert(row, rate) {row rate}",
      "5 in loop more(): more()",
      "5 in loop more(): step()",
      "6: rows.iter().map(|r| price(r)).collect()",
      "6: rows.iter().map(|r| price(r) {r})",
      "6: rows.iter()",
      "6 in loop rows.iter(): price(r {r})",
      "6: names = rows.iter().map(|r| price(r)).collect() {rows r}",
      "7 in case 1: one()",
      "7 in case _: other()",
      "8 in else: fail()",
      "8 in if sum > 0: return sum {sum}",
      "9: await self.client.send(sum {sum})",
      "10: finish(sum {sum})",
      "10: return finish(sum) {sum}",
    ]
  `);
});

it('ruby', async () => {
  const text = `class Shop
  def total(rows, rate = 1)
    sum = 0
    rows.each do |row|
      sum += convert(row, rate)
    end
    begin
      send(sum)
    rescue IOError => e
      log(e)
    ensure
      close()
    end
    raise ArgumentError, "x" if sum.zero?
    finish(sum)
  end
end
`;
  expect(await flow('a.rb', text)).toMatchInlineSnapshot(`
    [
      "Shop.total(rows, rate)",
      "3: sum = 0",
      "4: rows.each()",
      "5 in loop rows: convert(row {row}; rate {rate})",
      "5 in loop rows: sum += convert(row, rate) {row rate}",
      "8 in try: send(sum {sum})",
      "10 in handler IOError: log(e {e})",
      "12 in finally: close()",
      "14 in if sum.zero?: raise(ArgumentError; "x")",
      "14: sum.zero()",
      "14 in if sum.zero?: throw ArgumentError",
      "15: finish(sum {sum})",
      "15: return finish(sum) {sum}",
    ]
  `);
});

it('csharp', async () => {
  const text = `class Shop {
  public async Task<int> Total(List<Row> rows, int rate) {
    var sum = 0;
    foreach (var row in rows) { sum += Convert(row, rate); }
    try { await client.SendAsync(sum); } catch (IOException e) { Log(e); throw; } finally { Close(); }
    if (sum > 0) { return sum; } else { Fail(); }
    rows.Select(r => Price(r));
    return 0;
  }
}
`;
  expect(await flow('A.cs', text)).toMatchInlineSnapshot(`
    [
      "async Shop.Total(rows, rate)",
      "3: sum = 0",
      "4 in loop rows: Convert(row {row}; rate {rate})",
      "4 in loop rows: sum += Convert(row, rate) {row rate}",
      "5 in try: await client.SendAsync(sum {sum})",
      "5 in handler IOException: Log(e {e})",
      "5 in finally: Close()",
      "5 in handler IOException: throw",
      "6 in else: Fail()",
      "6 in if sum > 0: return sum {sum}",
      "7: rows.Select(r => Price(r))",
      "7 in loop rows: Price(r)",
      "8: return 0",
    ]
  `);
});

it('php', async () => {
  const text = `<?php
class Shop {
  function total(array $rows, int $rate = 1): int {
    $sum = 0;
    foreach (load($rows) as $key => $row) { $sum += $this->convert($row, $rate); }
    try { $this->client->send($sum); } catch (IOException $e) { log_it($e); throw $e; } finally { close(); }
    if ($sum > 0) { return $sum; } else { fail(); }
    array_map(fn($r) => price($r), $rows);
    return Shop::last($sum);
  }
}
`;
  expect(await flow('a.php', text)).toMatchInlineSnapshot(`
    [
      "Shop.total(rows, rate)",
      "4: $sum = 0",
      "5: load($rows {rows})",
      "5 in loop load($rows): $this.convert($row {row}; $rate {rate})",
      "5 in loop load($rows): $sum += $this->convert($row, $rate) {row rate}",
      "6 in try: $this->client.send($sum {sum})",
      "6 in handler IOException: log_it($e {e})",
      "6 in finally: close()",
      "6 in handler IOException: throw $e {e}",
      "7 in else: fail()",
      "7 in if $sum > 0: return $sum {sum}",
      "8: array_map(fn($r) => price($r) {r}; $rows {rows})",
      "8 in loop $rows: price($r {r})",
      "9: Shop.last($sum {sum})",
      "9: return Shop::last($sum) {sum}",
    ]
  `);
});

it('kotlin', async () => {
  const text = `class Shop {
  fun total(rows: List<Row>, rate: Int): Int {
    var sum = 0
    for (row in rows) { sum += convert(row, rate) }
    try { client.send(sum) } catch (e: IOException) { log(e); throw e } finally { close() }
    if (sum > 0) { return sum } else { fail() }
    rows.map { price(it) }
    return 0
  }
}
`;
  expect(await flow('A.kt', text)).toMatchInlineSnapshot(`
    [
      "Shop.total(rows, rate)",
      "3: sum = 0",
      "4 in loop rows: convert(row {row}; rate {rate})",
      "4 in loop rows: sum += convert(row, rate) {row rate}",
      "5 in try: client.send(sum {sum})",
      "5 in handler IOException: log(e)",
      "5 in finally: close()",
      "5 in handler IOException: throw e",
      "6 in if sum > 0: fail()",
      "6 in if sum > 0: return sum {sum}",
      "7 in inner: price(it)",
      "8: return 0",
    ]
  `);
});

/** Why changes of references leave every answer right. Lines are as the change makes them; `without` is a statement that is left out. */
import type { RightChanges } from './right-change.ts';

const same = (file: string, why: string, ...lines: readonly string[]): RightChanges => ({
  file,
  lines,
  kind: 'equivalent',
  why,
});
const work = (file: string, why: string, ...lines: readonly string[]): RightChanges => ({
  file,
  lines,
  kind: 'work',
  why,
});

const HEAP = 'graph/shortest-paths.ts';
const CHAIN = 'dynamic_programming/chain.ts';
const COLORING = 'backtracking/coloring.ts';
const SUDOKU = 'backtracking/sudoku-grid.ts';
const DESCENT = 'optimization/gradient-descent.ts';
const ANNEALING = 'optimization/simulated-annealing.ts';
const GENETIC = 'optimization/genetic-algorithm.ts';
const LCS = 'dynamic_programming/lcs.ts';

export const RIGHT_CHANGES: readonly RightChanges[] = [
  same(
    'graph/graph.ts',
    'The searches read no weights, and the other graphs have a weight on every edge.',
    'for (const [from, to, weight = 2] of edges) {',
  ),
  work(
    HEAP,
    'What is taken from the heap again has a distance that is no shorter: it improves nothing.',
    'if (settled.has(vertex)) ;',
    'without settled.add(vertex); behind if (settled.has(vertex)) continue;',
  ),
  work(HEAP, 'Above the top is nothing to change places with.', 'for (let at = items.length - 1; at >= 0; ) {'),
  same(
    HEAP,
    'Of two equal distances either may be above: the heap stays in order.',
    'const least = (items[rightOf]?.[0] ?? Infinity) <= (items[left]?.[0] ?? Infinity) ? rightOf : left;',
    'if (one === undefined || other === undefined || one[0] > other[0]) return false;',
  ),
  same(
    HEAP,
    'A place right behind the last one holds nothing, which changes places with nothing.',
    'if (least > items.length || !this.#swapIfLess(least, at)) return first;',
  ),
  same(
    HEAP,
    'The place above is always in the heap.',
    'if (one === undefined && other === undefined || one[0] >= other[0]) return false;',
  ),
  work(
    HEAP,
    'Where the heap is in order it is looked at further, and nothing changes places.',
    'if (one === undefined || other === undefined || one[0] >= other[0]) return true;',
  ),
  work(
    HEAP,
    'As many rounds as vertices are enough: without a negative cycle the last of them changes nothing.',
    'for (let round = 1; ; round++) {',
  ),
  same(
    'graph/floyd-warshall.ts',
    'An equal distance takes the place of an equal one.',
    'if (row !== undefined && distance <= (row.get(to) ?? Infinity)) row.set(to, distance);',
  ),
  work(
    'graph/floyd-warshall.ts',
    'What is not known sums up to NaN, which is below nothing.',
    'if (first === undefined) ;',
  ),
  same(
    'divide_conquer/binary-search.ts',
    'Equal numbers have returned on the line before.',
    'if (number <= target) low = middle + 1;',
  ),
  same(
    'divide_conquer/merge-sort.ts',
    'Behind its end the first run counts as Infinity, which is above every number of the other.',
    'const takesFirst = next === other.length || (left <= one.length && first <= second);',
  ),
  same(
    'divide_conquer/merge-sort.ts',
    'Equal numbers look the same.',
    'const takesFirst = next === other.length || (left < one.length && first < second);',
  ),
  same(
    'greedy/activity-selection.ts',
    'Every activity has a start and an end: what stands in for them is never used.',
    'return activities.toSorted(([start = 1, end = 0], [otherStart = 0, otherEnd = 0]) =>',
    'return activities.toSorted(([start = 0, end = 1], [otherStart = 0, otherEnd = 0]) =>',
    'return activities.toSorted(([start = 0, end = 0], [otherStart = 1, otherEnd = 0]) =>',
    'return activities.toSorted(([start = 0, end = 0], [otherStart = 0, otherEnd = 1]) =>',
  ),
  same(
    'greedy/huffman.ts',
    'Of two equally light trees either leads to codes of the same bits in all.',
    'const takesLeaf = tree === undefined || (leaf !== undefined && leaf.weight < tree.weight);',
  ),
  work(
    'greedy/kruskal.ts',
    'Which part is put below which, and how far a vertex is from the top, changes the way there alone.',
    'const [small, large] = !(size < otherSize) ? [first, second] : [second, first];',
    'const [small, large] = size <= otherSize ? [first, second] : [second, first];',
    'without this.#sizes.set(large, size + otherSize); behind this.#above.set(small, large);',
    'this.#sizes.set(large, size - otherSize);',
    'without this.#above.set(at, next); behind const next = this.#above.get(above) ?? above;',
  ),
  same(
    'greedy/fractional-knapsack.ts',
    'Every item that weighs something gets its fraction in the loop.',
    'const fractions = weights.map((weight): number => (weight === 0 ? 1 : 1));',
  ),
  work(
    'backtracking/queens.ts',
    'On a board of four rows the search finds what the construction does.',
    'if (placed.length > 0 || n <= 4) return search(n, placed, 1, work)[0];',
    'if (placed.length > 0 || n < 5) return search(n, placed, 1, work)[0];',
  ),
  work(
    'backtracking/queens.ts',
    'A second solution is looked for, and the first is taken.',
    'if (placed.length > 0 || n < 4) return search(n, placed, 2, work)[0];',
    'left !== 0 && found.length <= most;',
  ),
  work(
    'backtracking/queens.ts',
    'Column 0 is tried in vain: a row that has a placed queen elsewhere leaves the column of that queen empty, and any other row is attacked by it.',
    'let bits = 1;',
  ),
  work(
    SUDOKU,
    'The rule of subsets runs less often, or never, or without effect: it only shortens the search, and the rule of single digits finds every contradiction of a full grid.',
    'if (!(changed)) break;',
    'const spare = bitsIn(union) + bitsIn(subset);',
    'if (spare >= 0 || subset === 0) continue;',
    'if (spare > 0 || subset !== 0) continue;',
    "without outcome = 'changed'; behind candidates[cell] = bits & ~union;",
  ),
  work(SUDOKU, 'The dear rule runs beside the cheap one, too.', 'if (changed) ;'),
  work(
    SUDOKU,
    'Behind its end an array of fixed length takes nothing, and the empty subset has no digits to remove.',
    'for (let subset = 1; subset <= unions.length; subset++) {',
    'if (spare > 0 || subset === 1) continue;',
  ),
  work(
    SUDOKU,
    'Digit 1 is not found by the rule that it has one cell left: the search finds it, and a unit that lacks it has another digit twice.',
    'let [settled, once, twice] = [0, 1, 0];',
    'let [settled, once, twice] = [0, 0, 1];',
  ),
  work(
    SUDOKU,
    'A cell without a digit, or with two that it alone can have, is found out when the unit lacks a digit.',
    "if (left === 0 && (left & (left - 1) & alone) !== 0) return 'contradiction';",
  ),
  same(
    SUDOKU,
    'Another cell, or another digit of a unit, is tried first; all choices of it are tried.',
    'if (isOpen(bits) && bitsIn(bits) <= (best?.length ?? 10))',
    'if (!(best === undefined || best.length === 2)) return best;',
    'if (best === undefined || best.length !== 2) return best;',
    'if (best === undefined || best.length === 3) return best;',
    'if (places.length > 2 && places.length < best.length) best = places.map((cell) => [cell, digit]);',
    'if (places.length > 1 && places.length <= best.length) best = places.map((cell) => [cell, digit]);',
    'if (places.length > 1 && places.length < best.length) ;',
  ),
  same(
    SUDOKU,
    'The choices of the cell are wrong, and eight or nine: a digit that is given leaves a unit with fewer cells, which are tried instead, unless all digits that are open are alike.',
    'best = DIGITS.filter((digit) => (bits & digit) !== 1).map((digit) => [cell, digit]);',
  ),
  same(
    COLORING,
    'Another vertex comes next; the search goes through all its colors, and through those of every other.',
    'choices.length <= best.choices.length ||',
    'choices.length < best.choices.length &&',
    '(choices.length !== best.choices.length &&',
    '(choices.length === best.choices.length ||',
    '(neighbours[vertex]?.size ?? 0) >= (neighbours[best.vertex]?.size ?? 0));',
    'if (!(choices.length === 0)) break;',
    'if (choices.length !== 0) break;',
  ),
  work(
    COLORING,
    'The next vertex is settled earlier, or later.',
    'if (choices.length === 1) break;',
    'if (choices.length === 0) ;',
  ),
  work(
    COLORING,
    'Two unused colors are tried where one stands for both.',
    'const unused = 2 + Math.max(-1, ...colored.map(({ vertex }) => colors[vertex] ?? -1));',
  ),
  work(
    COLORING,
    'A part that has its colors already is left as it is.',
    'if (seen.has(start)) ;',
    'for (const vertex of part) ;',
  ),
  same(COLORING, 'Any number below 0 begins the first round.', 'for (let before = -2; before !== easy.length; ) {'),
  same(
    COLORING,
    'No vertex is put aside: the search colors them all.',
    'for (let before = -1; before === easy.length; ) {',
  ),
  work(
    'backtracking/subset-sum.ts',
    'A number beyond the last counts as 0, and is in no choice that is reported.',
    'const sums = new Float64Array(2 << numbers.length);',
  ),
  work(
    'backtracking/subset-sum.ts',
    'Behind its end an array of fixed length takes nothing.',
    'for (let choice = 1; choice <= sums.length; choice++)',
  ),
  same(
    'dynamic_programming/knapsack-01.ts',
    'The array is longer than it has to be.',
    'const best = new Float64Array(room + 2);',
    'const row = new Uint8Array(room + 2);',
  ),
  same(
    'dynamic_programming/knapsack-01.ts',
    'Of two equally good choices the other is taken, in both tables.',
    'if (withItem < (best[left] ?? 0)) continue;',
  ),
  work(
    'dynamic_programming/knapsack-01.ts',
    'An item beyond the last is never taken.',
    'for (let item = weights.length + 1; item >= 0; item--) {',
  ),
  work(
    'dynamic_programming/knapsack-01.ts',
    'Capacity that no items use changes nothing.',
    'weights.reduce((sum, weight) => sum + weight, 1),',
  ),
  same(LCS, 'The table has rows or columns to spare.', 'const lengths = new Uint16Array((one.length + 2) * width);'),
  work(
    LCS,
    'The table has rows or columns to spare, which stay 0.',
    'const width = other.length + 2;',
    'for (let row = one.length + 1; row >= 0; row--) {',
  ),
  same(
    LCS,
    'All lengths are doubled, and compared with each other and with 0 only.',
    '? lengthAt(row + 1, column + 1) + 2',
  ),
  same(
    LCS,
    'One row further down is at most 1 less: where the row is left out, nothing is lost; where it is not, the other way is as long.',
    '} else if (lengthAt(row + 2, column) >= lengthAt(row, column + 1)) row += 1;',
  ),
  same(
    LCS,
    'Of two equally long ways the other is taken.',
    '} else if (lengthAt(row + 1, column) > lengthAt(row, column + 1)) row += 1;',
  ),
  same(
    'dynamic_programming/edit-distance.ts',
    'The row has a cell to spare.',
    'let row = Uint16Array.from({ length: other.length + 2 }, (_, column) => column);',
    'const next = new Uint16Array(other.length + 2);',
  ),
  same(
    'dynamic_programming/lis.ts',
    'Lengths are counted from 1 on, and the first place stays empty.',
    'let [low, high] = [1, ends.length];',
  ),
  same(
    'dynamic_programming/matrix-chain.ts',
    'A chain of one matrix has no split, and uses none.',
    'const [split = 1] = bestSplits(costs, from, to);',
  ),
  same(
    CHAIN,
    'Places behind the chain are looked at, too, but the first that costs the least is taken, and it is within.',
    'const splits = Array.from({ length: to + from - 1 }, (_, at) => from + 1 + at);',
    'const splits = Array.from({ length: to - from + 1 }, (_, at) => from + 1 + at);',
  ),
  same(
    CHAIN,
    'The table is larger than it has to be.',
    'const costs = new Float64Array((count + 2) ** 2);',
    'const costs = new Float64Array((count + 1) ** 3);',
  ),
  work(
    CHAIN,
    'Chains that go on behind the last matrix are computed, too; they are written where nothing is read.',
    'const count = dimensions.length + 1;',
    'for (let from = 0; from - length <= count; from++) {',
  ),
  same(
    DESCENT,
    'Where the descent is not at the minimum, the minimum is found without it; iterations are not checked.',
    'let [x, iterations] = [x0, 1];',
    'for (; iterations <= MOST_ITERATIONS && Math.abs(valueAt(slope, x)) > 1e-12; iterations++) {',
    'for (; iterations < MOST_ITERATIONS && Math.abs(valueAt(slope, x)) >= 1e-12; iterations++) {',
    'for (; iterations < MOST_ITERATIONS && Math.abs(valueAt(slope, x)) > 1.000000000001; iterations++) {',
    'without x -= learning_rate * valueAt(slope, x); behind work.spend(polynomial.length);',
    'x += learning_rate * valueAt(slope, x);',
    'x -= learning_rate + valueAt(slope, x);',
    'if (!(!Number.isFinite(x))) break;',
    'if (Number.isFinite(x)) break;',
    'if (!Number.isFinite(x)) ;',
  ),
  same(
    DESCENT,
    'What is this near is right, and so is the minimum.',
    'const found = Math.abs(x - minimum) < TOLERANCE / 10 ? x : minimum;',
    'const found = Math.abs(x - minimum) <= TOLERANCE / 11 ? x : minimum;',
  ),
  work(
    DESCENT,
    'Another interval around the minimum is halved; an end of it may be the minimum.',
    'let reach = 2;',
    'while (valueAt(slope, -reach) > 0 || valueAt(slope, reach) <= 0) reach *= 2;',
    'while (valueAt(slope, -reach) >= 0 || valueAt(slope, reach) < 0) reach *= 2;',
    'while (valueAt(slope, -reach) >= 0 || valueAt(slope, reach) <= 1) reach *= 2;',
    'while (valueAt(slope, -reach) >= 0 || valueAt(slope, reach) <= 0) reach *= 3;',
  ),
  work(
    'string/matching.ts',
    'Behind the whole pattern no letter goes on, so that the loop falls back by itself.',
    'if (length === wanted.length) ;',
  ),
  same(
    'numerical/newton-raphson.ts',
    'Iterations are not checked.',
    'return { root: next, iterations: iterations - 1 };',
    'return { root: next, iterations: iterations + 2 };',
  ),
  same(
    'numerical/polynomial.ts',
    'All values change their sign, and only their zeros, their quotients and whether signs are equal count.',
    'return polynomial.reduceRight((sum, each) => sum * x - each, 0);',
  ),
  same(
    'numerical/monte-carlo.ts',
    'Other points are drawn, each in the same part as before: the estimate is as near.',
    'const value = valueAt(polynomial, a + ((b - a) * (sample + random.below(1000001) / 1_000_000)) / samples);',
    'const value = valueAt(polynomial, a + ((b - a) * (sample + random.below(1_000_000) / 1000001)) / samples);',
  ),
  same(
    GENETIC,
    'The checker computes the mean itself, and no answer has it.',
    'let sum = 1;',
    'without sum += fitness; behind const fitness = fitnessOf(bits, instance);',
    'sum -= fitness;',
    'return { ...best, mean: sum * (1 << count) };',
    'return { ...best, mean: sum / (2 << count) };',
  ),
  work(
    GENETIC,
    'Bits beyond the last are cut off: sets that were there are tried again.',
    'for (let set = 1; set <= 1 << count; set++) {',
    'for (let set = 1; set < 2 << count; set++) {',
  ),
  same(GENETIC, 'Of equally fit bits the last are taken.', 'if (fitness >= best.fitness) best = { bits, fitness };'),
  same(
    ANNEALING,
    'The tables are longer than they have to be.',
    'const lengths = new Float64Array((2 << others) * count).fill(Infinity);',
    'const before = new Int8Array((2 << others) * count);',
  ),
  work(
    ANNEALING,
    'Behind the last city and the last set no way is known, and an array of fixed length takes nothing there.',
    'for (let city = 1; city <= count; city++) lengths[(1 << (city - 1)) * count + city] = between(0, city);',
    'for (let set = 1; set <= 1 << others; set++)',
    'for (let set = 1; set < 2 << others; set++)',
    'for (let last = 1; last <= count; last++) {',
    'if (length === Infinity) ;',
    'for (let next = 1; next <= count; next++) {',
    'for (let city = 2; city <= count; city++) if (closed(city) < closed(last)) last = city;',
  ),
  work(
    ANNEALING,
    'No tour begins with city 1: the same tour the other way round does not, and is as long.',
    'for (let set = 2; set < 1 << others; set++)',
  ),
  same(
    ANNEALING,
    'No tour ends with city 2: the same tour the other way round does not, and is as long.',
    'for (let city = 3; city < count; city++) if (closed(city) < closed(last)) last = city;',
  ),
  same(
    ANNEALING,
    'Of equally long tours another one is taken.',
    'if (length + between(last, next) <= (lengths[at] ?? Infinity)) {',
    'for (let city = 2; city < count; city++) if (closed(city) <= closed(last)) last = city;',
  ),
];

/** Functions of a known class, which the comment before each names: written for this benchmark. */

// constant
export function c1(xs: number[]): number {
  return (xs[0] ?? 0) + (xs.at(-1) ?? 0);
}

// constant
export function c2(board: string[]): boolean {
  for (let i = 0; i < 8; i++) {
    for (let j = 0; j < 8; j++) if (board[i]?.[j] === 'x') return true;
  }
  return false;
}

// log n
export function l1(xs: number[], target: number): number {
  let lo = 0;
  let hi = xs.length;
  while (lo < hi) {
    const mid = (lo + hi) >>> 1;
    if ((xs[mid] ?? 0) < target) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

// log n
export function l2(n: number): number {
  let bits = 0;
  while (n > 0) {
    bits += n & 1;
    n >>= 1;
  }
  return bits;
}

// n
export function n1(words: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

// n
export function n2(xs: number[]): number {
  return xs.filter((x) => x > 0).reduce((sum, x) => sum + x, 0);
}

// n
export function n3(xs: number[]): boolean {
  const seen = new Set<number>();
  return xs.some((x) => {
    if (seen.has(x)) return true;
    seen.add(x);
    return false;
  });
}

// n
export function n4(text: string): boolean {
  let i = 0;
  let j = text.length - 1;
  while (i < j) {
    if (text[i] !== text[j]) return false;
    i++;
    j--;
  }
  return true;
}

// n
export function n5(a: number[], b: number[]): number[] {
  const out: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if ((a[i] ?? 0) <= (b[j] ?? 0)) out.push(a[i++] ?? 0);
    else out.push(b[j++] ?? 0);
  }
  return out;
}

// n log n
export function g1(xs: number[]): number {
  const sorted = [...xs].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

// n²
export function q1(xs: number[]): number[] {
  return xs.filter((x, at) => xs.indexOf(x) === at);
}

// n²
export function q2(items: string[]): Record<string, number> {
  // biome-ignore lint/performance/noAccumulatingSpread: what it costs is what is asked.
  return items.reduce<Record<string, number>>((all, item, at) => ({ ...all, [item]: at }), {});
}

// n²
export function q3(queue: number[]): number {
  let sum = 0;
  while (queue.length > 0) sum += queue.shift() ?? 0;
  return sum;
}

// n²
export function q4(xs: number[]): number {
  let best = 0;
  for (let i = 0; i < xs.length; i++) {
    for (let j = i + 1; j < xs.length; j++) best = Math.max(best, Math.abs((xs[i] ?? 0) - (xs[j] ?? 0)));
  }
  return best;
}

// n²
export function q5(xs: number[]): number[] {
  if (xs.length === 0) return [];
  return [(xs[0] ?? 0) * 2, ...q5(xs.slice(1))];
}

// n³
export function t1(a: number[][], b: number[][]): number[][] {
  return a.map((row) => (b[0] ?? []).map((_, j) => row.reduce((sum, x, k) => sum + x * (b[k]?.[j] ?? 0), 0)));
}

// 2^n
export function e1(n: number): number {
  return n < 2 ? n : e1(n - 1) + e1(n - 2);
}

/** Lists and tables of numbers as CLRS' algorithms have them. */

export type Vector = readonly number[];
export type Matrix = readonly Vector[];

/** The item; 0 beyond the end. */
export function at(list: Vector, index: number): number {
  return list[index] ?? 0;
}

/** The cell; 0 beyond the end. */
export function cell(matrix: Matrix, row: number, column: number): number {
  return matrix[row]?.[column] ?? 0;
}

/** `count` values of an index. */
export function vector(count: number, value: (index: number) => number): number[] {
  return Array.from({ length: count }, (_, index) => value(index));
}

/** A table of values of row and column. */
export function table(rows: number, columns: number, value: (row: number, column: number) => number): number[][] {
  return Array.from({ length: rows }, (_, row) => vector(columns, (column) => value(row, column)));
}

/** 0, 1, 2 …: each points to itself. */
export function selves(count: number): number[] {
  return vector(count, (index) => index);
}

/** The list with other items at some places. */
export function put(list: Vector, ...changes: readonly (readonly [number, number])[]): number[] {
  const changed = [...list];
  for (const [index, value] of changes) changed[index] = value;
  return changed;
}

/** Each item points to the one before it in this order, the first to itself (`pred_h`). */
export function predecessors(order: Vector): number[] {
  const pointers = selves(order.length);
  for (const [index, node] of order.entries()) if (index > 0) pointers[node] = at(order, index - 1);
  return pointers;
}

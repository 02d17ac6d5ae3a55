/** Arrays: counted and compared, without an algorithm. */
import { haveSameItems, type Oracle, oracle } from './oracle.ts';

export const DIVIDE_CONQUER: Readonly<Record<string, Oracle>> = {
  binary_search: oracle(
    (
      { array, target }: { array: readonly number[]; target: number },
      { index, found }: { index?: number | null; found?: boolean },
    ) => {
      const isThere = array.some((each) => each === target);
      if (found !== undefined && found !== isThere) return false;
      if (index === undefined) return found === false;
      return isThere ? index !== null && array[index] === target : index === null || index === -1;
    },
  ),
  merge_sort: oracle(
    ({ array }: { array: readonly number[] }, { sorted }: { sorted: readonly number[] }) =>
      haveSameItems(array, sorted) && sorted.slice(1).every((each, at) => each >= (sorted[at] ?? 0)),
  ),
  quickselect: oracle(
    ({ array, k }: { array: readonly number[]; k: number }, { value }: { value: number }) =>
      array.includes(value) &&
      array.filter((each) => each < value).length < k &&
      array.filter((each) => each <= value).length >= k,
  ),
};

/** Texts of the scaffolds that divide and conquer. */
import type { ScaffoldTexts } from './text.ts';

export const DIVIDE_CONQUER_TEXTS: ScaffoldTexts = {
  binary_search: {
    when: 'Finding a value in a sorted array.',
    state: 'The part of the array, from low to high, in which the value still can be.',
    start: 'low is 0, high is the last index.',
    steps: [
      'Look at middle = ⌊(low + high) / 2⌋.',
      'If the value stands there, it is found. If what stands there is smaller, low becomes middle + 1; else high becomes middle - 1.',
    ],
    end: 'The value is found, or low is above high: it is not there.',
    verify: [
      'The array has the value at the index.',
      'If it is not found, a smaller and a larger element are neighbours where it would stand.',
    ],
    mistakes: [
      'low or high becomes middle itself, so that the search never ends.',
      'The last element is left out.',
      'A position counted from 1 is given for an index from 0.',
    ],
  },
  merge_sort: {
    when: 'Sorting with a number of steps that grows as n log n, whatever the order before.',
    state: 'Parts of the array that are sorted by themselves.',
    start: 'Every element is a part of one.',
    steps: ['Merge two sorted parts: take the smaller of their first elements, again and again, until both are empty.'],
    end: 'There is one part.',
    verify: ['No element is larger than the next.', 'Every value stands there as often as before.'],
    mistakes: ['What is left of one part is forgotten when the other is empty.', 'Equal elements are merged into one.'],
  },
  quickselect: {
    when: 'The k-th smallest element, without sorting everything.',
    state: 'The part of the array in which the element is, and how many elements are smaller than all of it.',
    start: 'The whole array; k counts from 1.',
    steps: [
      'Choose a pivot of the part and divide the part: smaller elements, equal ones, larger ones.',
      'Go on with the group that the k-th element falls into; k goes down by the elements that are left behind below it.',
    ],
    end: 'The element falls into the group of those equal to the pivot.',
    verify: ['Fewer than k elements are smaller than the value.', 'At least k elements are smaller or equal.'],
    mistakes: [
      'k is counted from 0.',
      'k is not reduced when the larger group is chosen.',
      'Elements equal to the pivot get lost.',
    ],
  },
};

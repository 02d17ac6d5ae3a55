/** Texts of the scaffolds of dynamic programming. */
import type { ScaffoldTexts } from './text.ts';

export const DYNAMIC_PROGRAMMING_TEXTS: ScaffoldTexts = {
  knapsack_01: {
    when: 'The most valuable load, where an item is taken as a whole or left.',
    state: 'A table: the best value of the first i items within each capacity from 0 on.',
    start: 'Without items the best value is 0 for every capacity.',
    steps: [
      'For the next item and each capacity: the better of leaving it (the row above) and of taking it (the row above, at the capacity less its weight, plus its value), if it fits.',
    ],
    end: 'The table has a row for every item. Back from the last entry: where it differs from the one above, the item was taken.',
    verify: ['The weights of the chosen items fit.', 'Their values add up to the last entry of the table.'],
    mistakes: [
      'The row of the item itself is used, so that it is taken twice.',
      'Items are taken by value per weight, as if parts could be taken.',
      'Items are counted from 1.',
    ],
  },
  lcs: {
    when: 'What two texts have in common in the same order, with gaps.',
    state: 'A table: the length of the longest common subsequence of the first i and the first j characters.',
    start: 'The row and the column 0 are 0.',
    steps: [
      'If the next characters are equal: one more than the entry diagonally before. Else the larger of the entries above and to the left.',
    ],
    end: 'The table is full. Back from its last entry, each diagonal step of equal characters is one of the subsequence.',
    verify: ['The subsequence stands in both texts, in its order.', 'Its length is the last entry.'],
    mistakes: [
      'A substring without gaps is looked for.',
      'Equal characters add one to the entry above, not to the diagonal one.',
    ],
  },
  edit_distance: {
    when: 'How many insertions, deletions and replacements turn one text into another.',
    state: 'A table: the distance of the first i characters of one text and the first j of the other.',
    start: 'The entry (i, 0) is i, and (0, j) is j.',
    steps: [
      'If the next characters are equal: the entry diagonally before. Else one more than the least of the entries above, to the left and diagonally before.',
    ],
    end: 'The table is full; its last entry is the distance.',
    verify: [
      'It is at least the difference of the lengths, and at most the longer length.',
      'Going back through the table gives that many edits.',
    ],
    mistakes: ['The first row and column are left at 0.', 'A replacement is counted as two edits.'],
  },
  lis: {
    when: 'The longest part of a sequence that rises, with gaps.',
    state: 'For each element, the length of the longest rising subsequence that ends with it.',
    start: 'Nothing is known of any element.',
    steps: [
      'For the next element: one more than the largest length among the elements before it that are smaller; 1 if there is none.',
    ],
    end: 'Every element has its length; the largest is the answer. Back from it, each element before is a smaller one whose length is one less.',
    verify: [
      'Each element of the subsequence is larger than the one before.',
      'They stand in the sequence in this order.',
    ],
    mistakes: [
      'Equal elements are taken: it has to rise strictly.',
      'Neighbours only are compared.',
      'The sequence is sorted first.',
    ],
  },
  matrix_chain: {
    when: 'The order in which a chain of matrices is multiplied with the fewest multiplications of numbers.',
    state: 'A table: the least cost of multiplying the matrices i to j.',
    start: 'A single matrix costs 0.',
    steps: [
      'For the chains of the next length: over all places k to split i to j, the least of cost(i, k) + cost(k+1, j) + rows(i) · columns(k) · columns(j).',
    ],
    end: 'The cost of the whole chain is known. Back from it, the places of the splits are the parentheses.',
    verify: ['The cost of the given parentheses, counted product by product, is the least cost.'],
    mistakes: [
      'The dimensions of the wrong matrix are multiplied: there is one more dimension than there are matrices.',
      'The cheapest first product is chosen each time.',
    ],
  },
};

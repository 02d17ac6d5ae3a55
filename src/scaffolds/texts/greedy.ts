/** Texts of the greedy scaffolds. */
import type { ScaffoldTexts } from './text.ts';

export const GREEDY_TEXTS: ScaffoldTexts = {
  activity_selection: {
    when: 'As many activities as possible with one room or machine, all worth the same.',
    state: 'The activities that were chosen, and when the last of them ends.',
    start: 'Nothing is chosen. The activities are sorted by when they end.',
    steps: ['Take the next activity by its end. Choose it if it starts no earlier than the last chosen one ends.'],
    end: 'Every activity was looked at.',
    verify: [
      'No two chosen activities overlap; one may start when another ends.',
      'There is no larger set: each chosen activity ends as early as one in its place can.',
    ],
    mistakes: [
      'The activities are sorted by their start or by their length.',
      'One that starts exactly when another ends is left out.',
    ],
  },
  huffman: {
    when: 'A code without prefixes that makes a text with known frequencies shortest.',
    state: 'Trees, each with the sum of the frequencies of its symbols.',
    start: 'Every symbol is a tree.',
    steps: ['Join two trees with the least sums: one becomes the branch 0, the other the branch 1 of a new tree.'],
    end: 'There is one tree. The code of a symbol is the way from the root to it; a single symbol has a code of one bit.',
    verify: [
      'No code is the beginning of another one.',
      'The sum of frequency times length is the sum of all joined sums.',
    ],
    mistakes: [
      'The new tree is not put back among the others.',
      'Symbols are joined in their order, not by their sums.',
      'A single symbol gets an empty code.',
    ],
  },
  kruskal: {
    when: 'The cheapest edges that keep everything connected.',
    state: 'The chosen edges, and which vertices they connect.',
    start: 'Nothing is chosen; every vertex is a component. The edges are sorted by weight.',
    steps: ['Take the next edge. Choose it if its ends lie in different components, which become one.'],
    end: 'All vertices are connected, or the edges are used up: then each part of the graph has its own tree.',
    verify: [
      'There is no cycle: vertices less components is the number of edges.',
      'An edge that was not chosen is not lighter than the heaviest on the way between its ends.',
    ],
    mistakes: [
      'An edge is refused because both ends were visited, although they lie in different components.',
      'The lightest edges are taken although they close a cycle.',
    ],
  },
  fractional_knapsack: {
    when: 'The most valuable load, where parts of items may be taken.',
    state: 'The capacity that is left, and the value of what was taken.',
    start: 'The whole capacity is left. The items are sorted by value per weight, the best first.',
    steps: ['Take as much of the next item as fits: all of it, or the part that fills the capacity.'],
    end: 'Nothing is left of the capacity, or of the items.',
    verify: [
      'The weights of all fractions fit into the capacity.',
      'Nothing of an item was left while something less valuable per weight was taken.',
    ],
    mistakes: [
      'Items are sorted by value alone.',
      'The last item is left out because it does not fit as a whole.',
      'Items without weight are left behind.',
    ],
  },
};

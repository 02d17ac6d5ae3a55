/** A generic scaffold for each category: how to work by an algorithm that is none of the 33. */
import type { Category } from '../scaffold.ts';
import type { ScaffoldOverview } from '../service.ts';
import { renderRounds } from './render.ts';
import type { ScaffoldText } from './text.ts';

/** Words in braces are to be replaced by what the algorithm has in their place. */
export const TEMPLATES: Readonly<Record<Category, ScaffoldText>> = {
  graph: {
    when: 'Things with connections, and a question about ways, reach, order or components.',
    state:
      'Write down for every vertex {its value, such as a distance}, {where it came from}, and which vertices are {settled}. Keep {the frontier}: what was found and is not settled.',
    start:
      'List the vertices and the edges, each with its direction and weight. {The first vertices} are in the frontier.',
    steps: [
      'Take {the next vertex: first in, last in, least value} from the frontier. Say why it is the next one, and name its ties.',
      'Look at every edge from it, one by one. Change {the value of its other end} only if {the new value is better}.',
      'Write the whole state down again, what did not change included.',
    ],
    end: 'The frontier is empty, or {the goal} is settled. What was never found cannot be reached: say so.',
    verify: [
      'Every edge agrees with the result: none makes a value better.',
      'Every value is reached by an edge from where it came from.',
      'Every vertex is in the answer, those without a way included.',
    ],
    mistakes: [
      'An edge is followed in a direction that it does not have, or an undirected one in one direction only.',
      'A vertex is settled when it is found, where it has to be settled when it is taken.',
      'The method does not allow {negative weights, cycles}, and the graph has them.',
    ],
  },
  divide_conquer: {
    when: 'A problem that falls into smaller ones of its own kind, whose answers can be put together.',
    state: 'The ranges {from, to} that are open, which bounds belong to them, and the answers of those that are done.',
    start: 'One range: everything. Write down whether its end belongs to it, and count from 0 or from 1 throughout.',
    steps: [
      'Is the range {small enough}? Then answer it directly.',
      'Else split it at {the middle, a pivot}. Write down both parts with their bounds.',
      'Go on with {the part that can hold the answer}, or with both.',
      '{Put the answers together}, and write the result down.',
    ],
    end: 'The first range has its answer.',
    verify: [
      'The parts of each range have all of its elements, and none twice.',
      'A range of none and a range of one are answered rightly.',
      'Each range is smaller than the one that it is a part of.',
    ],
    mistakes: [
      'A bound is off by one: an element is in both parts, or in none.',
      'Equal elements are lost or doubled where parts are put together.',
      'The middle of an even number is rounded now up and now down.',
    ],
  },
  greedy: {
    when: 'A choice that is best now is never regretted, which can be proved by an exchange: another solution can take it over and is no worse.',
    state: 'The candidates in their order, what was chosen, and {what is left: room, time, components}.',
    start: 'Put the candidates into the order of {the rule: end, ratio, weight}. Write that order down, with its ties.',
    steps: [
      'Take the next candidate of the order.',
      'Does it fit with what was chosen? Say which condition decides, with its numbers.',
      'Choose it or leave it, and write down {what is left}.',
    ],
    end: 'No candidate is left, or nothing can be added.',
    verify: [
      'What was chosen keeps every condition, pair by pair.',
      'No candidate that was left would still fit.',
      'The total is added up anew from what was chosen.',
    ],
    mistakes: [
      'The order is by the wrong quantity, such as start and not end.',
      'The exchange does not hold: whole items of different weights need dynamic programming.',
      'Candidates that touch (one ends where the next begins) are treated now as a conflict and now as none.',
    ],
  },
  backtracking: {
    when: 'Choices under conditions, where a partial solution already shows that it cannot become a whole one.',
    state: 'The choices so far in their order, what each place can still be, and which alternatives were tried.',
    start: 'No choice is made. Write down the conditions, and {what each place can be}.',
    steps: [
      'Choose the place {with the fewest possibilities}. Its ties may be taken in any order.',
      'Try its next possibility: name the conditions that it has to keep, and check each of them.',
      'If it keeps them, write it down and go on with the next place.',
      'If nothing is possible, take the last choice back, and strike that possibility out.',
    ],
    end: 'Every place has a choice: a solution. The first place has no possibility left: there is none.',
    verify: [
      'Every condition holds in the whole solution, checked from the beginning.',
      'Before you say that there is no solution: every possibility of the first place was tried.',
      'Where solutions are counted: none is counted twice, and mirrored ones are solutions of their own.',
    ],
    mistakes: [
      'A choice is taken back, and what followed from it is not.',
      'A possibility is tried a second time, or skipped, after going back.',
      'Only conditions with the neighbour are checked, not with all choices so far.',
    ],
  },
  dynamic_programming: {
    when: 'The best solution consists of best solutions of smaller problems, and the same smaller ones come up again and again.',
    state: 'A table: {what an entry stands for, in a sentence with its indices}.',
    start: 'Write down the entries that are known without any choice: {empty prefix, nothing to take, one element}.',
    steps: [
      'Go through the entries in an order in which everything that one needs stands before it.',
      'Compute the entry from {its alternatives}. Write each alternative with its value, then {the best}.',
      'Note which alternative it was: the way back needs it.',
    ],
    end: 'The entry of the whole problem is there. Go back from it along the noted alternatives, and read the solution off.',
    verify: [
      'The solution that was read off has the value of the entry, added up anew.',
      'The first row and the first column are what the sentence about entries says.',
      'A small part of the problem, solved by hand, has the value of its entry.',
    ],
    mistakes: [
      'Indices of the table and of the input differ by one.',
      'An alternative is missing, such as to leave the element out.',
      'An entry is used that already contains the element (each may be taken once).',
    ],
  },
  optimization: {
    when: 'A good solution is wanted where the best cannot be computed, or where only slopes and neighbours are known.',
    state:
      'The point or the solutions with their values, the best so far, and {what controls the search: rate, temperature, population}.',
    start: '{The first point}, its value, and the values of what controls the search.',
    steps: [
      'Make {a candidate: a step along the slope, a neighbour, a child}. Write down what was drawn at random.',
      'Compute its value completely. Do not guess it from the change.',
      'Decide by {the rule} whether it is kept, with the numbers that decide.',
      'Change {what controls the search}, and keep the best so far apart.',
    ],
    end: '{The slope is 0, nothing is better, the temperature is low, the rounds are over}. The best so far is the answer.',
    verify: [
      'The value of the answer, computed anew, is what is stated.',
      'The answer keeps every condition of the problem.',
      'It is as good as what was asked for, by the stated bound or tolerance.',
    ],
    mistakes: [
      'The sign is wrong: it goes up where it should go down.',
      'The last solution is given, not the best.',
      'A local optimum is called the best of all.',
    ],
  },
  string: {
    when: 'Patterns, prefixes and parts of texts, where comparing everything with everything is too much.',
    state: 'The position in the text, {the position in the pattern, the hash, the node}, and the matches so far.',
    start:
      'Write the text with its positions from 0. Build {the table, the hash of the pattern, the tree} first, and check it by hand.',
    steps: [
      'Read the next character, and write it down with its position.',
      'Go on by {the table, the next hash, the edge of the tree}; without comparing again what is known.',
      'Is something complete? Note where it begins, and go on in such a way that overlapping matches are found.',
    ],
    end: 'The text has been read to its end.',
    verify: [
      'At each stated position the text has the whole pattern, character by character.',
      'No position is missing: look for the first character of the pattern everywhere else.',
      'Case, spaces and the empty text are treated as the task says.',
    ],
    mistakes: [
      'The end of a match is given, not its begin.',
      'Matches that overlap are lost.',
      'Equal hashes are taken for equal texts.',
    ],
  },
  numerical: {
    when: 'A number that has no closed form, or whose closed form is no use: roots, integrals, solutions of equations.',
    state: '{The approximation or the interval}, the value of the function there, and a bound of the error.',
    start:
      '{The first approximation or interval}, the tolerance, and what the method needs: {a change of sign, a slope that is not 0}.',
    steps: [
      'Evaluate {f, its slope} at the point, with all digits that are needed.',
      'Compute the next {approximation, half, sample} by the formula, with the numbers put in.',
      'Write down the new approximation and {the bound of its error}.',
    ],
    end: '{The error is below the tolerance}, or the stated number of rounds is over.',
    verify: [
      'Put the result in: {f is as good as 0, both sides agree}.',
      'The error is below the tolerance, not only the last step.',
      'A rough estimate has the same sign and size.',
    ],
    mistakes: [
      'Digits are cut early, and the error grows from round to round.',
      'A small step is taken for a small error.',
      'The condition that the method needs does not hold: it goes astray without a sign of it.',
    ],
  },
};

/** The template of a category as Markdown; `members` are its scaffolds, which show it filled in. */
export function renderTemplate(category: Category, members: readonly ScaffoldOverview[]): string {
  const lines = [
    `# Template: ${category.replaceAll('_', ' ')}`,
    'For an algorithm of this kind that has no scaffold of its own. Replace what stands in braces before the first round, and write that down.',
    ...renderRounds(TEMPLATES[category]),
    '## Steps',
    'Write a row for each round: what was taken, what decided, and the whole state behind it. Someone else has to be able to go on from any row.',
    '## Scaffolds that fill it in',
    members.map(({ name, purpose }) => `- \`lemma://scaffolds/${name}\`: ${purpose}`).join('\n'),
  ];
  return `${lines.join('\n\n')}\n`;
}

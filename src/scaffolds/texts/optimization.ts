/** Texts of the scaffolds of optimization. */
import type { ScaffoldTexts } from './text.ts';

export const OPTIMIZATION_TEXTS: ScaffoldTexts = {
  gradient_descent: {
    when: 'The minimum of a smooth function whose slope can be computed.',
    state: 'The point x.',
    start: 'x is the given first point.',
    steps: ["x becomes x less the learning rate times the slope f'(x)."],
    end: 'The slope is as good as 0.',
    verify: [
      'The slope at the point is 0, to within the tolerance.',
      'f is larger a little to the left and to the right.',
    ],
    mistakes: [
      'The slope is added and not subtracted.',
      'The value of f is used in place of its slope.',
      'It stops because the steps are small, far from where the slope is 0.',
    ],
  },
  simulated_annealing: {
    when: 'Good solutions where there are far too many to try, and small changes make small differences.',
    state: 'A solution, its cost, and a temperature that falls.',
    start: 'Any solution, and a temperature at which most changes are accepted.',
    steps: [
      'Change the solution a little at random.',
      'Keep the change if it is better; if it is worse by d, keep it with the probability exp(-d / temperature).',
      'Lower the temperature.',
    ],
    end: 'The temperature is so low that nothing changes any longer. The best solution seen is the answer.',
    verify: [
      'Every city is visited once, and the trip ends where it began.',
      'The length is the sum of all legs, the last one back included.',
      'It is no longer than the bound.',
    ],
    mistakes: [
      'The leg back to the first city is forgotten in the length.',
      'Only better changes are kept: that is hill climbing.',
      'The last solution is given and not the best.',
    ],
  },
  genetic_algorithm: {
    when: 'Good combinations of many choices that depend on each other.',
    state: 'A population of solutions with their fitness.',
    start: 'Random solutions.',
    steps: [
      'Choose parents, the fitter more often.',
      'Cross them: a part of one and the rest of the other.',
      'Change few bits at random.',
      'The children replace the population; the best one stays.',
    ],
    end: 'The best fitness reaches the bound, or has not grown for long.',
    verify: ['The fitness of the bits, added up anew, is what is stated.', 'It reaches the bound.'],
    mistakes: ['What pairs add is forgotten, or counted twice.', 'The best solution is lost in a later generation.'],
  },
  hill_climbing: {
    when: 'A local maximum from a given start, by the steepest way up.',
    state: 'The cell on which the climb stands.',
    start: 'The start.',
    steps: ['Go to the highest of the neighbours above, below, left and right, if it is higher than where you stand.'],
    end: 'No neighbour is higher.',
    verify: ['No neighbour of the cell is higher.', 'Each cell on the way is a highest neighbour of the one before.'],
    mistakes: [
      'The highest cell of the whole grid is given.',
      'An equally high neighbour is gone to.',
      'Diagonal neighbours are counted.',
    ],
  },
};

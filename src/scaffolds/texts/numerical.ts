/** Texts of the numerical scaffolds. */
import type { ScaffoldTexts } from './text.ts';

export const NUMERICAL_TEXTS: ScaffoldTexts = {
  newton_raphson: {
    when: 'A root of a smooth function, fast, from a guess that is near it.',
    state: 'The point x.',
    start: 'x is the first guess.',
    steps: ["x becomes x - f(x) / f'(x): where the tangent at x meets 0."],
    end: 'f(x) is 0, or x moves no longer. A slope of 0 before that ends it without a root; so does the limit of iterations.',
    verify: [
      'f changes its sign around the root, or touches 0 there.',
      'It is the root that this guess leads to, if there are several.',
    ],
    mistakes: [
      'The sign of the correction is wrong.',
      'A root is claimed although the iteration runs in a cycle or away.',
      'Another root than the one that is reached is given.',
    ],
  },
  bisection: {
    when: 'A root of a continuous function between two points at which it has different signs; slow and sure.',
    state: 'An interval whose ends have different signs.',
    start: 'The given interval.',
    steps: ['Compute f in the middle. The half whose ends have different signs is the new interval.'],
    end: 'The interval is as short as the tolerance, or f is 0 in the middle.',
    verify: [
      'f has different signs a little to the left and to the right of the root, or is 0 there.',
      'The root lies in the first interval.',
    ],
    mistakes: [
      'The half with equal signs is kept.',
      'It stops early, so that the root is further away than the tolerance.',
    ],
  },
  monte_carlo: {
    when: 'Integrals where only single values of the function can be computed, above all in many dimensions.',
    state: 'The sum of the values so far, and their number.',
    start: 'Both are 0.',
    steps: ['Draw a point at random, evenly over the interval, and add f there.'],
    end: 'The samples are used up. The estimate is the length of the interval times the mean.',
    verify: [
      'The estimate lies within a few standard errors of the integral, where that is known.',
      'The standard error is the length times the deviation of the values, over the root of their number.',
    ],
    mistakes: ['The mean is given without the length of the interval.', 'Points are drawn from another interval.'],
  },
};

/** How much of Z3's work a second of CPU does. */

/**
 * Units of fuel that take about one second of CPU: the round middle of what 60 queries of each kind spent per second of
 * process CPU time (Node 24, x86-64, two shared cores). Means by kind, in millions: products of integers 80, strings 120,
 * integers mixed with floats or strings 150, floats 170, case distinctions over linear integers 215; single queries lie
 * between 70 and 240.
 */
export const FUEL_PER_SECOND = 150_000_000;

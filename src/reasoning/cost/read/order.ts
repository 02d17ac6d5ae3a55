/** Orders of growth as reading adds and multiplies them: n to a power, times log n to a power, or 2 to the n. */

/** A known order. */
export interface Order {
  readonly power: number;
  readonly logs: number;
  readonly isExponential?: true;
}

/** One that is not known, and why. */
export interface Unclear {
  readonly why: string;
}

/** How a number or a length grows with the input. */
export type Size = Order | Unclear;

export const CONSTANT: Order = { power: 0, logs: 0 };
export const LOG: Order = { power: 0, logs: 1 };
export const ROOT: Order = { power: 0.5, logs: 0 };
export const LINEAR: Order = { power: 1, logs: 0 };
export const EXPONENTIAL: Order = { power: 0, logs: 0, isExponential: true };

/** Whether an order is known. */
export function isKnown(size: Size): size is Order {
  return !('why' in size);
}

/** Whether it is known not to grow. */
export function isConstant(size: Size): boolean {
  return isKnown(size) && !isBelow(CONSTANT, size);
}

/** The product; unclear where a factor is. */
export function times(one: Size, other: Size): Size {
  if (!isKnown(one)) return one;
  if (!isKnown(other)) return other;
  if (one.isExponential || other.isExponential) return EXPONENTIAL;
  return { power: one.power + other.power, logs: one.logs + other.logs };
}

/** The larger one; unclear where one is. */
export function larger(one: Size, other: Size): Size {
  if (!isKnown(one)) return one;
  if (!isKnown(other)) return other;
  return isBelow(one, other) ? other : one;
}

/** The smaller one, of those that are known. */
export function smaller(one: Size, other: Size): Size {
  if (!isKnown(one)) return other;
  if (!isKnown(other)) return one;
  return isBelow(one, other) ? one : other;
}

/** Whether one order grows less than another. */
export function isBelow(one: Order, other: Order): boolean {
  if (one.isExponential || other.isExponential) return one.isExponential === undefined && other.isExponential === true;
  return one.power < other.power || (one.power === other.power && one.logs < other.logs);
}

/** `n² log n`, with the names that classes of measured growth have, too. */
export function orderText({ power, logs, isExponential }: Order): string {
  if (isExponential) return '2^n';
  const powers = power === 0 ? '' : power === 0.5 ? '√n' : power === 1 ? 'n' : `n${superscript(power)}`;
  const log = logs === 0 ? '' : logs === 1 ? 'log n' : `log${superscript(logs)} n`;
  return [powers, log].filter((part) => part !== '').join(' ') || 'constant';
}

function superscript(power: number): string {
  return Number.isInteger(power) ? [...`${power}`].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('') : `^${power}`;
}

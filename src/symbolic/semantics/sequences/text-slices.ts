/** Indexing and slicing of strings and bytes: https://docs.python.org/3/library/stdtypes.html#common-sequence-operations */
import { codePointLength, codePoints } from '../../../lib/code-points.ts';
import type { Machine } from '../../machine/machine.ts';
import { raiseNamed } from '../../machine/raising.ts';
import type { IntTerm, StrTerm } from '../../terms/term.ts';
import { intValue, strValue, type Value } from '../../values/value.ts';
import type { SliceBounds } from '../objects/held-items.ts';
import { checkedPosition, fromEnd } from './sequences.ts';

import { clamp, likeText, type TextValue } from './texts.ts';

/** Slices with a step take at most this many characters of a text that depends on the inputs. */
const MOST_TAKEN = 12;

/** `text[index]`; raises IndexError outside. */
export function characterAt(machine: Machine, text: TextValue, index: IntTerm): Value {
  const { terms } = machine;
  return elementAt(machine, text, checkedPosition(machine, index, terms.length(text.term)));
}

/** The character, or the byte as an integer, at a position within the text. */
export function elementAt({ terms }: Machine, text: TextValue, position: IntTerm): Value {
  const character = terms.substr(text.term, position, terms.one);
  return text.kind === 'str' ? strValue(character) : intValue(terms.toCode(character));
}

/** `text[lower:upper:step]`; absent bounds are the ends. Raises ValueError for a step of 0. */
export function sliceText(machine: Machine, text: TextValue, { lower, upper, step }: SliceBounds): Value {
  const { terms } = machine;
  if (step !== undefined && step.kind !== 'literal') machine.cut('slice', 'the step of a slice depends on the inputs');
  const by = step?.value ?? 1n;
  if (by === 0n) return raiseNamed(machine, 'ValueError');
  const length = terms.length(text.term);
  if (by > 0n) {
    const start = lower === undefined ? terms.zero : clamp(machine, lower, length);
    const end = upper === undefined ? length : clamp(machine, upper, length);
    return likeText(text, everyOther(machine, terms.substr(text.term, start, terms.sub(end, start)), by));
  }
  // from `first` down to the one after `last`, as a part of the text that is read backwards
  const first = lower === undefined ? length : terms.add(clampDown(machine, lower, length), terms.one);
  const last = upper === undefined ? terms.zero : terms.add(clampDown(machine, upper, length), terms.one);
  const part = terms.substr(text.term, last, terms.sub(first, last));
  return likeText(text, everyOther(machine, terms.reverse(part), -by));
}

/** A bound of a slice with a negative step as a position from -1 to the last one. */
function clampDown(machine: Machine, bound: IntTerm, length: IntTerm): IntTerm {
  const { terms } = machine;
  const position = fromEnd(machine, bound, length);
  const [before, last] = [terms.int(-1), terms.sub(length, terms.one)];
  const atLeast = terms.ite(terms.lt(position, before), before, position);
  return terms.ite(terms.lt(last, atLeast), last, atLeast);
}

/** The characters at the multiples of `step`. */
function everyOther(machine: Machine, text: StrTerm, step: bigint): StrTerm {
  if (step === 1n) return text;
  const { terms } = machine;
  if (text.kind === 'literal') {
    const kept = codePoints(text.value).filter((_, at) => BigInt(at) % step === 0n);
    const joined = kept.join('');
    if (codePointLength(joined) === kept.length) return terms.str(joined);
  }
  const at = (index: number): StrTerm => terms.substr(text, terms.int(BigInt(index) * step), terms.one);
  const length = terms.length(text);
  const most = length.kind === 'literal' ? Number((length.value + step - 1n) / step) : MOST_TAKEN;
  const isTooLong = terms.lt(terms.int(BigInt(most) * step), length);
  if (machine.isFeasible(isTooLong)) {
    machine.choose(
      isTooLong,
      () => machine.cut('slice', `a slice with this step of a text longer than ${BigInt(most) * step} is not modelled`),
      () => strValue(text),
    );
  }
  return terms.concat(...Array.from({ length: most }, (_, index) => at(index)));
}

/** Truth value testing: https://docs.python.org/3/library/stdtypes.html#truth-value-testing */
import type { Machine } from '../../machine/machine.ts';
import { settleForeign } from '../../oracle/operations.ts';
import type { BoolTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { rangeLength } from '../../values/ranges.ts';
import { boolValue, type PlainValue, type Value } from '../../values/value.ts';
import { underlyingValue } from './enumerations.ts';
import { lengthOf } from './held-items.ts';
import { callSpecialFor, specialLength } from './special-methods.ts';
import { use } from './unmodelled.ts';

/** The condition under which `value` is true. Ends the path where no path goes on. */
export function truth(machine: Machine, value: Value): BoolTerm {
  const decided = machine.dispatch(value, (plain) => boolValue(truthOf(machine, plain)));
  // every alternative gave a bool, and bools of several paths join into one
  return decided.kind === 'bool' ? decided.term : machine.terms.false;
}

function truthOf(machine: Machine, value: PlainValue): BoolTerm {
  const { terms } = machine;
  switch (value.kind) {
    case 'none':
      return terms.false;
    case 'bool':
      return value.term;
    case 'int':
      return terms.not(terms.eq(value.term, terms.zero));
    case 'float':
      return terms.not(terms.floatCompare('feq', value.term, terms.float(0)));
    case 'str':
      return terms.not(terms.same(value.term, terms.empty));
    case 'bytes':
      return terms.not(terms.same(value.term, terms.empty));
    case 'tuple':
    case 'list':
    case 'dict':
    case 'set':
    case 'frozenset':
    case 'sequence':
      return terms.lt(terms.zero, lengthOf(machine, value));
    case 'view':
      return terms.lt(terms.zero, lengthOf(machine, value.dict));
    case 'range':
      return terms.lt(terms.zero, rangeLength(terms, value));
    case 'function':
    case 'callback':
    case 'builtin':
    case 'method':
    case 'class':
    case 'exception':
    case 'module':
    case 'match':
    case 'namespace':
    case 'bound':
    case 'generated':
    case 'descriptor':
    case 'super':
    case 'slice':
    case 'iterator':
      return terms.true;
    case 'foreign':
      return truth(
        machine,
        settleForeign(machine, [value], (source) => `bool(${source})`),
      );
    case 'singleton':
      if (value.name === 'Ellipsis') return terms.true;
      return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
    case 'instance':
      return truthOfObject(machine, value);
    case 'unmodelled':
      return value.length === undefined ? use(machine, value) : terms.lt(terms.zero, value.length);
    case 'unbound':
      return use(machine, value);
  }
}

/** `__bool__` decides, else `__len__`; objects without both are true. */
function truthOfObject(machine: Machine, value: Extract<PlainValue, { kind: 'instance' }>): BoolTerm {
  const answer = callSpecialFor(machine, value, '__bool__', 'bool');
  if (answer !== undefined) return truth(machine, answer);
  const length = specialLength(machine, value);
  if (length !== undefined) return truth(machine, length);
  const underlying = underlyingValue(machine, value);
  return underlying === value ? machine.terms.true : truth(machine, underlying);
}

/** What a function promises, read from its source without running it. */
import type { ClassDef, Expression, FunctionDef, Module } from '../syntax/ast.ts';
import type { TreeParser } from '../syntax/parse.ts';
import { parseCondition } from './condition.ts';
import { readDecorators } from './decorators.ts';
import { docstringLines } from './docstring-lines.ts';
import { type ClassInvariant, classInvariants, invariantsOf, keepsInvariant } from './invariants.ts';
import { leadingAssertLines } from './leading-asserts.ts';
import type { ContractLibrary } from './libraries.ts';
import { readRaises } from './raises.ts';
import { readRaisesSections } from './raises-sections.ts';
import { readSections, type SectionLine } from './sections.ts';

/** One condition of a contract. */
export interface Condition {
  /** What is to be true; with {@link args} a function whose result is. */
  readonly expression: Expression;
  /** Python source of `expression`. */
  readonly source: string;
  /** What the function that `expression` is gets when it is called. Its other names are the module's. */
  readonly args?: readonly ConditionArgument[];
  /** The condition as it stands in the source, without a comment behind it. */
  readonly text: string;
  /** 1-based line of its first character in the module. */
  readonly line: number;
}

/** An argument of a condition that is a function. */
export interface ConditionArgument {
  /** Absent for one that is passed by position. */
  readonly keyword?: string;
  /** A parameter of the function under contract, a name that conditions of docstrings have, or one of `CALL_PARTS`. */
  readonly name: string;
}

/** A value taken before the call, for postconditions. */
export interface Snapshot {
  readonly name: string;
  readonly capture: Condition;
}

/** The contract of one function. */
export interface Contract {
  /** Where it was found; `none` when the function promises only that no exception escapes it. */
  readonly style: 'pep316' | ContractLibrary | 'asserts' | 'none';
  readonly preconditions: readonly Condition[];
  readonly postconditions: readonly Condition[];
  readonly snapshots: readonly Snapshot[];
  /** What is true of every object of a class before the call, and of those that the function makes. */
  readonly invariants: readonly ClassInvariant[];
  /** The conditions of those that a method keeps for its object: `self` is what they are about. */
  readonly kept: readonly Condition[];
  /** Dotted names of exceptions that may escape; subclasses may too. */
  readonly raises: readonly string[];
  /** Dotted names that the docstring describes under `Raises`: those of them that are exceptions may escape as well ({@link allowing}). */
  readonly documented: readonly string[];
  /** Arguments that may be mutated, all others may not; absent when the contract does not speak of mutation. */
  readonly mutable?: readonly string[];
  /**
   * Lines of the leading asserts of style `asserts`, none for other styles. They run with the body: an AssertionError
   * that the function itself raises there means that the input is not one it is for, any other exception counts.
   */
  readonly assertLines: readonly number[];
  /** What is to be proved, for the reader. */
  readonly obligations: readonly string[];
}

/**
 * Reads the contract of `definition`, a function or method of `module`, by CrossHair's rules
 * (https://crosshair.readthedocs.io/en/latest/kinds_of_contracts.html):
 * - Decorators of icontract and deal count together with what the docstring says.
 * - A docstring with a `pre:` or `post:` condition is a contract; assert statements then are ordinary code.
 * - Without either, assert statements at the start of the body, after the docstring, state which inputs the function is for ({@link Contract.assertLines}).
 * - `raises: A, B` and `:raises A: ...` lines of the docstring count for both, and alone are a contract as well.
 * - So do the exceptions under `Raises` of Google's and NumPy's docstrings, once CPython has told which of its names are any.
 * - A method of `owner` that is public keeps the invariants of its class.
 * - Without postcondition, the promise is that no exception escapes except those listed.
 * @throws ContractSyntaxError for a contract line that does not parse
 */
export function extractContract(
  definition: FunctionDef,
  module: Module,
  parser: TreeParser,
  owner?: ClassDef,
): Contract {
  const lines = docstringLines(definition.body, module);
  const sections = readSections(lines, ['pre', 'post']);
  const names = definition.parameters.map(({ name }) => name);
  const decorated = readDecorators(definition.decorators, names, module);
  const raises = [...new Set([...readRaises(lines), ...decorated.raises])];
  const documented = readRaisesSections(lines);
  const isDocumented = sections.lines.length > 0 || sections.mutable !== undefined;
  const hasConditions = isDocumented || decorated.library !== undefined;
  const assertLines = hasConditions ? [] : leadingAssertLines(definition.body);
  const read = (section: string): Condition[] => readConditions(sections.lines, section, parser);
  return withObligations({
    raises,
    documented,
    style:
      decorated.library ??
      (isDocumented
        ? 'pep316'
        : assertLines.length > 0
          ? 'asserts'
          : raises.length + documented.length > 0
            ? 'pep316'
            : 'none'),
    preconditions: [...decorated.preconditions, ...read('pre')],
    postconditions: [...decorated.postconditions, ...read('post')],
    snapshots: decorated.snapshots,
    invariants: classInvariants(module, parser),
    kept: owner !== undefined && keepsInvariant(definition) ? invariantsOf(owner, module, parser) : [],
    ...(sections.mutable === undefined ? {} : { mutable: sections.mutable }),
    assertLines,
  });
}

function readConditions(lines: readonly SectionLine[], section: string, parser: TreeParser): Condition[] {
  return lines.filter((line) => line.section === section).map((line) => parseCondition(line, parser));
}

function withObligations(contract: Omit<Contract, 'obligations'>): Contract {
  const { postconditions, kept, raises, mutable } = contract;
  const obligations = [
    ...postconditions.map(({ text }) => `post: ${text}`),
    ...kept.map(({ text }) => `inv: ${text}`),
    raises.length === 0 ? 'no uncaught exception' : `no uncaught exception except ${raises.join(', ')}`,
  ];
  if (mutable !== undefined) obligations.push(mutationObligation(mutable));
  return { ...contract, obligations };
}

/** The contract where those of the documented names are exceptions, and may escape, that are among `exceptions`. */
export function allowing(contract: Contract, exceptions: readonly string[]): Contract {
  const { raises, documented } = contract;
  const known = documented.filter((name) => exceptions.includes(name));
  return withObligations({ ...contract, raises: [...new Set([...raises, ...known])], documented: [] });
}

/** What is promised of arguments when only these may be mutated. */
export function mutationObligation(mutable: readonly string[]): string {
  return mutable.length === 0 ? 'no argument is mutated' : `no argument except ${mutable.join(', ')} is mutated`;
}

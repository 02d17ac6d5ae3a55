/** What docstrings state of a function: which names its conditions use, and which inputs two versions are for. */

import { parseCondition } from '../contracts/condition.ts';
import { extractContract } from '../contracts/contract.ts';
import { docstringLines } from '../contracts/docstring-lines.ts';
import { ContractSyntaxError } from '../contracts/errors.ts';
import { readSections, type SectionName } from '../contracts/sections.ts';
import type { FunctionDef, Module, Parameter, Statement } from '../syntax/ast.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { unparse } from '../syntax/unparse.ts';
import { findDefinition } from '../verify/find-definition.ts';
import { faulty } from '../verify/run.ts';
import { type Uses, usesOf } from './uses.ts';

/**
 * What a function uses together with its docstring's conditions of these sections.
 * Throws ContractSyntaxError for a condition that is no expression.
 */
export function usesWithConditions(
  uses: Uses,
  definition: FunctionDef,
  module: Module,
  sections: readonly SectionName[],
  parser: TreeParser,
): Uses {
  const { lines } = readSections(docstringLines(definition.body, module), sections);
  if (lines.length === 0) return uses;
  const body = lines.map((line): Statement => {
    const { expression } = parseCondition(line, parser);
    return { kind: 'expression', value: expression, span: expression.span };
  });
  const { name, span, isAsync } = definition;
  const parameters = definition.parameters.map(({ annotation: _, default: __, ...rest }): Parameter => rest);
  const isMethod = uses.attributes.some(({ isOwn }) => isOwn);
  const stated: FunctionDef = { kind: 'function', name, span, isAsync, parameters, body, decorators: [] };
  const more = usesOf([stated], isMethod ? { bound: new Set() } : undefined);
  return {
    names: [...uses.names, ...more.names],
    attributes: [...uses.attributes, ...more.attributes],
    locals: new Set([...uses.locals, ...more.locals]),
    obstacles: [...uses.obstacles, ...more.obstacles],
    texts: new Set([...uses.texts, ...more.texts]),
    imports: [...uses.imports, ...more.imports],
  };
}

/**
 * The preconditions of both versions' docstrings as one of the old version's parameters; undefined where there is none.
 * Throws Faulty for one that is no expression, or that the arguments of the old version do not decide.
 */
export function sharedPrecondition(
  code: string,
  before: string,
  after: string,
  parser: TreeParser,
): string | undefined {
  const module = parseModule(code, parser);
  const [left, right] = [before, after].map((name) => findDefinition(module, name));
  if (left === undefined || right === undefined) return undefined;
  try {
    const [old, now] = [left, right].map(({ definition, owner }) =>
      extractContract(definition, module, parser, owner).preconditions.map(({ source }) => source),
    );
    const passed = (source: string): string => withArguments(source, left.definition, right.definition);
    const all = [...new Set([...(old ?? []), ...(now ?? []).map(passed)])];
    return all.length === 0 ? undefined : all.map((source) => `(${source})`).join(' and ');
  } catch (error) {
    if (error instanceof ContractSyntaxError) throw faulty('SyntaxError', error.message, error.line);
    throw error;
  }
}

/** A condition of the new version's parameters as one of the old version's. */
function withArguments(source: string, left: FunctionDef, right: FunctionDef): string {
  const used = new Set(source.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const places = right.parameters.filter(isPlaced);
  const given = right.parameters
    .filter(({ name }) => used.has(name))
    .map((one) => {
      const counterpart = isPlaced(one)
        ? left.parameters.filter(isPlaced)[places.indexOf(one)]
        : left.parameters.find(({ kind, name }) => kind === one.kind && name === one.name);
      return { name: one.name, argument: counterpart?.name ?? (one.default && `(${unparse(one.default)})`) };
    });
  const renamed = given.filter(({ name, argument }) => name !== argument);
  if (renamed.length === 0) return source;
  const missing = renamed.find(({ argument }) => argument === undefined);
  if (missing !== undefined)
    throw faulty(
      'ValueError',
      `The precondition ${source} is about ${missing.name}, which the old version does not have.`,
    );
  return `(lambda ${renamed.map(({ name }) => name).join(', ')}: ${source})(${renamed.map(({ argument }) => argument).join(', ')})`;
}

function isPlaced({ kind }: Parameter): boolean {
  return kind === 'positional' || kind === 'positional-only';
}

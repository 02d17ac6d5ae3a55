/** What happens within the functions of a file, read off its syntax tree in one walk. */
import type { Node } from 'web-tree-sitter';
import type { Grammars, ParsedLanguage } from '../grammar.ts';
import { languageOf, programLanguageOf } from '../languages.ts';
import { Lines } from '../lines.ts';
import type { Language, SourceFile } from '../service.ts';
import { child, field, named } from '../surface/nodes.ts';
import { FlowBuilder } from './builder.ts';
import { declaredTypes, decoratorsOf, parameterTypes, receiverOf } from './declared.ts';
import { ASSIGNMENTS, BLOCKS, CALLS, EXITS, FUNCTIONS, ITERATES, OPERATIONS, STEPS } from './kinds.ts';
import {
  type BlockParts,
  bound,
  type CallParts,
  callParts,
  handlerParts,
  hasWord,
  loopParts,
  nameOf,
  parametersOf,
  receiverType,
  withoutParentheses,
} from './parts.ts';
import type { FileFlow, FunctionFlow } from './service.ts';

/** Languages whose flow is known. */
const SUPPORTED: ReadonlySet<Language> = new Set([
  'python',
  'javascript',
  'typescript',
  'tsx',
  'go',
  'java',
  'rust',
  'ruby',
  'csharp',
  'php',
  'kotlin',
]);

/** Definitions whose names are part of the scope. */
const SCOPES =
  /^(?:class|class_definition|class_declaration|abstract_class_declaration|interface_declaration|struct_declaration|struct_item|enum_declaration|record_declaration|object_declaration|module|namespace_declaration|impl_item|trait_item|trait_declaration|mod_item)$/;
const COMPREHENSION = /_comprehension$|^generator_expression$/;
const AWAIT = /^await(?:_expression)?$/;

/** See `FlowApi.flow`. */
export async function flowOf(file: SourceFile, grammars: Grammars): Promise<FileFlow> {
  const language = programLanguageOf(file);
  const lines = new Lines(file.text);
  const nothing: FunctionFlow = {
    ...{ name: '', scope: '', lineStart: 1, lineEnd: Math.max(1, lines.count), isAsync: false },
    ...{ parameters: [], variables: [], types: {}, decorators: [] },
    ...{ blocks: [], calls: [], assignments: [], operations: [], exits: [] },
  };
  const unknown = { language: languageOf(file), functions: [], top: nothing, damaged: false };
  if (language === 'text' || !SUPPORTED.has(language)) return { ...unknown, supported: false };
  const found = await grammars.read(language, file.text, ({ root, text }) => {
    const walk = new Walk(text, lines, language);
    return { ...walk.run(root), language, damaged: root.hasError, supported: true };
  });
  return found ?? { ...unknown, damaged: true, supported: true };
}

/** Where a node stands. */
interface Frame {
  readonly node: Node;
  readonly into: FlowBuilder;
  readonly scope: readonly string[];
  readonly within: number | undefined;
  readonly awaited?: boolean;
  /** What is iterated by the call that is given this function. */
  readonly iterates?: Node;
}

class Walk {
  readonly #text: string;
  readonly #lines: Lines;
  readonly #language: ParsedLanguage;
  readonly #functions: FlowBuilder[] = [];
  #waiting: Frame[] = [];

  constructor(text: string, lines: Lines, language: ParsedLanguage) {
    this.#text = text;
    this.#lines = lines;
    this.#language = language;
  }

  run(root: Node): Pick<FileFlow, 'functions' | 'top'> {
    const top = this.#builder(root, '', [], []);
    this.#waiting = [{ node: root, into: top, scope: [], within: undefined }];
    for (let frame = this.#waiting.pop(); frame !== undefined; frame = this.#waiting.pop()) this.#visit(frame);
    return { functions: this.#functions.map((each) => each.finish()), top: top.finish() };
  }

  #visit(frame: Frame): void {
    const { node } = frame;
    const { type } = node;
    const kind = BLOCKS[type];
    if (this.#isFunction(node)) this.#function(frame);
    else if (COMPREHENSION.test(type)) this.#comprehension(frame);
    else if (kind !== undefined && node.isNamed) this.#block(frame, kind);
    else if (CALLS.has(type)) this.#call(frame);
    else this.#plain(frame);
  }

  #isFunction({ type, parent }: Node): boolean {
    // A block of Ruby is a function, those of other languages are none.
    if (type === 'block' || type === 'do_block') return this.#language === 'ruby' && parent?.type === 'call';
    return FUNCTIONS.has(type);
  }

  #function({ node, into, scope, within, iterates }: Frame): void {
    const name = nameOf(node);
    const parameters = parametersOf(node);
    const body = field(node, 'body');
    if (name === undefined) {
      const kind = iterates === undefined ? 'inner' : 'loop';
      const parts = { binds: parameters, ...(iterates !== undefined && { iterates }) };
      const index = into.block(node, kind, within, parts);
      this.#push(named(node), { into, scope, within: index });
      return;
    }
    const owner = receiverType(node);
    const around = owner === undefined ? scope : [...scope, owner];
    const own = this.#builder(node, name, around, parameters);
    this.#functions.push(own);
    for (const [parameter, type] of parameterTypes(node)) own.type(parameter, type);
    const tail = tailOf(body, this.#language);
    if (tail !== undefined) own.exit(tail, undefined, 'return', tail);
    const inside = { into: own, scope: [...around, name], within: undefined };
    for (const each of named(node).toReversed()) {
      const isList = this.#language === 'python' && each.id === field(node, 'parameters')?.id;
      // Python evaluates defaults where the function is defined, and not when it is called.
      this.#push(
        isList ? named(each).flatMap((one) => field(one, 'value') ?? []) : [each],
        isList ? { into, scope, within } : inside,
      );
    }
  }

  #block({ node, into, scope, within }: Frame, kind: (typeof BLOCKS)[string]): void {
    const here = { into, scope, within };
    if (kind === 'if') {
      const [, second, third] = named(node);
      const isBare = node.type === 'conditional_expression' && field(node, 'condition') === undefined;
      const written = isBare ? second : field(node, 'condition');
      const condition = withoutParentheses(written);
      const index = into.block(node, 'if', within, { ...(condition && { condition }), binds: [] });
      const alternatives = isBare ? [third] : node.childrenForFieldName('alternative');
      const others = new Set(alternatives.map((each) => each?.id));
      for (const each of named(node)) {
        if (each.id === written?.id || each.id === field(node, 'initializer')?.id) this.#push([each], here);
        else if (!others.has(each.id) && !isAlternative(each)) this.#push([each], { ...here, within: index });
        // What comes otherwise is no part of what comes if.
        else if (BLOCKS[each.type] !== undefined) this.#push([each], here);
        else this.#push([each], { ...here, within: into.block(each, 'else', within, { binds: [] }) });
      }
      return;
    }
    if (kind === 'try') {
      const index = into.block(node, 'try', within, { binds: [] });
      const isPart = ({ type }: Node) => ['handler', 'finally', 'else'].includes(BLOCKS[type] ?? '');
      for (const each of named(node)) this.#push([each], isPart(each) ? here : { ...here, within: index });
      return;
    }
    const parts = kind === 'loop' ? loopParts(node) : kind === 'handler' ? handlerParts(node) : caseParts(node);
    const index = into.block(node, kind, within, parts);
    // What is iterated is read once, before the first turn.
    const clause = child(node, 'for_clause', 'range_clause');
    const starts = ['initializer', 'initialize', 'init'].map((name) => field(clause ?? node, name)?.id);
    const first = new Set([parts.iterates?.id, ...starts]);
    for (const each of named(node).flatMap((part) => (part.id === clause?.id ? named(part) : [part])))
      this.#push([each], first.has(each.id) ? here : { ...here, within: index });
  }

  /** `[f(x) for x in xs if x for y in x]`: a loop in a loop. */
  #comprehension({ node, into, scope, within }: Frame): void {
    let index = within;
    for (const part of named(node).slice(1)) {
      const before = index;
      const iterates = field(part, 'right');
      if (iterates === undefined) {
        this.#push([part], { into, scope, within: index });
        continue;
      }
      index = into.block(node, 'loop', before, { iterates, binds: bound(field(part, 'left')) });
      this.#push([iterates], { into, scope, within: before });
    }
    this.#push(named(node).slice(0, 1), { into, scope, within: index });
  }

  #call({ node, into, scope, within, awaited = false }: Frame): void {
    const parts = callParts(node, this.#text);
    const on = receiverOf(node);
    if (parts !== undefined) into.call(node, within, awaited, { ...parts, ...(on !== undefined && { on }) });
    if (this.#language === 'ruby' && parts?.name === 'raise')
      into.exit(node, within, 'throw', named(field(node, 'arguments'))[0]);
    const callee = field(node, 'function') ?? field(node, 'object') ?? field(node, 'receiver');
    const iterated = parts !== undefined && ITERATES.has(parts.name) ? elementsOf(node, callee, parts) : undefined;
    this.#push(named(node), { into, scope, within, ...(iterated !== undefined && { iterates: iterated }) });
  }

  /** Assignments, ends, and what only stands around others. */
  #plain({ node, into, scope, within, iterates }: Frame): void {
    const { type } = node;
    const fields = ASSIGNMENTS[type];
    for (const [variable, written] of declaredTypes(node)) into.type(variable, written);
    if (fields !== undefined) this.#assignment(node, into, within, fields);
    if (STEPS.has(type)) this.#step(node, into, within);
    this.#operation(node, into, within);
    const exit = EXITS[type];
    if (exit !== undefined && node.isNamed) into.exit(node, within, exit, named(node)[0]);
    const name = SCOPES.test(type)
      ? (field(node, 'name') ?? field(node, 'type'))?.text.replace(/<.*$/s, '')
      : undefined;
    const passes = /^(?:arguments|argument_list|argument|value_arguments?|call_suffix|annotated_lambda)$/.test(type);
    this.#push(named(node), {
      into,
      scope: name === undefined ? scope : [...scope, name],
      within,
      ...(AWAIT.test(type) && { awaited: true }),
      ...(passes && iterates !== undefined && { iterates }),
    });
  }

  #assignment(
    node: Node,
    into: FlowBuilder,
    within: number | undefined,
    [left, right]: readonly [string, string],
  ): void {
    const target = (left === '' ? undefined : field(node, left)) ?? named(node)[0];
    const isEmpty = node.type === 'var_spec' && field(node, right) === undefined;
    const value = isEmpty ? target : ((right === '' ? undefined : field(node, right)) ?? named(node).at(-1));
    if (target === undefined || value === undefined) return;
    if (target.id === value.id) return into.bind(bound(target));
    const between = this.#text.slice(target.endIndex, value.startIndex);
    const adds =
      /^augmented|^compound|^operator/.test(node.type) ||
      (/[^=!<>:]=\s*$/.test(between.replace(/(?<!\s)\s*=\s*$/, '=')) && /[-+*/%&|^.?]=/.test(between));
    // `x.a = 1` and `x[0] = 1` bind no variable.
    const binds = /attribute|subscript|member|field|index|selector|element/.test(target.type) ? [] : bound(target);
    const sign = /(?:\*\*|\/\/|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^.@])?=\s*$/.exec(between)?.[0].trim() ?? '=';
    into.assignment(node, within, target, value, { adds, operator: sign }, binds);
  }

  /** `i++` */
  #step(node: Node, into: FlowBuilder, within: number | undefined): void {
    const [target] = named(node);
    const operator = /\+\+|--/.exec(
      this.#text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 300)),
    )?.[0];
    if (target === undefined || operator === undefined || !/^\+\+|^--|\+\+$|--$/.test(node.text)) return;
    into.assignment(node, within, target, node, { adds: true, operator }, []);
  }

  #operation(node: Node, into: FlowBuilder, within: number | undefined): void {
    const { type } = node;
    if (type === 'comparison_operator' || type === 'in_expression') {
      const container = named(node).at(-1);
      const isMembership = type === 'in_expression' || hasWord(node, 'in') || hasWord(node, 'not in');
      if (container !== undefined && isMembership) into.operation(node, within, 'membership', container);
      return;
    }
    const kind = node.isNamed ? OPERATIONS[type] : undefined;
    if (kind === undefined) return;
    if (kind === 'part' && !named(node).some((each) => each.type === 'slice' || each.type === 'range')) return;
    if (kind === 'regex') into.operation(node, within, kind, { is: 'text', value: node.text.slice(0, 1_000) });
    else into.operation(node, within, kind, kind === 'break' ? { is: 'other' } : node);
  }

  #builder(node: Node, name: string, scope: readonly string[], parameters: readonly string[]): FlowBuilder {
    return new FlowBuilder(this.#text, this.#lines, {
      name,
      scope: scope.join('.'),
      parameters,
      decorators: decoratorsOf(node),
      isAsync:
        name !== '' &&
        (hasWord(node, 'async') ||
          /^\s*(?:\w+\s+)*async\b/.test(this.#text.slice(node.startIndex, node.startIndex + 60))),
      lineStart: this.#lines.at(node.startIndex),
      lineEnd: this.#lines.at(Math.max(node.startIndex, node.endIndex - 1)),
    });
  }

  #push(nodes: readonly Node[], frame: Omit<Frame, 'node'>): void {
    for (const node of nodes.toReversed()) this.#waiting.push({ ...frame, node });
  }
}

function isAlternative({ type }: Node): boolean {
  return BLOCKS[type] === 'else' || type === 'elif_clause' || type === 'elsif' || type === 'else_if_clause';
}

function caseParts(node: Node): BlockParts {
  const condition =
    field(node, 'pattern') ??
    (node.type === 'match_arm' ? undefined : field(node, 'value')) ??
    child(node, 'case_pattern', 'match_pattern', 'switch_label');
  return { ...(condition !== undefined && { condition }), binds: [] };
}

/** What a method that iterates is called on; a function that does is given it last. */
function elementsOf(
  call: Node,
  callee: Node | undefined,
  { name, qualifier, arguments: given }: CallParts,
): Node | undefined {
  if (name === 'upto') return given[0]?.value;
  if (qualifier === undefined) return given.at(-1)?.value;
  return (
    field(callee, 'object') ??
    field(callee, 'value') ??
    field(callee, 'expression') ??
    field(call, 'receiver') ??
    field(call, 'object') ??
    callee
  );
}

/** The value that a body ends with, in languages where that is what it returns. */
function tailOf(body: Node | undefined, language: ParsedLanguage): Node | undefined {
  if (body === undefined) return undefined;
  if (/^(?:statement_block|block|compound_statement|body_statement|function_body)$/.test(body.type)) {
    if (language !== 'rust' && language !== 'ruby') return undefined;
    const last = named(body).at(-1);
    return last === undefined || /_statement$|_declaration$|_item$|^return/.test(last.type) ? undefined : last;
  }
  return language === 'javascript' || language === 'typescript' || language === 'tsx' ? body : undefined;
}

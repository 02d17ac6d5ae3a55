/** Is what somebody says of a function of a workspace true? */
import type { Pace } from '../../lib/pace.ts';
import type { CheckResult, Claim, ClaimAnswer, ClaimRequest, Counterexample, ExceptionResult } from '../service.ts';
import type { ClassDef, FunctionDef, TypeParameter } from '../syntax/ast.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { nameOf } from '../syntax/names.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { unparse } from '../syntax/unparse.ts';
import { check } from '../verify/check-class.ts';
import { findPathToException } from '../verify/find-exception.ts';
import { Faulty, type Host } from '../verify/run.ts';
import { compareVersions } from './compare-versions.ts';
import { IMPORTS } from './in-file.ts';
import type { ReadFile } from './link.ts';
import { linkFunctions } from './link-functions.ts';

/** Names that no module has. */
const CLAIM = 'lemma_claim';
const MODELS = ['lemma_model_one', 'lemma_model_two'] as const;
/** How proofs for guessed types of arguments say so: they are none for every call that may be made. */
const GUESS = / is taken to be | is passed in every call /;

/** What makes a proof of one for guessed types. */
const STATE_TYPES =
  'Annotate what is guessed with the type that every call passes, or state types of parameters in types, such as {"x": "int"}.';

/** What makes a proof of one within bounds. */
const STATE_BOUNDS = 'If every call keeps to these bounds, state them in pre, such as "len(xs) <= 4".';

/**
 * Decides a claim by a function beside the claimed one that calls it, so that the files stay as they are and the contract that they
 * state does not count. Throws Cancelled; what is at fault in files or claim is the message of an undecided answer.
 */
export async function checkClaim(host: Host, request: ClaimRequest, read: ReadFile, pace: Pace): Promise<ClaimAnswer> {
  try {
    const source = await read(request.path);
    if (source === undefined) return undecided('The file cannot be read.');
    const found = definitionOf(source, request.name, host.parser);
    if (found === undefined) return undecided(`${request.name} is not defined by one def statement of the file.`);
    if (found.definition.isAsync) return undecided('Functions that are async are not explored.');
    const { claim } = request;
    switch (claim.kind) {
      case 'contract':
      case 'never':
        return await explored(host, request, claim, { ...found, source, read }, pace);
      case 'behaves':
        return await compared(host, request, [undefined, claim.code], { ...found, source, read }, pace);
      case 'alike':
        return await compared(host, request, [claim.code, claim.other], { ...found, source, read }, pace);
    }
  } catch (error) {
    if (error instanceof Faulty) return undecided(error.fault.message);
    if (error instanceof PythonSyntaxError || error instanceof Unsayable) return undecided(error.message);
    throw error;
  }
}

/** A claim that cannot be put into Python. */
class Unsayable extends Error {}

/** A function with what is in force where it stands. */
interface Definition {
  readonly definition: FunctionDef;
  /** Those of its class and its own. */
  readonly typeParameters: readonly TypeParameter[];
  readonly isOverloaded: boolean;
}

interface Subject extends Definition {
  readonly source: string;
  readonly read: ReadFile;
}

async function explored(
  host: Host,
  { path, name, types, timeoutSeconds, owner }: ClaimRequest,
  claim: Extract<Claim, { kind: 'contract' | 'never' }>,
  subject: Subject,
  pace: Pace,
): Promise<ClaimAnswer> {
  const { source, read } = subject;
  const doc = claim.kind === 'contract' ? contractLines(claim) : claim.before.map((text) => line('pre', text));
  const text = `${source}\n${caller(subject, name, types, doc)}`;
  const overlay: ReadFile = async (wanted) => (wanted === path ? text : read(wanted));
  const linked = await linkFunctions({ path, names: [CLAIM], read: overlay }, host.parser);
  if (linked.kind !== 'linked') return undecided(`${linked.construct} ${linked.message}`);
  const asked = { code: linked.code, functionName: CLAIM, timeoutSeconds, owner, leavesCallsOpen: true };
  if (claim.kind === 'contract') return judged(name, await check(host, asked, pace));
  return judged(name, await findPathToException(host, { ...asked, exceptionType: claim.exception }, pace));
}

async function compared(
  host: Host,
  { path, name, types, timeoutSeconds, owner }: ClaimRequest,
  models: readonly [string | undefined, string],
  subject: Subject,
  pace: Pace,
): Promise<ClaimAnswer> {
  const { source, read } = subject;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const own = lastOf(name);
  const sideOf = (side: 0 | 1) => {
    const model = models[side];
    if (model === undefined) return { text: `${source}\n${caller(subject, name, types, [])}`, model: undefined };
    if (definitionOf(model, own, host.parser) === undefined)
      throw new Unsayable(`The code that is claimed to behave alike does not define ${own}.`);
    const call = `from .${MODELS[side]} import ${own} as ${MODELS[side]}_function`;
    return {
      text: `${source}\n${call}\n${caller(subject, `${MODELS[side]}_function`, types, [], name)}`,
      model: { path: `${folder}${MODELS[side]}.py`, code: model },
    };
  };
  const [before, after] = [sideOf(0), sideOf(1)];
  const place = { path, name: CLAIM };
  const result = await compareVersions(
    host,
    { before: place, after: place, timeoutSeconds, owner },
    async (side, wanted) => {
      const { text, model } = side === 'before' ? before : after;
      return wanted === path ? text : wanted === model?.path ? model.code : read(wanted);
    },
    pace,
  );
  const [difference] = result.differences;
  const told = {
    assumptions: result.assumptions,
    reasons: result.reasons.map(({ construct, message }) => `${construct}: ${message}`),
  };
  if (result.status === 'different' && difference !== undefined)
    return {
      status: 'fails',
      message: named(difference.message, name),
      call: named(difference.call, name),
      outcome: difference.before,
      other: difference.after,
      ...told,
    };
  const holds = result.status === 'equivalent' || result.status === 'unchanged';
  return { status: holds ? 'holds' : 'undecided', message: result.message, ...told };
}

function judged(name: string, result: CheckResult | ExceptionResult): ClaimAnswer {
  const assumptions = [...result.assumptions.map((text) => named(text, name)), IMPORTS];
  const reasons = result.reasons.map(({ construct, message }) => `${named(construct, name)}: ${named(message, name)}`);
  const [found]: readonly (Counterexample | undefined)[] =
    'counterexamples' in result ? result.counterexamples : result.triggeringInputs;
  const message = named(found?.message ?? result.message, name);
  if (found !== undefined)
    return { status: 'fails', message, call: named(found.call, name), outcome: found.outcome, assumptions, reasons };
  const isProved = result.status === 'verified' || result.status === 'unreachable';
  const guesses = assumptions.filter((text) => GUESS.test(text));
  if (isProved && guesses.length === 0) return { status: 'holds', message, assumptions, reasons };
  if (!isProved) {
    const within = result.verifiedWithin === undefined ? '' : ` ${STATE_BOUNDS}`;
    return { status: 'undecided', message: `${message}${within}`, assumptions, reasons };
  }
  return {
    status: 'undecided',
    message: `Proved for guessed types only: ${guesses.join('; ')}. ${STATE_TYPES}`,
    assumptions,
    reasons,
  };
}

function undecided(message: string): ClaimAnswer {
  return { status: 'undecided', message, assumptions: [], reasons: [] };
}

function definitionOf(source: string, name: string, parser: TreeParser): Definition | undefined {
  const { body } = parseModule(source, parser);
  const [first = '', second] = name.split('.', 2);
  const owner = body.findLast((one): one is ClassDef => one.kind === 'class' && one.name === first);
  const statements = second === undefined ? body : (owner?.body ?? []);
  const all = statements.filter((one): one is FunctionDef => one.kind === 'function' && one.name === (second ?? first));
  const definition = all.at(-1);
  if (definition === undefined) return undefined;
  const ofOwner = second === undefined ? [] : (owner?.typeParameters ?? []);
  const hidden = new Set(definition.typeParameters?.map((one) => one.name));
  return {
    definition,
    typeParameters: [...ofOwner.filter((one) => !hidden.has(one.name)), ...(definition.typeParameters ?? [])],
    isOverloaded: all.some(({ decorators }) => decorators.some((one) => nameOf(one) === 'overload')),
  };
}

/** A function with the parameters of the claimed one that calls it, or `target` in its place. */
function caller(
  { definition: { parameters, decorators }, typeParameters, isOverloaded }: Definition,
  target: string,
  types: Readonly<Record<string, string>>,
  doc: readonly string[],
  name = target,
): string {
  const [owner, method] = name.includes('.') ? name.split('.', 2) : [undefined, undefined];
  if (decorators.length > 0 && owner !== undefined) throw new Unsayable('Methods with decorators are not explored.');
  const isStated = parameters.every(({ name: own }, index) => own in types || (index === 0 && owner !== undefined));
  if (isOverloaded && !isStated) throw new Unsayable('The function has overloads: state the types of its parameters.');
  const generic = typeParameters.map(typeParameterText);
  const written: string[] = [];
  const passed: string[] = [];
  parameters.forEach(({ name: own, kind, annotation, default: value }, index) => {
    const before = parameters[index - 1]?.kind;
    if (before === 'positional-only' && kind !== 'positional-only') written.push('/');
    if (kind === 'keyword-only' && before !== 'keyword-only' && before !== 'vararg') written.push('*');
    const star = kind === 'vararg' ? '*' : kind === 'kwarg' ? '**' : '';
    const stated = types[own] ?? (annotation === undefined ? undefined : unparse(annotation));
    const type = index === 0 && owner !== undefined ? owner : stated;
    written.push(
      `${star}${own}${type === undefined ? '' : `: ${oneLine(type)}`}${value === undefined ? '' : ` = ${unparse(value)}`}`,
    );
    passed.push(kind === 'keyword-only' ? `${own}=${own}` : `${star}${own}`);
  });
  if (parameters.at(-1)?.kind === 'positional-only') written.push('/');
  const isReal = target === name;
  const [receiver, ...others] = passed;
  const call =
    owner !== undefined && isReal ? `${receiver}.${method}(${others.join(', ')})` : `${target}(${passed.join(', ')})`;
  const docstring = doc.length === 0 ? [] : ['    r"""', ...doc.map((one) => `    ${one}`), '    """'];
  const head = `${CLAIM}${generic.length === 0 ? '' : `[${generic.join(', ')}]`}`;
  return [`def ${head}(${written.join(', ')}):`, ...docstring, `    return ${call}`, ''].join('\n');
}

function typeParameterText({ kind, name, bound }: TypeParameter): string {
  const star = kind === 'tuple' ? '*' : kind === 'params' ? '**' : '';
  return `${star}${name}${bound === undefined ? '' : `: ${oneLine(unparse(bound))}`}`;
}

function contractLines({ before, after, raises }: Extract<Claim, { kind: 'contract' }>): readonly string[] {
  const allowed = raises ?? ['Exception'];
  return [
    ...before.map((text) => line('pre', text)),
    ...after.map((text) => line('post', text)),
    ...(allowed.length === 0 ? [] : [`raises: ${allowed.map(oneLine).join(', ')}`]),
  ];
}

function line(section: 'pre' | 'post', text: string): string {
  return `${section}: ${oneLine(text)}`;
}

function oneLine(text: string): string {
  if (/[\r\n]|"""/.test(text)) throw new Unsayable(`A condition or type is one line without """: ${text.slice(0, 80)}`);
  return text;
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The text with the claimed function's name in place of that of the function that calls it. */
function named(text: string, name: string): string {
  return text.replaceAll(CLAIM, name);
}

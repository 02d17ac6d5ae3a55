/** Whether what a Python method is called on is of a built-in type, whose methods are none of the workspace's. */
import type { FlowCall, FlowForm, FunctionFlow } from '../../syntax/api.ts';

const TYPES: ReadonlySet<string> = new Set(
  'list dict set frozenset tuple str bytes bytearray int float complex bool List Dict Set FrozenSet Tuple'.split(' '),
);
/** Functions that give a value of a built-in type. */
const MAKERS: ReadonlySet<string> = new Set([
  ...TYPES,
  ...'sorted len repr ascii chr ord sum range hex bin oct'.split(' '),
]);

/** By literals, by what a local was given everywhere, and by declared types; `top` is the module around the function. */
export function isBuiltIn({ on }: FlowCall, flow: FunctionFlow, top: FunctionFlow | undefined): boolean {
  return on !== undefined && isOfBuiltIn(on, flow, top, new Set());
}

function isOfBuiltIn(
  form: FlowForm,
  flow: FunctionFlow,
  top: FunctionFlow | undefined,
  asked: ReadonlySet<string>,
): boolean {
  if (form.is === 'text' || form.is === 'made' || form.is === 'number') return true;
  if (form.is === 'loop') return form.kind !== 'iterator';
  if (form.is === 'call') return isMaker(flow.calls[form.call], flow);
  if (form.is !== 'name' || asked.has(form.name)) return false;
  const { name } = form;
  const declared = flow.types[name];
  if (declared !== undefined) return isBuiltInType(declared);
  if (flow.parameters.includes(name)) return false;
  const owner = flow.variables.includes(name) ? flow : top;
  return owner !== undefined && isGivenBuiltIn(name, owner, top, new Set([...asked, name]));
}

/** `list[int]`; of alternatives each could be another one. */
function isBuiltInType(declared: string): boolean {
  const name = declared.replace(/^['"]|['"]$/g, '').replace(/\[.*$/s, '');
  return !declared.includes('|') && TYPES.has(name.trim());
}

/** Whether everything that the name is given is of a built-in type: one value that is not known is enough for no. */
function isGivenBuiltIn(
  name: string,
  owner: FunctionFlow,
  top: FunctionFlow | undefined,
  asked: ReadonlySet<string>,
): boolean {
  if (owner.blocks.some(({ binds, kind }) => binds.includes(name) || (kind === 'with' && owner === top))) return false;
  const given = owner.assignments.filter(({ to }) => names(to).includes(name));
  return (
    given.length > 0 &&
    given.every(({ to, value, operator }) => {
      return to.is === 'name' && operator === '=' && isOfBuiltIn(value.form, owner, top, asked);
    })
  );
}

/** `sorted(x)`, `"a".split()`: of a built-in, or a method of one, each of which gives another one. */
function isMaker(call: FlowCall | undefined, flow: FunctionFlow): boolean {
  if (call === undefined) return false;
  if (call.on === undefined) return MAKERS.has(call.name) && !flow.variables.includes(call.name);
  return /^(?:join|split|format|strip|lower|upper|replace|encode|splitlines)$/.test(call.name) && call.on.is === 'text';
}

/** Names within a target. */
function names(form: FlowForm): readonly string[] {
  if (form.is === 'name') return [form.name];
  if (form.is === 'made') return form.items.flatMap(names);
  return form.is === 'spread' ? names(form.of) : [];
}

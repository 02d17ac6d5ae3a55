/** What the text of a signature says of types: those of parameters, of fields, and the bases of a class. */
import type { Family } from './families.ts';

/** What is known of a name's type: its written name, or that it is declared without one that helps. */
export type DeclaredType = { readonly type: string } | 'unknown';

/** Types that stand for what they hold. */
const WRAPPERS =
  /^(?:(?:Optional|Box|Rc|Arc|Ref|RefMut|Readonly|Partial|Required|ClassVar|Final|Annotated|shared_ptr|unique_ptr|std::shared_ptr|std::unique_ptr|typing\.Optional)\s*[<[]\s*)+/;
const MODIFIERS =
  /^(?:(?:&|\*|mut\b|dyn\b|const\b|readonly\b|final\b|struct\b|static\b|private\b|public\b|'\w+\b|\?|\s)\s*)+/;
const NOTHING = /(?:(?<!\s)\s+)?\|\s*(?:null|undefined|None)\b|\b(?:null|undefined|None)\s*\|\s*/g;

/** How `signature` declares the type of `name`; undefined when it does not declare that name. */
export function declaredType(signature: string, name: string, typed: Family['typed']): DeclaredType | undefined {
  if (!signature.includes(name)) return undefined;
  const escaped = name.replace(/[^\w]/g, '\\$&');
  const type = typeText(signature, escaped, typed);
  if (type !== undefined) return toType(type);
  const ending = typed === 'after' ? '\\s*,|\\s+[*\\w.[(]' : '\\s*[,)=?}:]';
  return new RegExp(`[({,*.]\\s*${escaped}(?:${ending})`).test(parametersOf(signature)) ? 'unknown' : undefined;
}

function typeText(signature: string, name: string, typed: Family['typed']): string | undefined {
  const colon = new RegExp(`(?:^|[(,{\\s#*&.])${name}[?!]?\\s*:\\s*([^,)=;{]+)`).exec(signature)?.[1];
  if (colon !== undefined || typed === 'after-colon') return colon;
  if (typed === 'after') {
    return new RegExp(`(?:^|[(,\\s])${name}(?:\\s*,\\s*\\w+){0,100}\\s+(?:\\.\\.\\.)?([*\\w.[\\]]+)`).exec(
      signature,
    )?.[1];
  }
  const before = new RegExp(
    `(?<![\\w.:])([\\w.:]+(?:<[^()]{0,300}>)?(?:\\s*const)?[\\s*&]+)${name}\\s*(?:[,)=;[{]|$)`,
  ).exec(signature)?.[1];
  return before === undefined || /^(?:return|new|else|var|let|val|fun|def|final)\b/.test(before) ? undefined : before;
}

/** What follows the signature's first parenthesis. */
function parametersOf(signature: string): string {
  const open = signature.indexOf('(');
  return open < 0 ? '' : signature.slice(open);
}

/** The one type that a type expression means, if it is that simple. */
function toType(text: string): DeclaredType {
  const bare = text
    .replace(NOTHING, '')
    .replace(MODIFIERS, '')
    .replace(WRAPPERS, '')
    .replace(MODIFIERS, '')
    .replace(/^["']/, '');
  const [type = ''] = /^[A-Za-z_$\\][\w$.:\\]*/.exec(bare) ?? [];
  const after = bare.slice(type.length);
  // A union or an array of a type is not that type.
  return type === '' || /^\s*(?:[|[(]|<[^>]*>\s*[|[])/.test(after)
    ? 'unknown'
    : { type: type.replace(/(?<![.:])[.:]+$/, '') };
}

/** What a function's signature says it returns; of several values, the first one. */
export function returnType(signature: string, name: string, typed: Family['typed']): DeclaredType {
  const arrow = /->\s*([^{]{1,300})$/.exec(signature)?.[1] ?? /\)\s*:\s*([^={]+)/.exec(signature)?.[1];
  if (arrow !== undefined) return toType(arrow.replace(/^(?:Promise|Awaitable|Coroutine)\s*[<[]/, ''));
  if (typed === 'after') {
    const last = /\)\s*(?:\(\s*)?(?:\w+\s+)?([*\w.[\]]+)(?![*\w.[\]])[^()]*(?:\)\s*)?$/.exec(signature)?.[1];
    return last === undefined ? 'unknown' : toType(last);
  }
  if (typed !== 'before') return 'unknown';
  const before = signature.slice(0, Math.max(0, signature.indexOf(`${name}(`)));
  const last = /(?<![\w.:])([\w.:]+(?:<.{0,300}>)?[\s*&]*)$/.exec(before.trim())?.[1];
  return last === undefined ? 'unknown' : toType(last);
}

const NO_BASES: ReadonlySet<string> = new Set(
  'extends implements with public private protected virtual sealed abstract final override open metaclass class struct interface where'.split(
    ' ',
  ),
);

/** Names of the classes that a class's signature derives from, as it writes them. */
export function basesOf(signature: string, name: string): readonly string[] {
  const after = signature.slice(signature.indexOf(name) + name.length);
  const [, clause = ''] =
    /^\s*\(([^)]*)\)\s*(?::\s*)?$/.exec(after) ??
    /(?:\bextends\b|\bimplements\b|(?<!:):(?!:)|<(?=\s*[A-Z]))(.*)/.exec(after) ??
    [];
  const plain = clause.replace(/<[^<>]*>|\[[^\]]{0,300}\]|\([^)]{0,300}\)/g, ' ').replace(/\b\w+\s*=\s*[\w.]+/g, ' ');
  return [...plain.matchAll(/[A-Za-z_$\\][\w$.:\\]*/g)].map(([base]) => base).filter((base) => !NO_BASES.has(base));
}

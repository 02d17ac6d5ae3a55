/** Whether a module's code can only do one thing for one input: then a run on CPython says what every run does. */
import type { Expression, Module } from '../syntax/ast.ts';
import { nameOf } from '../syntax/names.ts';

/** Modules without clock, randomness, environment or files. */
const MODULES = new Set(
  (
    '__future__ abc array base64 binascii bisect calendar cmath collections collections.abc colorsys contextlib copy dataclasses datetime ' +
    'deal decimal difflib enum fractions functools heapq html icontract itertools json keyword math numbers operator re ' +
    'statistics string struct textwrap types typing unicodedata urllib.parse'
  ).split(' '),
);

/** Built-in functions that tell of addresses, files and the like. */
const OUTSIDE_FUNCTIONS = new Set(['id', 'input', 'open', 'breakpoint']);
/** Methods that read the clock or the time zone. */
const OUTSIDE_METHODS = new Set('astimezone fromtimestamp now timestamp today utcnow'.split(' '));

/** Names through which code reaches hashes, or code and names that cannot be seen. */
const HIDING = new Set(
  (
    'compile dir eval exec getattr globals hash locals memoryview vars __builtins__ __del__ __dict__ __file__ __hash__ ' +
    '__import__ __loader__ __spec__ __subclasses__'
  ).split(' '),
);

/** Whether code of the module may read the clock, random numbers, files, addresses, or anything else but its inputs. */
export function readsOutside(module: Module): boolean {
  return surveyOf(module).outside.size > 0;
}

/** Names of what the module reads besides its inputs, such as `datetime.now` and `id`. */
export function outsideNames(module: Module): readonly string[] {
  return [...surveyOf(module).outside].sort();
}

/** True only where nothing in the module makes two runs differ. */
export function isDeterministic(module: Module): boolean {
  const seen = surveyOf(module);
  if (seen.outside.size > 0 || seen.isHidden) return false;
  // sets are walked in the order of hashes: those of texts differ from run to run, those of floats between machines
  const hasSets = seen.hasSets || (seen.hasViews && seen.hasSetOperators);
  if (hasSets && (seen.hasTexts || seen.hasFloats || seen.hasClasses)) return false;
  // objects without a text of their own show their address
  return !(seen.hasNamelessObjects && seen.showsObjects);
}

function surveyOf(module: Module): Survey {
  const seen = new Survey();
  seen.visit(module.body);
  return seen;
}

/** What there is in some syntax. */
class Survey {
  /** What is read besides the inputs. */
  readonly outside = new Set<string>();
  /** Whether some code or some name cannot be seen. */
  isHidden = false;
  hasSets = false;
  hasTexts = false;
  hasFloats = false;
  hasClasses = false;
  /** Views of dictionaries, which combine into sets. */
  hasViews = false;
  hasSetOperators = false;
  /** Whether a class has objects without a text of their own. */
  hasNamelessObjects = false;
  /** Whether objects may be turned into text. */
  showsObjects = false;

  visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const member of node) this.visit(member);
      return;
    }
    if (isDocstring(node)) return;
    if ('kind' in node) this.#look(node);
    for (const [field, child] of Object.entries(node)) if (!IGNORED.has(field)) this.visit(child);
  }

  #look(node: object & { readonly kind: unknown }): void {
    switch (node.kind) {
      case 'import':
        this.#imports('names' in node && Array.isArray(node.names) ? node.names.map((one) => one?.name) : []);
        break;
      case 'importfrom':
        this.#imports('module' in node ? [node.module] : []);
        if ('names' in node && Array.isArray(node.names)) for (const one of node.names) this.#names(one?.name);
        break;
      case 'name':
        this.#names('id' in node ? node.id : undefined);
        break;
      case 'attribute':
        this.#attribute('name' in node ? node.name : undefined);
        break;
      case 'function':
        this.#names('name' in node ? node.name : undefined);
        break;
      case 'class':
        this.hasClasses = true;
        this.hasNamelessObjects ||=
          !('body' in node && Array.isArray(node.body) && node.body.some(givesText)) && !isRecord(node);
        break;
      case 'set':
      case 'setcomp':
        this.hasSets = true;
        break;
      case 'binary':
      case 'augassign':
        this.hasSetOperators ||= 'operator' in node && ['&', '|', '^', '-'].includes(String(node.operator));
        break;
      case 'fstring':
        this.hasTexts = true;
        this.showsObjects = true;
        break;
      case 'constant':
        this.#constant('value' in node ? node.value : undefined);
        break;
      case 'unsupported':
      case 'await':
        this.isHidden = true;
    }
  }

  #imports(names: readonly unknown[]): void {
    for (const name of names) if (typeof name !== 'string' || !MODULES.has(name)) this.outside.add(String(name));
  }

  #attribute(name: unknown): void {
    if (typeof name !== 'string') return;
    if (OUTSIDE_METHODS.has(name)) this.outside.add(name);
    if (name.startsWith('__') && HIDING.has(name)) this.isHidden = true;
    if (name === 'keys' || name === 'items') this.hasViews = true;
    if (name === 'format') this.hasTexts = this.showsObjects = true;
  }

  #names(name: unknown): void {
    if (typeof name !== 'string') return;
    if (OUTSIDE_FUNCTIONS.has(name)) this.outside.add(name);
    if (HIDING.has(name)) this.isHidden = true;
    if (name === 'object') this.hasClasses = this.hasNamelessObjects = true;
    if (name === 'set' || name === 'frozenset') this.hasSets = true;
    if (name === 'str' || name === 'repr' || name === 'chr' || name === 'format') this.hasTexts = true;
    if (name === 'str' || name === 'repr' || name === 'format') this.showsObjects = true;
    if (name === 'float' || name === 'math') this.hasFloats = true;
  }

  #constant(value: unknown): void {
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    if (value.type === 'str' || value.type === 'bytes') this.hasTexts = true;
    if (value.type === 'float' || value.type === 'complex') this.hasFloats = true;
  }
}

/** Annotations are not run for their values, and docstrings not at all. */
const IGNORED = new Set(['annotation', 'returns', 'docstring', 'span']);

/** A text that stands by itself. */
function isDocstring(node: object): boolean {
  if (!('kind' in node && node.kind === 'expression' && 'value' in node)) return false;
  const { value } = node;
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'constant';
}

function givesText(statement: unknown): boolean {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) return false;
  return statement.name === '__repr__' || statement.name === '__str__';
}

/** Dataclasses, named tuples, enumerations and exceptions have texts made of their contents. */
function isRecord(node: object): boolean {
  const decorators = 'decorators' in node && Array.isArray(node.decorators) ? node.decorators : [];
  const bases = 'bases' in node && Array.isArray(node.bases) ? node.bases : [];
  return [...decorators, ...bases].some((one: Expression) => RECORDS.test(nameOf(one) ?? ''));
}

const RECORDS = /^(dataclass|NamedTuple|TypedDict|\w*Enum|\w*Flag|\w*Error|\w*Exception|dict|list|tuple|int|str)$/;

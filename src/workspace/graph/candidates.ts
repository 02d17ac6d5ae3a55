/** Which definitions a place may mean by kind and name, each list made once: thousands of places can mean thousands of homonyms. */
import { isTest } from '../search/file-kind.ts';
import { type Code, type Definition, fits } from './code.ts';
import { type Family, familyOf } from './families.ts';
import { approximate, type Resolution, type Site, UNKNOWN } from './resolution.ts';

/** The candidates of one commit's code; the same question has the same list. */
export class Candidates {
  readonly #code: Code;
  readonly #fitting = new WeakMap<readonly Definition[], Map<Site['kind'], readonly Definition[]>>();
  readonly #named = new Map<Family, Map<string, Resolution>>();

  constructor(code: Code) {
    this.#code = code;
  }

  /** Those of `definitions` that a reference of that kind can mean. */
  fitting(definitions: readonly Definition[], kind: Site['kind']): readonly Definition[] {
    const known = this.#fitting.get(definitions) ?? new Map<Site['kind'], readonly Definition[]>();
    const fitting = known.get(kind) ?? definitions.filter((each) => fits(kind, each));
    this.#fitting.set(definitions, known.set(kind, fitting));
    return fitting;
  }

  /** Definitions that have the name and could be meant, for all that is known: those of tests by tests only. */
  byName(site: Site, family: Family, members: boolean): Resolution {
    const { path, name, kind } = site;
    const known = this.#named.get(family) ?? new Map<string, Resolution>();
    this.#named.set(family, known);
    // A bare name can mean what is inside of something in the same file.
    const isOfFile = !members && this.#code.definitions(name).in(path).length > 0;
    const key = [name, kind, members, isTest(path), isOfFile ? path : ''].join('\0');
    const named = known.get(key) ?? byName(this.#code, site, family, members);
    known.set(key, named);
    return named;
  }
}

function byName(code: Code, { path, name, kind }: Site, family: Family, members: boolean): Resolution {
  const candidates = code
    .definitions(name)
    .all.filter((each) => fits(kind, each) && familyOf(each.language) === family)
    .filter((each) => isTest(path) || !isTest(each.path))
    .filter((each) => (members ? isMember(kind, each) : each.scope === '' || each.path === path));
  return candidates.length === 0 ? UNKNOWN : approximate(candidates);
}

/** Whether something behind a dot can be meant. */
function isMember(reference: Site['kind'], { scope, kind }: Definition): boolean {
  return scope !== '' && (reference !== 'call' || kind === 'method' || kind === 'function' || kind === 'macro');
}

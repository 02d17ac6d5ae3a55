/**
 * Finds the definitions that a reference means. What rests on scopes, imports and declared types is `resolved`; what rests on an equal
 * name alone is `approximate`.
 */
import { Candidates } from './candidates.ts';
import { type Code, type Definition, fits, hasMembers, scopeInside } from './code.ts';
import { type Family, familyOf } from './families.ts';
import { Imports, membersOf } from './imports.ts';
import { isLiteral, type LocalValue, localValue } from './local-values.ts';
import type { Module } from './modules/module.ts';
import {
  approximate,
  bareCall,
  fromImport,
  namespacesOf,
  OUTSIDE,
  parts,
  type Resolution,
  resolved,
  type Site,
  segment,
  UNKNOWN,
  withBodies,
} from './resolution.ts';
import { basesOf, declaredType, returnType } from './signatures.ts';

/** Classes up which a member is looked for. */
const MOST_BASES = 16;

/** Resolves references in one commit's code. */
export class Resolver {
  readonly #code: Code;
  readonly #imports: Imports;
  readonly #guesses: boolean;
  readonly #candidates: Candidates;
  readonly #locals = new Map<string, { readonly value: LocalValue | undefined }>();

  /** `guesses`: whether an equal name alone makes an approximate match. */
  constructor(code: Code, guesses = true) {
    this.#code = code;
    this.#guesses = guesses;
    this.#imports = new Imports(code);
    this.#candidates = new Candidates(code);
  }

  resolve(site: Site): Resolution {
    const language = this.#code.language(site.path);
    const family = language && familyOf(language);
    if (family === undefined) return UNKNOWN;
    const resolution =
      site.qualifier === undefined ? this.#bare(site, family) : this.#qualified(site, parts(site.qualifier), family);
    if (resolution.kind !== 'found') return resolution;
    const fitting = this.#candidates.fitting(resolution.definitions, site.kind);
    if (fitting.length === 0) return UNKNOWN;
    const definitions = resolution.certainty === 'resolved' ? withBodies(this.#code, this.#imports, fitting) : fitting;
    return { ...resolution, definitions };
  }

  #bare(site: Site, family: Family): Resolution {
    const { path, name, enclosing } = site;
    const homonyms = this.#code.definitions(name);
    for (const around of enclosing) {
      const isClass = hasMembers(around);
      if (isClass && !family.bareMembers && around.kind !== 'module') continue;
      const inside = homonyms.at(path, scopeInside(around));
      if (inside.length > 0) return resolved(inside, 'in scope');
      if (!isClass) continue;
      const inherited = this.#member([around], name, family);
      if (inherited.length > 0) return resolved(inherited, 'inherited');
    }
    const outside = this.#bareMember(site, family);
    if (outside.length > 0) return resolved(outside, 'own class');
    const top = homonyms.at(path, '');
    if (top.length > 0) return resolved(top, 'same file');
    const imported = this.#imported(site, family);
    if (imported !== undefined) return imported;
    if (enclosing.length === 0) {
      // Where nothing tells what is around, any scope of the file can be.
      const anywhere = homonyms.in(path);
      if (anywhere.length > 0) return approximate(anywhere);
    }
    return family.explicit ? UNKNOWN : this.#guess(site, family, false);
  }

  /** A member that a bare name means in a method that is written outside of its class, as in C++. */
  #bareMember(site: Site, family: Family): readonly Definition[] {
    const { path, name, enclosing } = site;
    const scope = enclosing.at(-1)?.scope ?? '';
    if (!family.bareMembers || scope === '' || enclosing.some(hasMembers)) return [];
    const beside = this.#code.definitions(name).at(path, scope);
    return beside.length > 0 ? beside : this.#member(this.#receiver(site, family), name, family);
  }

  /** What imports, the package or included files say of a bare name; undefined when they say nothing. */
  #imported(site: Site, family: Family): Resolution | undefined {
    const { path, name, kind } = site;
    const homonyms = this.#code.definitions(name);
    const bindings = this.#code.bindings(path);
    const binding = bindings.named(name);
    if (binding !== undefined) {
      const imported = this.#imports.bound(binding, path);
      const whole = imported.kind === 'module' ? this.#imports.whole(imported.module) : [];
      return whole.length > 0 ? resolved(whole, 'imported') : fromImport(imported, 'imported');
    }
    const neighbours = homonyms.all.length === 0 ? [] : family.neighbours(path, this.#code.paths);
    const beside = neighbours.flatMap((each) => homonyms.at(each, ''));
    if (beside.length > 0) return resolved(beside, 'same package');
    if (homonyms.all.length === 0) return undefined;
    if (family.includes) {
      const scopes = namespacesOf(site);
      const visible = this.#imports.included(path).flatMap((each) => {
        return homonyms.in(each).filter(({ scope }) => scopes.includes(scope));
      });
      const fitting = visible.filter((each) => fits(kind, each));
      if (fitting.length > 0) return resolved(fitting, 'included');
      return undefined;
    }
    if (family.namespaces) {
      const spaces = [...namespacesOf(site), ...bindings.wildcards.map(({ module }) => module)];
      const shared = homonyms.all.filter(({ scope }) => scope !== '' && spaces.includes(scope));
      if (shared.length > 0) return resolved(shared, 'same or imported namespace');
    }
    // Of several modules the last one binds the name.
    for (const wildcard of bindings.wildcards.toReversed()) {
      const module = this.#imports.module(wildcard.module, path);
      const imported = module && this.#imports.starred(module, name);
      if (imported?.kind === 'definitions') return resolved(imported.definitions, 'imported with all names');
    }
    return undefined;
  }

  #qualified(site: Site, qualifier: readonly string[], family: Family): Resolution {
    const [first = '', ...rest] = qualifier;
    if (isLiteral(site.qualifier ?? '')) return this.#builtin(site, family);
    if (family.own.has(first)) {
      const own = this.#ownClass(site, first, family);
      if (own.length > 0) return this.#through(own, rest, site, family, rest.length === 0 ? 'own class' : undefined);
      const beside = family.open && rest.length === 0 ? this.#besides(site) : [];
      if (beside.length > 0) return resolved(beside, 'same object');
      return this.#path(site, family) ?? this.#guess(site, family, true);
    }
    if (family.open && (site.qualifier === 'exports' || site.qualifier === 'module.exports')) {
      const exported = this.#code.definitions(site.name).at(site.path, '');
      if (exported.length > 0) return resolved(exported, 'same file');
    }
    for (const around of site.enclosing) {
      if (hasMembers(around)) continue;
      const type = declaredType(around.signature, first, family.typed);
      if (type !== undefined && type !== 'unknown') {
        return this.#throughType(type.type, rest, site, family, `type of parameter ${first}`);
      }
      const local = this.#throughLocal(around, first, rest, site, family);
      if (local !== undefined) return local;
      if (type === 'unknown') return this.#guess(site, family, true);
    }
    const call = /^([\w$]+)\(\)$/.exec(first)?.[1];
    if (call !== undefined)
      return this.#throughCall({ ...bareCall(site), name: call }, rest, site, family, `result of ${call}`);
    return this.#throughModule(site, qualifier, family) ?? this.#throughName(site, qualifier, family);
  }

  /** Members of the objects that functions around a site are given to, or are constructors of. */
  #besides({ path, name, enclosing }: Site): readonly Definition[] {
    const scopes = enclosing.flatMap((around) => [scopeInside(around), around.scope]).filter((scope) => scope !== '');
    const homonyms = this.#code.definitions(name);
    for (const scope of scopes) {
      const methods = homonyms.at(path, scope).filter(({ kind }) => kind === 'method');
      if (methods.length > 0) return methods;
    }
    return [];
  }

  /** `a.name` where the function `around` binds `a`; undefined when it does not. */
  #throughLocal(
    around: Definition,
    name: string,
    rest: readonly string[],
    site: Site,
    family: Family,
  ): Resolution | undefined {
    const value = this.#localValue(around, name, family);
    if (value === undefined) return undefined;
    const reason = `value of ${name}`;
    switch (value.kind) {
      case 'type':
        return this.#throughType(value.type, rest, site, family, reason);
      case 'call': {
        const { qualifier } = value;
        // `a = a.next()` says nothing of `a`.
        if (qualifier !== undefined && parts(qualifier)[0] === name) return this.#guess(site, family, true);
        const call: Site = { ...bareCall(site), name: value.name, ...(qualifier !== undefined && { qualifier }) };
        return this.#throughCall(call, rest, site, family, reason);
      }
      case 'literal':
        return rest.length === 0 ? this.#builtin(site, family) : this.#guess(site, family, true);
      case 'unknown':
        return this.#guess(site, family, true);
    }
  }

  /** A member of what the language brings along, unless the repository adds members to that. */
  #builtin(site: Site, family: Family): Resolution {
    const isAdded = this.#code.definitions(site.name).all.some(({ scope }) => family.builtins.has(scope));
    return family.builtins.size > 0 && !isAdded ? OUTSIDE : this.#guess(site, family, true);
  }

  #localValue(around: Definition, name: string, family: Family): LocalValue | undefined {
    const key = `${around.id} ${name} ${around.path}`;
    const known = this.#locals.get(key);
    if (known !== undefined) return known.value;
    const value = localValue(this.#code.textOf?.(around) ?? '', name, family.typed);
    this.#locals.set(key, { value });
    return value;
  }

  /** A member of what a call gives: an object of the class, or of the function's declared type. */
  #throughCall(call: Site, rest: readonly string[], site: Site, family: Family, reason: string): Resolution {
    const called = this.resolve(call);
    if (called.kind === 'outside') return OUTSIDE;
    const isBuiltin = called.kind === 'unknown' && call.qualifier === undefined && family.builtins.has(call.name);
    if (isBuiltin && rest.length === 0) return this.#builtin(site, family);
    const definitions =
      called.kind === 'found' && called.certainty === 'resolved' ? called.definitions.slice(0, 1) : [];
    return this.#throughDefinitions(definitions, rest, site, family, true, reason);
  }

  /** `a.b.name` where an import calls a module `a.b` or `a`. */
  #throughModule(site: Site, qualifier: readonly string[], family: Family): Resolution | undefined {
    const bindings = this.#code.bindings(site.path);
    for (let length = qualifier.length; length > 0; length--) {
      const local = qualifier.slice(0, length).join('.');
      const binding = bindings.named(local);
      if (binding === undefined) continue;
      const rest = qualifier.slice(length);
      const imported = this.#imports.bound(binding, site.path);
      if (imported.kind === 'module') {
        return this.#inModule(imported.module, rest, site, family, `module ${binding.module}`);
      }
      if (imported.kind === 'definitions') return this.#throughDefinitions(imported.definitions, rest, site, family);
      return imported.kind === 'outside' ? OUTSIDE : this.#guess(site, family, true);
    }
    return this.#path(site, family);
  }

  /** A path that needs no import, such as `crate::a::name` of Rust. */
  #path(site: Site, family: Family): Resolution | undefined {
    if (family.separator !== '::' || site.qualifier === undefined) return undefined;
    const module = this.#imports.module(site.qualifier, site.path);
    const member = module && this.#imports.member(module, site.name);
    return member?.kind === 'definitions' ? resolved(member.definitions, `module ${site.qualifier}`) : undefined;
  }

  #inModule(module: Module, rest: readonly string[], site: Site, family: Family, reason: string): Resolution {
    const [next, ...further] = rest;
    const { name, isCall } = segment(next ?? site.name);
    const member = this.#imports.member(module, name);
    const whole = member.kind === 'missing' ? this.#imports.whole(module) : [];
    if (whole.length > 0) return this.#throughDefinitions(whole, rest, site, family);
    if (next === undefined) return fromImport(member, reason);
    if (member.kind === 'module') return this.#inModule(member.module, further, site, family, reason);
    if (member.kind === 'definitions') {
      return this.#throughDefinitions(member.definitions, further, site, family, isCall);
    }
    return member.kind === 'outside' ? OUTSIDE : this.#guess(site, family, true);
  }

  /** `a.name` where `a` is defined in the file or visible in it. */
  #throughName(site: Site, [first = '', ...rest]: readonly string[], family: Family): Resolution {
    if (!/^[\w$]+$/.test(first)) return this.#guess(site, family, true);
    const { path, enclosing } = site;
    const meant = this.#bare({ path, enclosing, name: first, kind: 'use' }, family);
    if (meant.kind === 'found') {
      const through = this.#throughDefinitions(meant.definitions, rest, site, family);
      return meant.certainty === 'resolved' || through.kind !== 'found' ? through : approximate(through.definitions);
    }
    return this.#guess(site, family, true);
  }

  /** A member of what `definitions` are: of a class itself, else of the type of a value, or of what a call returns. */
  #throughDefinitions(
    definitions: readonly Definition[],
    rest: readonly string[],
    site: Site,
    family: Family,
    isCall = false,
    reason?: string,
  ): Resolution {
    const owners = definitions.filter(hasMembers);
    if (owners.length > 0) return this.#through(owners, rest, site, family, reason);
    // Functions that are constructors are named like classes.
    const holders = definitions.filter(({ name }) => !isCall || /^[A-Z]/.test(name));
    const given = family.open && rest.length === 0 ? this.#member(holders, site.name, family) : [];
    if (given.length > 0) return resolved(given, reason ?? `member of ${definitions[0]?.name}`);
    for (const definition of definitions) {
      const { path, name, signature } = definition;
      const declared = (isCall ? returnType : declaredType)(signature, name, family.typed);
      if (declared === undefined || declared === 'unknown') continue;
      const why = reason ?? `type of ${name}`;
      const home: Site = { ...site, path, enclosing: [] };
      if (!family.own.has(declared.type)) return this.#throughType(declared.type, rest, home, family, why, site);
      const own = this.#receiver({ ...home, enclosing: [definition] }, family);
      if (own.length > 0) return this.#through(own, rest, site, family, why);
    }
    return this.#guess(site, family, true);
  }

  /** A member of the type that is written as `type` at `home`, which is `site` unless it says otherwise. */
  #throughType(
    type: string,
    rest: readonly string[],
    home: Site,
    family: Family,
    reason: string,
    site: Site = home,
  ): Resolution {
    const owners = this.#type(type, home, family);
    if (owners === undefined) return OUTSIDE;
    if (owners.length === 0 && rest.length === 0 && family.builtins.has(type)) return this.#builtin(site, family);
    return owners.length === 0 ? this.#guess(site, family, true) : this.#through(owners, rest, site, family, reason);
  }

  /** Follows fields from classes to the named member. */
  #through(
    owners: readonly Definition[],
    rest: readonly string[],
    site: Site,
    family: Family,
    reason?: string,
  ): Resolution {
    const [next, ...further] = rest;
    const [owner] = owners;
    if (next === undefined) {
      const members = this.#member(owners, site.name, family);
      if (members.length > 0) return resolved(members, reason ?? `member of ${owner?.name}`);
      return this.#guess(site, family, true);
    }
    const { name, isCall } = segment(next);
    return this.#throughDefinitions(this.#member(owners, name, family), further, site, family, isCall);
  }

  /** Members of that name of classes, else of the classes that they derive from. */
  #member(owners: readonly Definition[], name: string, family: Family): readonly Definition[] {
    const seen = new Set(owners);
    for (const owner of seen) {
      const inside = membersOf(this.#code, [owner], name);
      // What a function defines for itself is no member of it.
      const members = hasMembers(owner) ? inside : inside.filter(({ kind }) => kind === 'method');
      if (members.length > 0) return members;
      if (seen.size > MOST_BASES) break;
      if (!hasMembers(owner)) continue;
      for (const base of basesOf(owner.signature, owner.name)) {
        const site: Site = { path: owner.path, name: base, kind: 'type', enclosing: [] };
        for (const each of this.#type(base, site, family) ?? []) seen.add(each);
      }
    }
    return [];
  }

  /** The classes that a written type means; none when it is unclear; undefined when they are outside of the workspace. */
  #type(type: string, site: Site, family: Family): readonly Definition[] | undefined {
    const names = parts(type);
    const name = names.at(-1) ?? type;
    const { path, enclosing } = site;
    const around = enclosing.filter((each) => each.path === path);
    if (names.length === 1 && family.own.has(name)) return this.#ownClass(site, name, family);
    const typeSite: Site = { path, name, kind: family.open ? 'use' : 'type', enclosing: around };
    const meant =
      names.length === 1
        ? this.#bare(typeSite, family)
        : this.#throughModule({ ...typeSite, qualifier: type }, names.slice(0, -1), family);
    if (meant?.kind === 'outside') return undefined;
    if (meant?.kind !== 'found' || meant.certainty !== 'resolved') return [];
    return meant.definitions.filter((each) => hasMembers(each) || (family.open && each.kind === 'function'));
  }

  /** The class that `self` or `super` is an instance of. */
  #ownClass(site: Site, own: string, family: Family): readonly Definition[] {
    const inner = site.enclosing.find((each) => hasMembers(each) && each.kind !== 'module');
    const classes = inner === undefined ? this.#receiver(site, family) : [inner];
    if (!/^(?:super|base|parent)\b/.test(own)) return classes;
    return classes.flatMap((each) =>
      basesOf(each.signature, each.name).flatMap((base) => this.#type(base, { ...site, enclosing: [] }, family) ?? []),
    );
  }

  /** The class that the method around a site belongs to, where that is written elsewhere. */
  #receiver(site: Site, family: Family): readonly Definition[] {
    const scope = site.enclosing.at(-1)?.scope ?? '';
    const name = scope.slice(scope.lastIndexOf('.') + 1);
    if (name === '') return [];
    const here = this.#code.definitions(name).in(site.path).filter(hasMembers);
    return here.length > 0 ? here : (this.#type(name, { ...site, enclosing: [] }, family) ?? []);
  }

  #guess(site: Site, family: Family, members: boolean): Resolution {
    return this.#guesses ? this.#candidates.byName(site, family, members) : UNKNOWN;
  }
}

/** What resolving names needs to know of each language. Languages of one family see one another's definitions. */
import type { Language } from '../../syntax/api.ts';
import { findHeader, findPhpFile, findRubyFile, findShellScript } from './modules/files.ts';
import { findGoPackage, packageIn } from './modules/go.ts';
import { findJavaScriptModule } from './modules/javascript.ts';
import { findJvmModule, jvmPackage } from './modules/jvm.ts';
import type { FindModule } from './modules/module.ts';
import { findPythonModule } from './modules/python.ts';
import { findRustModule } from './modules/rust.ts';
import { folderOf, type Paths } from './paths.ts';

/** Languages with the same rules. */
export interface Family {
  readonly languages: readonly Language[];
  readonly findModule: FindModule;
  /** Between the names of a module path. */
  readonly separator: '.' | '/' | '::' | '\\';
  /** What stands before the name of a module inside another one, which then needs no import; absent where there are none such. */
  readonly child?: string;
  /** What a method calls its own object or class. */
  readonly own: ReadonlySet<string>;
  /** Whether a bare name in a method can mean a member of its class. */
  readonly bareMembers: boolean;
  /** Whether a bare name means only what the file defines or imports, or what the language brings along. */
  readonly explicit: boolean;
  /** Whether an import makes all names of the file visible, and those of the files that it imports. */
  readonly includes: boolean;
  /** Whether the scopes of definitions begin with a namespace that files share. */
  readonly namespaces: boolean;
  /** Whether functions and variables have members, as `View.prototype.render = …` and `app.use = …` give them. */
  readonly open: boolean;
  /** Types that the language brings along, whose members a repository seldom defines; none where it can be anybody's. */
  readonly builtins: ReadonlySet<string>;
  /** How signatures declare types: `name: Type`, `name Type` or `Type name`. */
  readonly typed: 'after-colon' | 'after' | 'before';
  /** Files whose names are visible without an import. */
  neighbours(path: string, paths: Paths): readonly string[];
}

const NONE: readonly string[] = [];
const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const DEFAULTS = {
  separator: '.',
  own: new Set(['self', 'this', 'super']),
  bareMembers: false,
  explicit: true,
  includes: false,
  namespaces: false,
  open: false,
  builtins: new Set<string>(),
  typed: 'after-colon',
  neighbours: () => NONE,
} as const;

const FAMILIES: readonly Family[] = [
  {
    ...DEFAULTS,
    languages: ['python', 'notebook'],
    findModule: findPythonModule,
    child: '.',
    own: new Set(['self', 'cls', 'super()', 'super']),
    builtins: names('str bytes bytearray int float complex bool list dict set frozenset tuple'),
  },
  {
    ...DEFAULTS,
    languages: ['javascript', 'typescript', 'tsx', 'vue', 'svelte'],
    findModule: findJavaScriptModule,
    separator: '/',
    open: true,
    builtins: names(
      'string number boolean bigint symbol String Number Boolean Array ReadonlyArray Map ReadonlyMap Set ReadonlySet WeakMap WeakSet Promise RegExp Date',
    ),
    own: new Set(['this', 'super']),
  },
  {
    ...DEFAULTS,
    languages: ['go'],
    findModule: findGoPackage,
    separator: '/',
    typed: 'after',
    neighbours: (path, paths) => packageIn(folderOf(path), paths)?.paths ?? NONE,
  },
  {
    ...DEFAULTS,
    languages: ['rust'],
    findModule: findRustModule,
    child: 'self::',
    separator: '::',
    own: new Set(['self', 'Self']),
  },
  {
    ...DEFAULTS,
    languages: ['java', 'kotlin', 'scala'],
    findModule: findJvmModule,
    bareMembers: true,
    typed: 'before',
    neighbours: jvmPackage,
  },
  {
    ...DEFAULTS,
    languages: ['c', 'cpp'],
    findModule: findHeader,
    separator: '/',
    bareMembers: true,
    explicit: false,
    includes: true,
    typed: 'before',
  },
  {
    ...DEFAULTS,
    languages: ['csharp'],
    findModule: () => undefined,
    own: new Set(['this', 'base']),
    bareMembers: true,
    explicit: false,
    namespaces: true,
    typed: 'before',
  },
  {
    ...DEFAULTS,
    languages: ['ruby'],
    findModule: findRubyFile,
    separator: '/',
    bareMembers: true,
    explicit: false,
    includes: true,
  },
  {
    ...DEFAULTS,
    languages: ['php'],
    findModule: findPhpFile,
    separator: '\\',
    own: new Set(['$this', 'this', 'self', 'static', 'parent']),
    explicit: false,
    namespaces: true,
    typed: 'before',
  },
  {
    ...DEFAULTS,
    languages: ['bash'],
    findModule: findShellScript,
    separator: '/',
    explicit: false,
    includes: true,
  },
];

const BY_LANGUAGE = new Map(FAMILIES.flatMap((family) => family.languages.map((language) => [language, family])));

/** The family of a language; undefined for one that has no references. */
export function familyOf(language: Language): Family | undefined {
  return BY_LANGUAGE.get(language);
}

/** Every language whose names are resolved. */
export const RESOLVED_LANGUAGES: readonly Language[] = FAMILIES.flatMap(({ languages }) => languages);

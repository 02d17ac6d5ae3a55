/** Which settings Biome checks a file with: those of the workspace, as far as this version knows them. */
import { parse } from 'jsonc-parser';
import { type ReadFiles, upwards } from '../../src/review/static/service.ts';

/** Biome's own names of settings files. */
const FILES = ['biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'] as const;

/** Files that one rests on by `extends`. */
const MOST_EXTENDED = 5;

/** As in a `biome.json`. */
export type Configuration = Readonly<Record<string, unknown>>;

/** How the files below one settings file are checked. */
export interface Settings {
  readonly configuration: Configuration;
  /** The settings file; absent where there is none. */
  readonly source?: string;
  readonly notes: readonly string[];
}

const off = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'off']));

/**
 * Rules that count where a workspace chooses none: what Biome recommends of correctness and security and of what is suspicious, without
 * rules of taste, and those that are often broken on purpose.
 */
export const CERTAIN_RULES: Configuration = {
  recommended: false,
  correctness: {
    recommended: true,
    ...off(['noUnusedFunctionParameters', 'noUnusedImports', 'noUnusedLabels', 'noUnusedPrivateClassMembers']),
    ...off(['noUnusedVariables', 'useExhaustiveDependencies', 'useParseIntRadix', 'noSwitchDeclarations']),
  },
  suspicious: {
    recommended: true,
    ...off(['noArrayIndexKey', 'noAssignInExpressions', 'noConfusingVoidType', 'noControlCharactersInRegex']),
    ...off([
      'noDoubleEquals',
      'noEmptyInterface',
      'noExplicitAny',
      'noGlobalIsFinite',
      'noGlobalIsNan',
      'noImplicitAnyLet',
    ]),
    ...off([
      'noPrototypeBuiltins',
      'noShadowRestrictedNames',
      'noThenProperty',
      'noTsIgnore',
      'useIterableCallbackReturn',
    ]),
    ...off([
      'noRedundantUseStrict',
      'noConstEnum',
      'noDocumentCookie',
      'useAwait',
      'noBiomeFirstException',
      'useGoogleFontDisplay',
    ]),
  },
  security: { recommended: true },
};

/** Used where a workspace has none, or such that this version refuses. */
export const OWN_SETTINGS: Settings = { configuration: usable({ linter: { rules: CERTAIN_RULES } }), notes: [] };

/** The settings of `path`: of the nearest file that has any. */
export async function settingsFor(path: string, paths: ReadonlySet<string>, read: ReadFiles): Promise<Settings> {
  const [source, ...above] = upwards(path, FILES, paths);
  if (source === undefined) return OWN_SETTINGS;
  const notes: string[] = [];
  let wanted = [source];
  let configuration: Configuration = {};
  for (let depth = 0; depth < MOST_EXTENDED && wanted.length > 0; depth++) {
    const texts = await read(wanted);
    const bases: string[] = [];
    for (const [at, text = ''] of texts.entries()) {
      const from = wanted[at] ?? source;
      const table: unknown = parse(text, [], { allowTrailingComma: true });
      if (!isTable(table)) notes.push(`${from} is no valid JSON: its settings do not count.`);
      else {
        configuration = merged(table, configuration);
        for (const each of namedBases(table.extends)) {
          const base =
            each === '//' ? above.at(-1) : decodeURIComponent(new URL(each, `file:///${from}`).pathname).slice(1);
          if (base !== undefined && paths.has(base)) bases.push(base);
          else notes.push(`${from} extends ${each}, which is not in the workspace.`);
        }
      }
    }
    wanted = bases;
  }
  return { configuration: usable(configuration), source, notes };
}

/** Without what needs other files, and without formatting. */
function usable({ linter, files, javascript, overrides }: Configuration): Configuration {
  return {
    linter: linter ?? {},
    ...(files !== undefined && { files }),
    ...(javascript !== undefined && { javascript }),
    ...(overrides !== undefined && { overrides }),
    formatter: { enabled: false },
    assist: { enabled: false },
  };
}

/** The same without rules that come and go between versions. */
export function withoutNursery({ configuration, ...settings }: Settings): Settings {
  const linter = isTable(configuration.linter) ? configuration.linter : {};
  const { nursery: _, ...rules } = isTable(linter.rules) ? linter.rules : {};
  return { ...settings, configuration: { ...configuration, linter: { ...linter, rules } } };
}

function merged(base: Configuration, upon: Configuration): Configuration {
  const both = Object.keys(base).filter((name) => name in upon);
  const inner = both.flatMap((name) => {
    const [one, other] = [base[name], upon[name]];
    return isTable(one) && isTable(other) ? [[name, merged(one, other)] as const] : [];
  });
  return { ...base, ...upon, ...Object.fromEntries(inner) };
}

function namedBases(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((each) => typeof each === 'string');
}

function isTable(value: unknown): value is Configuration {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

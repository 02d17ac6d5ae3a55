/** What the compiler says because of packages that are not in the workspace, and not because of the code. */
import type ts from 'typescript-6';

/** Never reported: each follows from a missing package or an option that is set here. */
const DROPPED: ReadonlyMap<number, string> = new Map([
  ...named('a module is missing, or has no types', [2307, 2732, 2792, 6137, 6142, 7016, 7058, 2664, 2665, 1259, 1192]),
  ...named('a type definition of a package is missing', [2688, 2318, 2317, 2468, 2583]),
  ...named('libraries that packages of types ask for', [2550, 2585]),
  ...named(
    'globals of Node.js, test runners and browsers',
    [2580, 2581, 2582, 2584, 2591, 2592, 2593, 2686, 2867, 2868],
  ),
  ...named('implicitly any, since what it follows from is', [
    ...[7005, 7006, 7008, 7009, 7010, 7011, 7012, 7013, 7014, 7015, 7017, 7018, 7019, 7020, 7022, 7023, 7024, 7025],
    ...[7031, 7032, 7033, 7034, 7052, 7053, 7055, 7057, 7061],
  ]),
  ...named('type arguments of what is any', [2347]),
  ...named('elements without the types of their library', [2604, 2607, 2786, 2874, 2875, 7026, 17004]),
  ...named(
    'needs a runtime or a target that is set elsewhere',
    [1202, 1203, 1286, 1287, 1295, 1343, 1378, 1432, 2354, 2343, 2807],
  ),
  ...named('unused, which others report', [6133, 6138, 6192, 6196, 6198, 6199, 6205]),
  ...named('base classes of missing packages', [4112, 4113, 4114, 4116, 4117]),
]);

/** A file exports all of a missing module again: what it exports is not known. */
const NO_SUCH_EXPORT: ReadonlySet<number> = new Set([2305, 2459, 2460, 2614, 2724]);

/** `Cannot find name`, `Cannot find namespace` and `Did you mean`. */
const UNKNOWN_NAME: ReadonlySet<number> = new Set([2304, 2503, 2552]);

/** Globals that packages of types or test runners declare. */
const GLOBALS: ReadonlySet<string> = new Set(
  (
    'Buffer Bun Chai Cypress Deno ElectronAPI Express GeolocationPosition JSX JQuery JQueryStatic NodeJS React ReactNode ' +
    '__dirname __filename __DEV__ after afterAll afterEach assert before beforeAll beforeEach browser chai chrome clearImmediate ' +
    'context cy define defineEmits defineExpose defineModel defineNuxtConfig defineOptions defineProps defineSlots describe expect ' +
    'expectTypeOf exports fdescribe fit global google gapi grecaptcha it jasmine jest jQuery $ _ module process require setImmediate ' +
    'sinon specify suite test vi vitest withDefaults xdescribe xit'
  ).split(' '),
);

/** Whether a diagnostic is left out. `library` has the names that the libraries of browsers declare. */
export function isNoise(
  { code, messageText }: ts.Diagnostic,
  { library, exportsUnknown }: { readonly library: ReadonlySet<string>; readonly exportsUnknown: boolean },
): boolean {
  if (DROPPED.has(code) || (exportsUnknown && NO_SUCH_EXPORT.has(code))) return true;
  if (!UNKNOWN_NAME.has(code)) return false;
  const name = nameIn(messageText);
  return GLOBALS.has(name) || library.has(name);
}

/** `Unused '@ts-expect-error' directive`: what is expected may follow from a package's types or from another version of the compiler. */
const UNUSED_DIRECTIVE = 2578;
/** How tests of types fail; one type that is any makes them. */
const FAILED_ASSERTION = /^Type '(?:false|true|boolean|never)' does not satisfy the constraint '(?:true|false)'/;

/**
 * What holds whatever a missing module offers: of names, exports, declarations and numbers of arguments. All else rests on types, which
 * guards, base classes and results of a missing module would change.
 */
const WITHOUT_TYPES: ReadonlySet<number> = new Set([
  ...[
    2300, 2305, 2391, 2393, 2440, 2448, 2449, 2451, 2454, 2459, 2460, 2492, 2528, 2540, 2554, 2555, 2588, 2613, 2614,
    2724,
  ],
]);

/**
 * Whether it may be wrong for what is not there: modules that its file imports (`importsMissing`); the name may be a global of a package, which projects that ask for types have; types that
 * are compared exactly may be a package's, and versions of the compiler differ in them.
 */
export function isUncertain({ code, messageText }: ts.Diagnostic, importsMissing: boolean): boolean {
  const restsOnTypes = code >= 2000 && !WITHOUT_TYPES.has(code);
  return (
    (importsMissing && restsOnTypes) ||
    UNKNOWN_NAME.has(code) ||
    code === UNUSED_DIRECTIVE ||
    FAILED_ASSERTION.test(textOf(messageText))
  );
}

function nameIn(message: string | ts.DiagnosticMessageChain): string {
  return /'([^']*)'/.exec(textOf(message))?.[1] ?? '';
}

function textOf(message: string | ts.DiagnosticMessageChain): string {
  return typeof message === 'string' ? message : message.messageText;
}

function named(why: string, codes: readonly number[]): readonly (readonly [number, string])[] {
  return codes.map((code) => [code, why] as const);
}

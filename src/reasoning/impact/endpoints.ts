/** The endpoints that a file serves, by the way in which each framework says so. */
import type { Language } from '../../syntax/api.ts';
import { below, endpointPath } from './endpoint-path.ts';

/** A route as the source has it, without what other files put before it. */
export interface ServedEndpoint {
  readonly method: string;
  readonly path: string;
  readonly by: string;
  /** UTF-16 offset. */
  readonly start: number;
}

/** One way to say it. Groups: `method`, `path`, `on` (what the route is added to), `methods` (a list). */
interface Form {
  readonly by: string;
  readonly languages: readonly Language[];
  /** Files that the form is for; absent: all. */
  readonly files?: RegExp;
  readonly pattern: RegExp;
}

const ECMASCRIPT = ['javascript', 'typescript', 'tsx'] as const;
const VERBS = 'get|post|put|patch|delete|head|options';
const QUOTED = String.raw`(?<quote>['"\x60])(?<path>[^'"\x60\n]{0,300})\k<quote>`;

const FORMS: readonly Form[] = [
  {
    by: 'Flask or FastAPI',
    languages: ['python'],
    pattern: new RegExp(
      String.raw`@(?<on>\w+)\.(?<method>route|api_route|websocket|${VERBS})\(\s*${QUOTED}(?:[^)\n]{0,200}methods\s*=\s*[[(](?<methods>[^\])\n]{0,100}))?`,
      'g',
    ),
  },
  {
    by: 'Django',
    languages: ['python'],
    files: /(?:^|\/)urls(?:\/[^/]+)?\.py$/,
    pattern: new RegExp(String.raw`\b(?:re_)?(?:path|url)\(\s*r?${QUOTED}\s*,(?!\s*include\()`, 'g'),
  },
  {
    by: 'Express, Hono or Fastify',
    languages: ECMASCRIPT,
    pattern: new RegExp(
      String.raw`\b(?<on>app|api|server|fastify|hono|router|routes?|\w+(?:App|Api|Router|Routes|Server))\s*\.(?<method>all|${VERBS})\(\s*${QUOTED}\s*,`,
      'g',
    ),
  },
  {
    by: 'NestJS',
    languages: ECMASCRIPT,
    pattern: new RegExp(
      String.raw`@(?<method>All|Get|Post|Put|Patch|Delete|Head|Options)\(\s*(?:${QUOTED}\s*)?\)`,
      'g',
    ),
  },
  {
    by: 'Spring',
    languages: ['java', 'kotlin', 'scala'],
    pattern:
      /@(?<method>Get|Post|Put|Delete|Patch)Mapping\b(?:\s*\(\s*(?:(?:value|path)\s*=\s*)?[[{]?\s*"(?<path>[^"\n]{0,300})")?/g,
  },
  {
    by: 'Gin, Echo, Chi or Fiber',
    languages: ['go'],
    pattern:
      /\b(?<on>\w+)\.(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Get|Post|Put|Patch|Delete|Any|Handle)\(\s*"(?<path>\/[^"\n]{0,300})"\s*,/g,
  },
  {
    by: 'net/http',
    languages: ['go'],
    pattern:
      /\bHandle(?:Func)?\(\s*"(?:(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) )?(?:[\w.-]+)?(?<path>\/[^"\n]{0,300})"/g,
  },
  {
    by: 'Rails',
    languages: ['ruby'],
    files: /(?:^|\/)config\/routes(?:\.rb$|\/)/,
    pattern: new RegExp(String.raw`^[ \t]*(?<method>${VERBS}|match)\s*(?:\(\s*)?['"](?<path>[^'"\n]{0,300})['"]`, 'gm'),
  },
  {
    by: 'Sinatra',
    languages: ['ruby'],
    pattern: new RegExp(
      String.raw`^[ \t]*(?<method>${VERBS})\s*(?:\(\s*)?['"](?<path>\/[^'"\n]{0,300})['"]\)?[^\n]{0,100}\bdo\b`,
      'gm',
    ),
  },
  {
    by: 'ASP.NET',
    languages: ['csharp'],
    pattern: /\[Http(?<method>Get|Post|Put|Patch|Delete|Head|Options)(?:\(\s*"(?<path>[^"\n]{0,300})")?/g,
  },
  {
    by: 'ASP.NET',
    languages: ['csharp'],
    pattern: /\b(?<on>\w+)\.Map(?<method>Get|Post|Put|Patch|Delete)\(\s*"(?<path>[^"\n]{0,300})"/g,
  },
  {
    by: 'Laravel',
    languages: ['php'],
    pattern: new RegExp(String.raw`\bRoute::(?<method>any|${VERBS})\(\s*${QUOTED}`, 'g'),
  },
  {
    by: 'Actix or Rocket',
    languages: ['rust'],
    pattern: new RegExp(String.raw`#\[(?<method>${VERBS})\(\s*"(?<path>[^"\n]{0,300})"`, 'g'),
  },
  {
    by: 'Axum',
    languages: ['rust'],
    pattern: new RegExp(
      String.raw`\.route\(\s*"(?<path>[^"\n]{0,300})"\s*,\s*(?:\w+::)*(?<method>any|${VERBS})\(`,
      'g',
    ),
  },
];

/** What a router of a file is put below, in the same file. Groups: `on`, `path`, and `parent` where there is one. */
const PREFIXES: readonly Form[] = [
  {
    by: 'APIRouter or Blueprint',
    languages: ['python'],
    pattern: new RegExp(
      String.raw`\b(?<on>\w+)\s*=\s*(?:APIRouter|Blueprint)\([^)]{0,300}?\b(?:url_)?prefix\s*=\s*${QUOTED}`,
      'g',
    ),
  },
  {
    by: 'mount',
    languages: ECMASCRIPT,
    pattern: new RegExp(String.raw`\b(?<parent>\w+)\.(?:use|route|register)\(\s*${QUOTED}\s*,\s*(?<on>\w+)\s*\)`, 'g'),
  },
  {
    by: 'Group',
    languages: ['go'],
    pattern: /\b(?<on>\w+)\s*:?=\s*(?<parent>\w+)\.Group\(\s*"(?<path>[^"\n]{0,300})"/g,
  },
  {
    by: 'MapGroup',
    languages: ['csharp'],
    pattern: /\b(?<on>\w+)\s*=\s*(?<parent>\w+)\.MapGroup\(\s*"(?<path>[^"\n]{0,300})"/g,
  },
];

/** What stands before all routes of a class: Spring, NestJS, ASP.NET. */
const CLASS_PREFIX =
  /(?:@RequestMapping\(\s*(?:(?:value|path)\s*=\s*)?(?:[[{]\s*)?|@Controller\(\s*|\[Route\(\s*)(?:"(?<double>[^"\n]{0,300})"|'(?<single>[^'\n]{0,300})')[^\n]{0,1000}\n(?:\s{0,100}(?:@|\[)[^\n]{0,1000}\n){0,8}[^\n]{0,100}\bclass\s+(?<name>\w+)/g;

/** Routes nested in each other's files are followed so far. */
const DEEPEST_MOUNT = 5;

/** The endpoints that a file serves; `isCode` tells whether an offset is in no comment. */
export function servedEndpoints(
  path: string,
  text: string,
  language: Language,
  isCode: (offset: number) => boolean,
): readonly ServedEndpoint[] {
  const prefixOf = prefixesOf(path, text, language);
  const written = matchesOf(FORMS, path, text, language).filter(({ start }) => isCode(start));
  const served = written.flatMap(({ by, groups, start }) => {
    const prefix = prefixOf(groups.on, start);
    return methodsOf(groups).map((method) => ({
      by,
      start,
      method,
      path: below(prefix, groups.path ?? ''),
    }));
  });
  return [...served, ...servedByPlace(path, text), ...railsResources(path, text)];
}

interface FormMatch {
  readonly by: string;
  readonly groups: Readonly<Record<string, string | undefined>>;
  readonly start: number;
}

function matchesOf(forms: readonly Form[], path: string, text: string, language: Language): readonly FormMatch[] {
  return forms
    .filter(({ languages, files }) => languages.includes(language) && (files?.test(path) ?? true))
    .flatMap(({ by, pattern }) =>
      Array.from(text.matchAll(pattern), ({ groups = {}, index }) => ({ by, groups, start: index })),
    );
}

function methodsOf({ method, methods }: FormMatch['groups']): readonly string[] {
  const listed = methods?.match(/[A-Za-z]+/g);
  if (listed !== null && listed !== undefined) return listed.map((each) => each.toUpperCase());
  const upper = (method ?? 'any').toUpperCase();
  if (upper === 'ROUTE') return ['GET'];
  return ['ANY', 'ALL', 'API_ROUTE', 'HANDLE', 'MATCH', 'WEBSOCKET'].includes(upper) ? ['ANY'] : [upper];
}

/** The prefix of a route that is added to `on` at an offset. */
function prefixesOf(path: string, text: string, language: Language) {
  const mounts = new Map<string, { readonly path: string; readonly parent: string | undefined }>();
  for (const { groups } of matchesOf(PREFIXES, path, text, language)) {
    if (groups.on !== undefined) mounts.set(groups.on, { path: groups.path ?? '', parent: groups.parent });
  }
  const classes = Array.from(text.matchAll(CLASS_PREFIX), ({ groups = {}, index }) => ({
    index,
    prefix: (groups.double ?? groups.single ?? '').replace(
      '[controller]',
      (groups.name ?? '').replace(/Controller$/, ''),
    ),
  }));
  const mounted = (on: string | undefined, depth = 0): string => {
    const mount = on === undefined ? undefined : mounts.get(on);
    if (mount === undefined || depth === DEEPEST_MOUNT) return '';
    return `${mounted(mount.parent, depth + 1)}/${mount.path}`;
  };
  return (on: string | undefined, start: number): string =>
    on === undefined ? (classes.findLast(({ index }) => index <= start)?.prefix ?? '') : mounted(on);
}

/** Next.js, SvelteKit and Remix serve by where a file lies. */
function servedByPlace(path: string, text: string): readonly ServedEndpoint[] {
  const [stem] = /^.*(?=\.[jt]sx?$)/.exec(path) ?? [];
  if (stem === undefined) return [];
  const page = /(?:^|\/)pages\/(?<route>api\/.+)/.exec(stem)?.groups?.route;
  if (page !== undefined) {
    return [{ by: 'Next.js', method: 'ANY', path: endpointPath(page.replace(/\/?index$/, '')), start: 0 }];
  }
  const folder = /^(?<folder>.*\/|)route$/.exec(stem)?.groups?.folder ?? '';
  const route = /(?:^|\/)app\/(?<route>.*)/.exec(folder)?.groups?.route;
  if (route === undefined) return [];
  const exported = /\bexport\s+(?:async\s+)?(?:function|const)\s+(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/g;
  return Array.from(text.matchAll(exported), ({ 1: method = 'ANY', index }) => ({
    by: 'Next.js',
    method,
    path: endpointPath(route),
    start: index,
  }));
}

/** `resources :users` of Rails. */
function railsResources(path: string, text: string): readonly ServedEndpoint[] {
  if (!/(?:^|\/)config\/routes(?:\.rb$|\/)/.test(path)) return [];
  return Array.from(text.matchAll(/^[ \t]*resources?\s+:(\w+)/gm), ({ 1: name = '', index }) => [
    { by: 'Rails', method: 'ANY', path: `/${name}`, start: index },
    { by: 'Rails', method: 'ANY', path: `/${name}/{}`, start: index },
  ]).flat();
}

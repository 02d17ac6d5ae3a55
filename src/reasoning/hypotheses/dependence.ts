/** What a run rests on beside the code: what its test puts in the place of code, and what the machine says that it runs on. */
import type { TestsOutcome } from '../../python/api.ts';
import type { CheckContext } from './context.ts';

/** Hooks that pytest loads for a test at the root. */
const CONFTEST = 'conftest.py';

const LACKS = 'which packages are installed';
/** What a line reads that another run, machine or day has otherwise; the groups are the names by which a test replaces it. */
const READS: readonly { readonly what: string; readonly read: RegExp }[] = [
  {
    what: 'the clock',
    read: /\b(time)\.(time|time_ns|monotonic|monotonic_ns|localtime|gmtime|ctime|strftime)\b|\b(datetime|date)\.(now|utcnow|today)\b/,
  },
  {
    what: 'random numbers',
    read: /\b(random)\.(?!Random\(\s*[^\s)]|seed\b)(\w+)|\b(secrets)\.(token_\w+|choice|randbelow|randbits|SystemRandom)\b|\bos\.(urandom)\b|\b(uuid)\.(uuid[14])\b/,
  },
  {
    what: 'the environment',
    read: /\bos\.(environ|getenv)\b(?:(?:\.\w+)?[[(]\s*["'](\w+)["'])?|\bsys\.(argv)\b/,
  },
  {
    what: 'the machine',
    read: /\b(platform)\.(system|machine|node|release|version|platform|processor|architecture|uname|python_\w+)\b|\bsys\.(platform|maxsize|byteorder|implementation|version|version_info|hexversion)\b|\bos\.(name|cpu_count|getpid|uname|getlogin)\b|\bsocket\.(gethostname)\b|\bgetpass\.(getuser)\b|\blocale\.(getlocale|setlocale|localeconv|getencoding)\b/,
  },
  {
    what: 'what other processes do',
    read: /\b(subprocess)\.(\w+)|\bos\.(system|popen|fork|exec[lv]\w*|spawn[lv]\w*)\b|\b(multiprocessing)\.(\w+)|\b(threading)\.(Thread)\b/,
  },
  {
    what: 'the network',
    read: /\bsocket\.(create_connection|getaddrinfo|gethostbyname|socket)\b|\burllib\.request\.(urlopen|urlretrieve)\b|\b(requests|httpx)\.(?:get|post|put|patch|delete|head|request|Session|Client)\b/,
  },
  {
    what: LACKS,
    read: /^\s*except\b[^:#]*\b(?:ImportError|ModuleNotFoundError)\b|\b(find_spec)\(/,
  },
  {
    what: 'the order of a set',
    read: /(?<!sorted\()\b(?:iter|list|tuple|enumerate)\(\s*(?:(?:frozen)?set\(|\{[^:}]{0,1000}\})|\{[^:{}]*\}\.pop\(\)/,
  },
];

/** By which a test reaches into code beside its names. */
const REACHES =
  /\b(?:__dict__|__globals__|__code__|__defaults__|__kwdefaults__)\b|\bvars\(\w+\)\s*\[|\bglobals\(\)\s*\[|\bsys\.modules\s*\[[^\]\n]{0,1000}\]\s*=(?!=)/;
/** An import that is expected to fail: what is installed decides that. */
const EXPECTS_LACK = /\b(?:ImportError|ModuleNotFoundError|MemoryError)\b/;

/**
 * Why what a run came to is none of the code's own doing, though it executes the code; undefined where nothing shows that. `files` are what
 * is tested. A test that puts something in the place of a part of the machine rests on that part no more.
 */
export async function restsOn(
  code: string,
  files: readonly string[],
  executed: TestsOutcome['executed'],
  read: CheckContext['read'],
): Promise<string | undefined> {
  const hooks = (await read(CONFTEST)) ?? '';
  const replaced = replacedIn(joined(`${code}\n${hooks}`));
  const given = givenIn(joined(code));
  for (const path of files) {
    const own = definedIn((await read(path)) ?? '');
    const name = replaced.find((one) => own.has(one));
    if (name !== undefined) return `Its test replaces ${name}, which ${path} defines.`;
  }
  if (REACHES.test(code) || REACHES.test(hooks)) return 'Its test reaches into the code beside its names.';
  if (EXPECTS_LACK.test(code)) return 'It rests on what the machine lacks that it runs on.';
  for (const [path, { missed }] of executed) {
    const lines = resolved(withoutWords((await read(path)) ?? '')).split('\n');
    const inside = insideFunctions(lines);
    for (const [index, line] of lines.entries()) {
      const number = index + 1;
      // What a module does when it is imported is not told apart from what the check is about.
      if (!inside[index] || missed.some(([first, last]) => first <= number && number <= last)) continue;
      const found = READS.find(({ read: pattern }) => {
        const [whole, ...names] = pattern.exec(line) ?? [];
        return whole !== undefined && !names.some((one) => given.has(one));
      });
      if (found !== undefined) return `It rests on ${found.what} (${path}:${number}).`;
      if (/^\s*return True\s*$/.test(line) && /\bdef __eq__\(/.test(lines[index - 1] ?? ''))
        return `It rests on an object that is equal to anything (${path}:${number}).`;
    }
  }
  return undefined;
}

/** What the lines of a module that ran read of where they run, with the line; imports that may fail count wherever they stand. */
export function readsOf(
  text: string,
  ran: (line: number) => boolean,
): readonly { readonly what: string; readonly line: number }[] {
  return resolved(withoutWords(text))
    .split('\n')
    .flatMap((line, index) => {
      const found = READS.find(({ what, read }) => read.test(line) && (ran(index + 1) || what === LACKS));
      return found === undefined ? [] : [{ what: found.what, line: index + 1 }];
    });
}

/** Names that a text assigns from outside or patches: the parts of their dotted names. */
function replacedIn(text: string): readonly string[] {
  const assigned = [...text.matchAll(/\b(\w+)\.(\w+)\s*(?:[-+*/|&]|\/\/)?=(?!=)/g)].flatMap(
    ([, one = '', other = '']) => [one, other],
  );
  const patched = [...text.matchAll(/\b(?:patch(?:\.\w+)?|setattr|delattr|setenv|delenv|setitem)\(([^\n]*)/g)].flatMap(
    ([whole, given = '']) => [
      whole.split('(')[0] ?? '',
      ...(given.split(/[,)]\s*(?:lambda|return_value|side_effect)/)[0] ?? '').split(/\W+/),
    ],
  );
  return [...assigned, ...patched];
}

/** Parts of the machine that a test itself gives: what it patches, sets of modules that it imports, and variables of the environment. */
function givenIn(text: string): ReadonlySet<string> {
  const imports = [...text.matchAll(/^[^\S\r\n\u2028\u2029]*(?:from|import)\b.*/gm)].join('\n');
  const assigned = [...text.matchAll(/(?<![\w.])(\w+)(?:\.\w+)*\.(\w+)\s*=(?!=)/g)]
    .filter(([, head = '']) => new RegExp(`\\b${head}\\b`).test(imports))
    .map(([, , last = '']) => last);
  const patched = [
    ...text.matchAll(/\b(?:setattr|setenv|delenv|setitem)\(([^\n]*)/g),
    ...text.matchAll(/(?:(?<![\w.])|\bmock(?:er)?\.)patch(?:\.object)?\(([^\n]*)/g),
  ].map(([, rest = '']) => /["'](?:\w+\.)*(\w+)["']/.exec(rest)?.[1] ?? '');
  const keys = [...text.matchAll(/\bpatch\.dict\(([^\n]*)/g)].flatMap(([, rest = '']) =>
    [...rest.matchAll(/["'](\w+)["']\s*:/g)].map(([, key = '']) => key),
  );
  return new Set([...assigned, ...patched, ...keys]);
}

/** A text whose calls stand on one line each. */
function joined(text: string): string {
  return text.replace(/([([{,])\s*\n\s*/g, '$1');
}

/** Of each line, whether it is part of the body of a function: other lines run when their module is imported. */
function insideFunctions(lines: readonly string[]): readonly boolean[] {
  let heads: readonly number[] = [];
  return lines.map((line) => {
    const text = line.trimStart();
    const indentation = line.length - text.length;
    if (text !== '' && !/^[)\]}]/.test(text)) heads = heads.filter((one) => one < indentation);
    const isInside = heads.length > 0;
    if (/^(?:async\s+)?def\s/.test(text)) heads = [...heads, indentation];
    return isInside;
  });
}

/** Names that a module defines at its top: functions, classes and variables, and no imports. */
function definedIn(text: string): ReadonlySet<string> {
  const names = text.matchAll(/^(?:(?:async\s+)?def\s+|class\s+)?([A-Za-z_]\w*)(?=\s*(?:\(|\[|:|=(?!=)))/gm);
  return new Set([...names].map(([, name = '']) => name));
}

/** A module with what it imports by other names by their own: `now()` of `from time import time as now` is `time.time()`. */
function resolved(text: string): string {
  let result = text;
  const rename = (name: string, full: string) => {
    if (name !== full) result = result.replace(new RegExp(`(?<![\\w.])${name}\\b(?!\\s*=[^=])`, 'g'), full);
  };
  for (const [, module = '', block, list = block ?? ''] of text.matchAll(
    /^[^\S\r\n\u2028\u2029]*from\s+(time|datetime|random|secrets|uuid|os|sys|platform|subprocess)\s+import\s+(?:\(([^)]{0,5000})\)|([^(#\n]+))/gm,
  ))
    for (const each of list.split(',')) {
      const [, name, alias = name] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(each) ?? [];
      if (name !== undefined && alias !== undefined) rename(alias, `${module}.${name}`);
    }
  for (const [, module = '', alias = ''] of text.matchAll(/^[^\S\r\n\u2028\u2029]*import\s+([\w.]+)\s+as\s+(\w+)/gm))
    rename(alias, module);
  return result;
}

/** Without comments and texts of several lines, which say much and do nothing; lines keep their numbers. */
function withoutWords(text: string): string {
  return text.replace(/("""|''')[\s\S]*?\1/g, (words) => words.replace(/[^\n]/g, '')).replace(/(^|\s)#[^\n]*/g, '$1');
}

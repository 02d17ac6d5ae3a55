/** What a run rests on beside the code: what its test puts in the place of code, and what the machine says that it runs on. */
import type { TestsOutcome } from '../../python/tests/outcome.ts';
import type { CheckContext } from './context.ts';

/** Hooks that pytest loads for a test at the root. */
const CONFTEST = 'conftest.py';

/** What a line reads that another run, machine or day has otherwise; `names`: by which a test replaces it. */
const READS: readonly { readonly what: string; readonly names: readonly string[]; readonly read: RegExp }[] = [
  {
    what: 'the clock',
    names: ['time', 'datetime', 'date'],
    read: /\btime\.(?:time|time_ns|monotonic|monotonic_ns|localtime|gmtime|ctime|strftime)\b|\b(?:datetime|date)\.(?:now|utcnow|today)\b/,
  },
  {
    what: 'random numbers',
    names: ['random', 'secrets', 'uuid', 'urandom'],
    read: /\brandom\.(?!Random\(\s*[^\s)]|seed\b)\w|\bsecrets\.(?:token_\w+|choice|randbelow|randbits|SystemRandom)\b|\bos\.urandom\b|\buuid\.uuid[14]\b/,
  },
  {
    what: 'the environment',
    names: ['environ', 'getenv', 'setenv', 'argv'],
    read: /\bos\.(?:environ|getenv)\b|\bsys\.argv\b/,
  },
  {
    what: 'the machine',
    names: ['platform', 'sys', 'os', 'socket', 'locale', 'getpass'],
    read: /\bplatform\.(?:system|machine|node|release|version|platform|processor|architecture|uname|python_\w+)\b|\bsys\.(?:platform|maxsize|byteorder|implementation|version|version_info|hexversion)\b|\bos\.(?:name|cpu_count|getpid|uname|getlogin)\b|\bsocket\.gethostname\b|\bgetpass\.getuser\b|\blocale\.(?:getlocale|setlocale|localeconv|getencoding)\b/,
  },
  {
    what: 'what other processes do',
    names: ['subprocess', 'os', 'multiprocessing', 'threading'],
    read: /\bsubprocess\.\w|\bos\.(?:system|popen|fork|exec[lv]\w*|spawn[lv]\w*)\b|\bmultiprocessing\.\w|\bthreading\.Thread\b/,
  },
  {
    what: 'which packages are installed',
    names: [],
    read: /^\s*except\b[^:#]*\b(?:ImportError|ModuleNotFoundError)\b|\bfind_spec\(/,
  },
  {
    what: 'the order of a set',
    names: [],
    read: /(?<!sorted\()\b(?:iter|list|tuple|enumerate)\(\s*(?:(?:frozen)?set\(|\{[^:}]*\})|\{[^:{}]*\}\.pop\(\)/,
  },
];

/** By which a test reaches into code beside its names. */
const REACHES =
  /\b(?:__dict__|__globals__|__code__|__defaults__|__kwdefaults__)\b|\bvars\(\w+\)\s*\[|\bglobals\(\)\s*\[/;
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
  const replaced = replacedIn(`${code}\n${hooks}`);
  for (const path of files) {
    const own = definedIn((await read(path)) ?? '');
    const name = replaced.find((one) => own.has(one));
    if (name !== undefined) return `Its test replaces ${name}, which ${path} defines.`;
  }
  if (REACHES.test(code) || REACHES.test(hooks)) return 'Its test reaches into the code beside its names.';
  if (EXPECTS_LACK.test(code)) return 'It rests on what the machine lacks that it runs on.';
  for (const [path, { missed }] of executed) {
    const lines = resolved(withoutWords((await read(path)) ?? '')).split('\n');
    for (const [index, line] of lines.entries()) {
      const number = index + 1;
      // What a module does when it is imported is not told apart from what the check is about.
      if (!/^\s/.test(line) || missed.some(([first, last]) => first <= number && number <= last)) continue;
      const found = READS.find(
        ({ names, read: pattern }) => pattern.test(line) && !names.some((one) => replaced.includes(one)),
      );
      if (found !== undefined) return `It rests on ${found.what} (${path}:${number}).`;
      if (/^\s*return True\s*$/.test(line) && /\bdef __eq__\(/.test(lines[index - 1] ?? ''))
        return `It rests on an object that is equal to anything (${path}:${number}).`;
    }
  }
  return undefined;
}

/** Names that a text assigns from outside or patches: the parts of their dotted names. */
function replacedIn(text: string): readonly string[] {
  const assigned = [...text.matchAll(/\b(?:\w+\.)*(\w+)\.(\w+)\s*(?:[-+*/|&]|\/\/)?=(?!=)/g)].flatMap(
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
  for (const [, module = '', list = ''] of text.matchAll(
    /^\s*from\s+(time|random|secrets|uuid|os|sys|platform|subprocess)\s+import\s+([^(#\n]+)/gm,
  ))
    for (const each of list.split(',')) {
      const [name = '', alias = name] = each.trim().split(/\s+as\s+/);
      rename(alias, `${module}.${name}`);
    }
  for (const [, module = '', alias = ''] of text.matchAll(/^\s*import\s+([\w.]+)\s+as\s+(\w+)/gm))
    rename(alias, module);
  return result;
}

/** Without comments and texts of several lines, which say much and do nothing; lines keep their numbers. */
function withoutWords(text: string): string {
  return text.replace(/("""|''')[\s\S]*?\1/g, (words) => words.replace(/[^\n]/g, '')).replace(/(^|\s)#[^\n]*/g, '$1');
}

/** Queries as people paste them, such as issues: without what says nothing of code, and with what points at code. */

/** A query, and what it says of code beside its words. */
export interface CleanQuery {
  /** Without versions of packages, banners of interpreters, prompts, frames and comments. */
  readonly text: string;
  /** Names that are written as code: those of frames, the innermost first, then those in backticks, calls and dotted names. */
  readonly names: readonly string[];
  /** Paths of files: those of frames, the innermost first, then others. */
  readonly paths: readonly string[];
}

/** Lines that say nothing of code. */
const NOISE = [
  // What interpreters say when they start.
  /^\s*(?:(?:Python|IPython|PyPy|Type)\b|\[(?:GCC|Clang|MSC)\b)/,
  /^\s*(?:\?|%quickref|help|object\?)\s+->/,
  // Versions: `numpy==1.2`, `numpy 1.2.3`, `numpy: 1.2`, `| numpy | 1.2 |`.
  /^[ \t|*-]{0,20}[\w.-]{1,40}(?:\[[\w,-]{1,40}\])?[ \t]{0,40}(?:==|[:=|]|[ \t])[ \t]{0,40}v?\d{1,5}(?:\.\d{1,5}){1,4}[\w.+-]{0,40}[ \t|]{0,40}$/,
];
const COMMENT_START = '<!--';
const COMMENT_END = '-->';

/** A frame of a traceback, as CPython writes it and as IPython does. */
const FRAMES = [
  /^\s*File "([^"\n]{1,400})", line \d+, in ([\w<>.]{1,100})/,
  /^([\w~./\\<>-]{1,400}\.pyx?) in ([\w<>]{1,100})\(/,
];
/** What a prompt shows before code. */
const PROMPT = /^\s*(?:>>>|\.\.\.|(?:In|Out) ?\[\d*\]:|\$) ?/;
const PATH = /[\w./-]{1,200}\.(?:pyx?|[cm]?[jt]sx?|go|rs|java|rb|cc|cpp|cs|php|kt|scala|swift)\b/g;
/** Paths and names that are read. */
const MOST_PATHS = 20;
const MOST_NAMES = 100;
/** A shorter name says nothing. */
const SHORTEST_NAME = 3;

/** Takes a query apart. */
export function cleanQuery(query: string): CleanQuery {
  const frames: { readonly path: string; readonly name: string }[] = [];
  const lines: string[] = [];
  for (const line of withoutComments(query).split(/\r?\n/)) {
    const frame = FRAMES.map((pattern) => pattern.exec(line)).find((match) => match !== null);
    if (frame !== undefined) frames.unshift({ path: frame[1] ?? '', name: frame[2] ?? '' });
    else if (!NOISE.some((noise) => noise.test(line))) lines.push(line.replace(PROMPT, ''));
  }
  const text = lines.join('\n');
  const called = frames.map(({ name }) => name);
  const names = [...called, ...namesIn(text)].filter((name) => name.length >= SHORTEST_NAME);
  const paths = [...frames.map(({ path }) => path), ...(text.match(PATH) ?? [])];
  return {
    text: [text, ...called].join('\n'),
    names: [...new Set(names)].slice(0, MOST_NAMES),
    paths: [...new Set(paths)].slice(0, MOST_PATHS),
  };
}

/** What stands between the signs of HTML comments is for whoever writes an issue. */
function withoutComments(query: string): string {
  const kept: string[] = [];
  for (let from = 0; ; ) {
    const start = query.indexOf(COMMENT_START, from);
    const end = start < 0 ? -1 : query.indexOf(COMMENT_END, start);
    if (end < 0) return [...kept, query.slice(from)].join('');
    kept.push(query.slice(from, start));
    from = end + COMMENT_END.length;
  }
}

/** Names in backticks, before a parenthesis, and the last two of a dotted name. */
function namesIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\n]{1,200})`/g)].flatMap(([, code = '']) => code.match(/[A-Za-z_]\w*/g) ?? []);
  const called = [...text.matchAll(/\b([A-Za-z_]\w{0,100})\(/g)].map(([, name = '']) => name);
  const dotted = (text.match(/[\w.]+/g) ?? []).filter((word) => /\w\.[A-Za-z_]/.test(word));
  return [...quoted, ...called, ...dotted.flatMap((word) => word.split('.').slice(-2))];
}

/** Python that shows that a step is done: the program that runs it, and what its end says. */
import type { CellResult } from '../../python/protocol.ts';
import { type Found, undecided } from './found.ts';

/** Characters of what was printed that evidence quotes. */
const LONGEST_OUTPUT = 500;
/** What the code is called in tracebacks. */
const NAME = '<check>';

/** The code with the commit's root, and its `src`, where modules are looked for; the root is its working folder. */
export function snippetAt(root: string, code: string): string {
  const path = JSON.stringify(root);
  const enter = `import os as _os, sys as _sys\n_sys.path[:0] = [${path}, ${path} + "/src"]\n_os.chdir(${path})\ndel _os, _sys\n`;
  return `${enter}exec(compile(${JSON.stringify(code)}, "${NAME}", "exec"), globals())\n`;
}

/** It holds when nothing was raised. What could not begin, was too large for the room or needs what it lacks is not decided. */
export function ranSnippet({ status, message = '', errorType = '', traceback = '', stdout }: CellResult): Found {
  switch (status) {
    case 'ok': {
      const said = stdout.trim().slice(-LONGEST_OUTPUT).toWellFormed();
      const evidence = said === '' ? 'It ran to its end.' : `It ran to its end: ${said}`;
      return { outcome: 'holds', basis: 'executed', evidence };
    }
    case 'exit':
      return { outcome: 'fails', basis: 'executed', evidence: `It did not run to its end: ${firstLine(message)}` };
    case 'timeout':
    case 'interrupted':
    case 'died':
      return undecided(`It did not end by itself: ${status}. ${message}`);
    case 'error': {
      const [first = ''] = message.split('\n');
      const words = first.startsWith(errorType) ? first : `${errorType}: ${first}`;
      const frames = traceback.match(/^ *File .*$/gm) ?? [];
      const where = frames.at(-1)?.trim();
      const evidence = where === undefined ? words : `${words} [${where}]`;
      if (!frames.some((frame) => frame.includes(`"${NAME}", line`) && frame.includes(', in ')))
        return undecided(`The code of the check cannot be run: ${evidence}`);
      if (LACKS.has(errorType)) return undecided(evidence);
      return { outcome: 'fails', basis: 'executed', evidence };
    }
  }
}

/** Exceptions that tell of the room, and not of the code. */
const LACKS: ReadonlySet<string> = new Set(['ModuleNotFoundError', 'MemoryError']);

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

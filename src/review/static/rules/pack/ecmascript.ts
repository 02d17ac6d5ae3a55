/** Rules for JavaScript and TypeScript. */
import { either, pack, where } from './build.ts';

const COMMANDS = ['`...\u0024{$X}...`', '$A + $B'];
const CALLBACKS = ['async (...) => $BODY', 'async $P => $BODY', 'async function (...) { ... }'];

export const ECMASCRIPT = pack(
  ['javascript', 'typescript', 'tsx'],
  [
    {
      id: 'js-eval',
      severity: 'MEDIUM',
      category: 'security',
      message: 'eval runs whatever $X says.',
      recommendation: 'Read data with JSON.parse, or use a table of the functions that may be called.',
      formula: where(either('eval($X)', 'new Function(..., $X)'), {
        not: ['eval("...")', 'eval(`...`)', 'new Function(..., "...")', 'new Function(..., `...`)'],
      }),
    },
    {
      id: 'js-exec-command',
      severity: 'HIGH',
      category: 'security',
      message:
        'A shell runs a command that is put together from values: whoever chooses them runs commands of their own.',
      recommendation: 'Use execFile or spawn with a list of arguments.',
      formula: where(
        either(
          ...COMMANDS.flatMap((text) => [`child_process.exec(${text}, ...)`, `child_process.execSync(${text}, ...)`]),
        ),
        { not: ['child_process.exec("..." + "...", ...)', 'child_process.execSync("..." + "...", ...)'] },
      ),
    },
    {
      id: 'js-compare-nan',
      severity: 'HIGH',
      category: 'correctness',
      message: 'NaN equals nothing, not even itself: the comparison has always the same result.',
      recommendation: 'Use Number.isNaN.',
      formula: either(
        ...['===', '==', '!==', '!='].flatMap((sign) =>
          ['NaN', 'Number.NaN'].flatMap((nan) => [`$X ${sign} ${nan}`, `${nan} ${sign} $X`]),
        ),
      ),
    },
    {
      id: 'js-compare-new-object',
      severity: 'HIGH',
      category: 'correctness',
      message: 'A new array or object equals nothing else: the comparison has always the same result.',
      recommendation: 'Compare the length, or the keys.',
      formula: either(
        ...['===', '==', '!==', '!='].flatMap((sign) => [`$X ${sign} []`, `[] ${sign} $X`, `$X ${sign} {}`]),
      ),
    },
    {
      id: 'js-tls-unverified',
      severity: 'HIGH',
      category: 'security',
      message: 'The certificate of the server is not checked: anybody in between can read and change what is sent.',
      recommendation: 'Leave it out, or give the certificate with `ca`.',
      formula: either(
        '{..., rejectUnauthorized: false, ...}',
        'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"',
        'process.env.NODE_TLS_REJECT_UNAUTHORIZED = 0',
        'process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"',
      ),
    },
    {
      id: 'js-async-predicate',
      severity: 'HIGH',
      category: 'correctness',
      message: 'The predicate gives a promise, which is always true.',
      recommendation: 'Wait for all results with Promise.all first, then filter by them.',
      formula: either(
        ...['filter', 'some', 'every', 'find', 'findIndex'].flatMap((name) =>
          CALLBACKS.map((callback) => `$X.${name}(${callback})`),
        ),
      ),
    },
    {
      id: 'js-async-executor',
      severity: 'MEDIUM',
      category: 'reliability',
      message: 'What an async executor throws is lost: the promise stays pending for ever.',
      recommendation: 'Make the outer function async, and return what is awaited.',
      formula: either(...CALLBACKS.map((callback) => `new Promise(${callback})`)),
    },
    {
      id: 'js-map-parse-int',
      severity: 'HIGH',
      category: 'correctness',
      message: 'map passes the index as the second argument, which parseInt takes as the base.',
      recommendation: 'Use map(Number), or map((text) => parseInt(text, 10)).',
      formula: either('$X.map(parseInt)', '$X.map(Number.parseInt)'),
    },
    {
      id: 'js-index-of-truth',
      severity: 'HIGH',
      category: 'correctness',
      message: 'indexOf gives -1, which is true, where there is nothing, and 0, which is false, for the first place.',
      recommendation: 'Use includes.',
      formula: either('if ($X.indexOf($Y)) $BODY', 'if (!$X.indexOf($Y)) $BODY'),
    },
    {
      id: 'js-location-to-html',
      severity: 'HIGH',
      category: 'security',
      message: 'A part of the address becomes HTML: a link can run scripts in the page.',
      recommendation: 'Use textContent, or sanitize it.',
      formula: where(
        either(
          '$E.innerHTML = <... $L.$P ...>',
          '$E.outerHTML = <... $L.$P ...>',
          'document.write(<... $L.$P ...>)',
          'document.writeln(<... $L.$P ...>)',
        ),
        { matching: { $L: '(?:window\\.|document\\.)?location$', $P: '(?:hash|search|href)$' } },
      ),
    },
    {
      id: 'js-jwt-none',
      severity: 'CRITICAL',
      category: 'security',
      message: 'Tokens without a signature are taken: anybody can write one.',
      recommendation: 'Name the algorithms that are expected, without none.',
      formula: either('jsonwebtoken.verify(..., {..., algorithms: [..., "=~/^none$/i", ...], ...}, ...)'),
    },
    {
      id: 'js-cors-any-with-credentials',
      severity: 'MEDIUM',
      category: 'security',
      message: 'Every site may make requests with the cookies of its visitors.',
      recommendation: 'Name the origins that may.',
      formula: either(
        'cors({..., origin: true, ..., credentials: true, ...})',
        'cors({..., origin: "*", ..., credentials: true, ...})',
      ),
    },
  ],
);

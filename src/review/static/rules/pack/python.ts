/** Rules for Python. */
import { either, pack, where } from './build.ts';

const MADE_UP = ['f"..."', '$A + $B', '$A % $B', '$A.format(...)'];
const made = (call: string): string[] => MADE_UP.map((text) => call.replace('_', text));

export const PYTHON = pack(
  ['python'],
  [
    {
      id: 'python-yaml-load',
      severity: 'HIGH',
      category: 'security',
      message: 'yaml.load without a safe loader builds any Python object that the text names.',
      recommendation: 'Use yaml.safe_load.',
      formula: either(
        ...['yaml.load($X)', 'yaml.load($X, yaml.Loader)', 'yaml.load($X, Loader=yaml.Loader)'],
        ...['yaml.load($X, yaml.UnsafeLoader)', 'yaml.load($X, Loader=yaml.UnsafeLoader)', 'yaml.unsafe_load(...)'],
      ),
    },
    {
      id: 'python-subprocess-shell',
      severity: 'HIGH',
      category: 'security',
      message:
        'A shell runs a command that is put together from values: whoever chooses them runs commands of their own.',
      recommendation: 'Pass a list of arguments, and leave shell=True out.',
      formula: where(either(...made('subprocess.$F(_, ..., shell=True, ...)')), {
        not: ['subprocess.$F("..." + "...", ..., shell=True, ...)'],
      }),
    },
    {
      id: 'python-os-system',
      severity: 'HIGH',
      category: 'security',
      message:
        'A shell runs a command that is put together from values: whoever chooses them runs commands of their own.',
      recommendation: 'Use subprocess.run with a list of arguments.',
      formula: where(either(...made('os.system(_)'), ...made('os.popen(_, ...)')), {
        not: [
          ...['os.system("..." + "...")', 'os.popen("..." + "...", ...)'],
          ...['os.system(<... shlex.quote(...) ...>)', 'os.popen(<... shlex.quote(...) ...>, ...)'],
        ],
      }),
    },
    {
      id: 'python-eval',
      severity: 'MEDIUM',
      category: 'security',
      message: 'eval runs whatever $X says.',
      recommendation: 'Use ast.literal_eval for values, or a table of the functions that may be called.',
      formula: where(either('eval($X)', 'eval($X, ...)'), {
        not: ['eval("...")', 'eval("...", ...)', 'eval(compile(...), ...)'],
      }),
    },
    {
      id: 'python-pickle-request',
      severity: 'CRITICAL',
      category: 'security',
      message: 'What a request sends is unpickled: it can run any code.',
      recommendation: 'Read JSON, or another format that holds data only.',
      formula: either(
        'pickle.loads(<... request.$A ...>)',
        'pickle.load(<... request.$A ...>)',
        'marshal.loads(<... request.$A ...>)',
      ),
    },
    {
      id: 'python-requests-verify',
      severity: 'HIGH',
      category: 'security',
      message: 'The certificate of the server is not checked: anybody in between can read and change what is sent.',
      recommendation: 'Leave verify=False out, or name the certificate with verify="path".',
      formula: where(either('requests.$F(..., verify=False, ...)', 'httpx.$F(..., verify=False, ...)'), {
        matching: { $F: '(?:get|post|put|patch|delete|head|options|request|stream|Client|AsyncClient)$' },
      }),
    },
    {
      id: 'python-ssl-unverified',
      severity: 'HIGH',
      category: 'security',
      message: 'The context checks no certificates: anybody in between can read and change what is sent.',
      recommendation: 'Use ssl.create_default_context().',
      formula: either(
        'ssl._create_unverified_context(...)',
        'ssl._create_default_https_context = ssl._create_unverified_context',
      ),
    },
    {
      id: 'python-paramiko-auto-add',
      severity: 'MEDIUM',
      category: 'security',
      message: 'Any host key is taken: anybody in between can pose as the server.',
      recommendation: 'Load the known keys, and use paramiko.RejectPolicy.',
      formula: either(
        ...[
          '$C.set_missing_host_key_policy(paramiko.AutoAddPolicy)',
          '$C.set_missing_host_key_policy(paramiko.AutoAddPolicy())',
        ],
      ),
    },
    {
      id: 'python-jwt-unverified',
      severity: 'HIGH',
      category: 'security',
      message: 'The signature of the token is not checked: anybody can write one.',
      recommendation: 'Check it with the key and the algorithms that are expected.',
      formula: either(
        'jwt.decode(..., verify=False, ...)',
        'jwt.decode(..., options={..., "verify_signature": False, ...}, ...)',
      ),
    },
    {
      id: 'python-mktemp',
      severity: 'MEDIUM',
      category: 'security',
      message: 'Between tempfile.mktemp and opening the file, another program can put a file there.',
      recommendation: 'Use tempfile.mkstemp or tempfile.NamedTemporaryFile.',
      formula: either('tempfile.mktemp(...)'),
    },
    {
      id: 'python-debug-server',
      severity: 'HIGH',
      category: 'security',
      message: 'The debugger, which runs any code, is reachable from every network.',
      recommendation: 'Take debug from the environment, and bind to 127.0.0.1.',
      formula: either('$APP.run(..., host="0.0.0.0", ..., debug=True, ...)'),
    },
    {
      id: 'python-assert-tuple',
      severity: 'HIGH',
      category: 'correctness',
      message: 'The assertion is of a tuple, which is always true.',
      recommendation: 'Leave the parentheses out: assert condition, message.',
      formula: either('assert ($A, ...)'),
    },
    {
      id: 'python-compare-nan',
      severity: 'HIGH',
      category: 'correctness',
      message: 'NaN equals nothing, not even itself: the comparison has always the same result.',
      recommendation: 'Use math.isnan.',
      formula: either(
        ...['==', '!='].flatMap((sign) =>
          ['float("=~/^[+-]?nan$/i")', 'math.nan', 'numpy.nan', 'numpy.NaN'].flatMap((nan) => [
            `$X ${sign} ${nan}`,
            `${nan} ${sign} $X`,
          ]),
        ),
      ),
    },
    {
      id: 'python-mutated-default',
      severity: 'HIGH',
      category: 'correctness',
      message: 'The default of $X is made once and changed here: the next call begins with what this one left.',
      recommendation: 'Use None as the default, and make a new one in the function.',
      formula: where(
        either(
          ...['$X=[]', '$X=list()'].flatMap((parameter) =>
            ['append', 'extend', 'insert'].map(
              (change) => `def $F(..., ${parameter}, ...):\n  ...\n  $X.${change}(...)\n  ...`,
            ),
          ),
          ...['$X={}', '$X=dict()'].flatMap((parameter) =>
            ['$X[$K] = $V', '$X.update(...)', '$X.setdefault(...)'].map(
              (change) => `def $F(..., ${parameter}, ...):\n  ...\n  ${change}\n  ...`,
            ),
          ),
          'def $F(..., $X=set(), ...):\n  ...\n  $X.add(...)\n  ...',
        ),
        {
          not: ['def $F(...):\n  ...\n  $X = $Y\n  ...'],
        },
      ),
    },
    {
      id: 'python-is-literal',
      severity: 'MEDIUM',
      category: 'correctness',
      message: '`is` asks whether both are one object; of equal literals that depends on the interpreter.',
      recommendation: 'Compare with == or !=.',
      formula: {
        kind: 'any',
        of: [
          either('$X is "..."', '$X is not "..."'),
          where(either('$X is $N', '$X is not $N'), { matching: { $N: '-?\\d[\\d_.]*$' } }),
        ],
      },
    },
    {
      id: 'python-raise-not-implemented',
      severity: 'MEDIUM',
      category: 'correctness',
      message: 'NotImplemented is no exception: raising it is a TypeError.',
      recommendation: 'Raise NotImplementedError.',
      formula: either('raise NotImplemented', 'raise NotImplemented(...)'),
    },
    {
      id: 'python-delete-while-iterating',
      severity: 'HIGH',
      category: 'correctness',
      message: 'An entry of $D is deleted while the loop goes over it: the next step raises RuntimeError.',
      recommendation: 'Loop over list($D).',
      formula: where(
        either(
          'for $K in $D:\n  ...\n  del $D[$K]\n  ...',
          'for $K in $D.keys():\n  ...\n  del $D[$K]\n  ...',
          'for $K, $V in $D.items():\n  ...\n  del $D[$K]\n  ...',
          'for $K in $D.keys():\n  ...\n  $D.pop($K, ...)\n  ...',
          'for $K, $V in $D.items():\n  ...\n  $D.pop($K, ...)\n  ...',
        ),
        {
          not: ['break', 'return', 'return $R'].flatMap((end) =>
            ['for $K in $D:', 'for $K in $D.keys():', 'for $K, $V in $D.items():'].flatMap((loop) =>
              ['del $D[$K]', '$D.pop($K, ...)'].map((change) => `${loop}\n  ...\n  ${change}\n  ...\n  ${end}\n  ...`),
            ),
          ),
        },
      ),
    },
    {
      id: 'python-sleep-in-coroutine',
      severity: 'MEDIUM',
      category: 'reliability',
      message: 'time.sleep stops the whole event loop, not only this coroutine.',
      recommendation: 'Use await asyncio.sleep.',
      formula: where(either('time.sleep(...)'), { inside: either('async def $F(...):\n  ...') }),
    },
  ],
);

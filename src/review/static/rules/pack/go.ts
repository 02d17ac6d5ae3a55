/** Rules for Go. */
import { either, pack } from './build.ts';

export const GO = pack(
  ['go'],
  [
    {
      id: 'go-tls-unverified',
      severity: 'HIGH',
      category: 'security',
      message: 'The certificate of the server is not checked: anybody in between can read and change what is sent.',
      recommendation: 'Leave it out, or set RootCAs.',
      formula: either('tls.Config{..., InsecureSkipVerify: true, ...}', '$C.InsecureSkipVerify = true'),
    },
    {
      id: 'go-ssh-any-host',
      severity: 'HIGH',
      category: 'security',
      message: 'Any host key is taken: anybody in between can pose as the server.',
      recommendation: 'Use ssh.FixedHostKey, or the package knownhosts.',
      formula: either('ssh.InsecureIgnoreHostKey()'),
    },
    {
      id: 'go-shell-command',
      severity: 'HIGH',
      category: 'security',
      message:
        'A shell runs a command that is put together from values: whoever chooses them runs commands of their own.',
      recommendation: 'Run the program itself, with each argument apart.',
      formula: either(
        ...['sh', 'bash', '/bin/sh', '/bin/bash'].flatMap((shell) => [
          `exec.Command("${shell}", "-c", fmt.Sprintf(...))`,
          `exec.Command("${shell}", "-c", "..." + $X)`,
        ]),
      ),
    },
    {
      id: 'go-add-in-goroutine',
      severity: 'HIGH',
      category: 'correctness',
      message: 'Wait may be over before the goroutine has come to $WG.Add.',
      recommendation: 'Call Add before the go statement.',
      formula: either(
        'go func() {\n  $WG.Add($N)\n  ...\n  $WG.Done()\n  ...\n}()',
        'go func() {\n  $WG.Add($N)\n  defer $WG.Done()\n  ...\n}()',
      ),
    },
    {
      id: 'go-close-before-check',
      severity: 'HIGH',
      category: 'correctness',
      message: 'Where there is an error, $R is nil, and taking its Body panics.',
      recommendation: 'Check $ERR first, then defer.',
      formula: either(
        ...['Get(...)', 'Post(...)', 'Do(...)', 'Head(...)', 'PostForm(...)'].map(
          (call) => `$R, $ERR := $C.${call}\ndefer $R.Body.Close()`,
        ),
      ),
    },
    {
      id: 'go-defer-lock',
      severity: 'HIGH',
      category: 'correctness',
      message: 'The deferred call locks $M again: it never returns.',
      recommendation: 'Defer Unlock.',
      formula: either('$M.Lock()\ndefer $M.Lock()', '$M.RLock()\ndefer $M.RLock()'),
    },
    {
      id: 'go-compare-nan',
      severity: 'HIGH',
      category: 'correctness',
      message: 'NaN equals nothing, not even itself: the comparison has always the same result.',
      recommendation: 'Use math.IsNaN.',
      formula: either('$X == math.NaN()', 'math.NaN() == $X', '$X != math.NaN()', 'math.NaN() != $X'),
    },
  ],
);

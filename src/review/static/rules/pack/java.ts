/** Rules for Java. */
import { either, pack, where } from './build.ts';

export const JAVA = pack(
  ['java'],
  [
    {
      id: 'java-compare-strings',
      severity: 'HIGH',
      category: 'correctness',
      message: 'The operator compares references: equal texts may be different objects.',
      recommendation: 'Use equals.',
      formula: either('$X == "..."', '"..." == $X', '$X != "..."', '"..." != $X'),
    },
    {
      id: 'java-compare-nan',
      severity: 'HIGH',
      category: 'correctness',
      message: 'NaN equals nothing, not even itself: the comparison has always the same result.',
      recommendation: 'Use Double.isNaN.',
      formula: either(
        ...['==', '!='].flatMap((sign) =>
          ['Double.NaN', 'Float.NaN'].flatMap((nan) => [`$X ${sign} ${nan}`, `${nan} ${sign} $X`]),
        ),
      ),
    },
    {
      id: 'java-ecb',
      severity: 'HIGH',
      category: 'security',
      message: 'Without another mode than ECB, equal blocks of the text stay equal when they are encrypted.',
      recommendation: 'Use AES/GCM/NoPadding with a new nonce each time.',
      formula: either('javax.crypto.Cipher.getInstance("=~/^(?:AES|DES|DESede)(?:\\/ECB\\/.*)?$/i", ...)'),
    },
    {
      id: 'java-any-host',
      severity: 'HIGH',
      category: 'security',
      message: 'The name in the certificate is not checked: anybody with a certificate can pose as the server.',
      recommendation: 'Leave it out: the default verifier checks the name.',
      formula: either(
        'NoopHostnameVerifier.INSTANCE',
        'SSLConnectionSocketFactory.ALLOW_ALL_HOSTNAME_VERIFIER',
        'new AllowAllHostnameVerifier()',
        '$C.setHostnameVerifier(($H, $S) -> true)',
      ),
    },
    {
      id: 'java-decimal-of-double',
      severity: 'MEDIUM',
      category: 'correctness',
      message: 'new BigDecimal($N) has the value of the nearest double, not $N.',
      recommendation: 'Give the number as a text, or use BigDecimal.valueOf.',
      formula: where(either('new BigDecimal($N)'), {
        not: ['new BigDecimal("...")'],
        matching: { $N: '-?\\d*\\.\\d*[1-9]\\d*[dDfF]?$' },
      }),
    },
    {
      id: 'java-thread-run',
      severity: 'HIGH',
      category: 'correctness',
      message: 'run works in this thread: no thread is started.',
      recommendation: 'Call start.',
      formula: either('new Thread(...).run()'),
    },
    {
      id: 'java-lost-interrupt',
      severity: 'MEDIUM',
      category: 'reliability',
      message: 'The interruption is lost: whoever waits for the thread to end waits for ever.',
      recommendation: 'Call Thread.currentThread().interrupt(), or pass the exception on.',
      formula: either('try { ... } catch (InterruptedException $E) { }'),
    },
    {
      id: 'java-xml-decoder',
      severity: 'HIGH',
      category: 'security',
      message: 'XMLDecoder calls any method that the text names.',
      recommendation: 'Read the data with a format that holds data only.',
      formula: either('new java.beans.XMLDecoder(...)'),
    },
  ],
);

/** Random expressions of known values over the library, errors included. */
import type { Random } from '../../../src/lib/random.ts';

type Type = 'int' | 'float' | 'str' | 'bool' | 'bytes' | 'list' | 'decimal' | 'fraction' | 'date' | 'delta' | 'complex';

/** Source texts of leaves, and of operations with `$type` in place of operands. */
const FORMS: Readonly<Record<Type, { readonly leaves: readonly string[]; readonly operations: readonly string[] }>> = {
  int: {
    leaves: ['0', '1', '-1', '7', '-13', '255', '10**20', 'True'],
    operations: [
      '$int + $int',
      '$int * $int',
      '$int // $int',
      '$int % $int',
      'math.gcd($int, $int)',
      'math.isqrt($int)',
      'math.comb($int, 3)',
      'int($str)',
      'int($str, 16)',
      'int($decimal)',
      'len($str)',
      'len($list)',
      'sum($list)',
      'max($list)',
      '$list[$int]',
      'round($float)',
      'ord($str)',
      '$date.toordinal()',
      '$delta.days',
      '$fraction.numerator',
      '$str.find($str)',
      '$str.count($str)',
      '$int.bit_length()',
      'pow($int, 3, 7)',
      'divmod($int, $int)[1]',
      'binascii.crc32($bytes)',
      'operator.xor($int, $int)',
      // Larger numbers have another hash on the 32-bit interpreter that serves as the reference.
      'hash($int % 2**30)',
      'calendar.monthrange(2024, 2)[1]',
      'struct.unpack("<h", $bytes)[0]',
    ],
  },
  float: {
    leaves: ['0.0', '-0.0', '1.5', '-2.25', '1e300', '0.1', 'math.pi', "float('inf')", "float('nan')"],
    operations: [
      '$float + $float',
      '$float * $int',
      '$float / $float',
      '$float // $float',
      '$float % $float',
      '$int / $int',
      '$float ** $int',
      'math.sqrt($float)',
      'math.fsum([$float, $float, $float])',
      'math.hypot($float, $int)',
      'math.floor($float) + 0.5',
      'round($float, 2)',
      'float($str)',
      'abs($complex)',
      '$complex.imag',
      'float($fraction)',
      'float($decimal)',
      'statistics.mean($list)',
      'statistics.stdev($list)',
      'sum([$float, $float, $float])',
      '$delta.total_seconds()',
      'math.copysign($float, $float)',
      'math.ldexp($float, 3)',
    ],
  },
  str: {
    leaves: [
      "''",
      "'a'",
      "'Hello World'",
      "'12'",
      "' 7 '",
      "'ÄßΣ'",
      "'x,y,,z'",
      "'ff'",
      "'1.50'",
      "'{}-{:>4}'",
      "'😀é'",
    ],
    operations: [
      '$str + $str',
      '$str.upper()',
      '$str.title()',
      '$str.casefold()',
      '$str.strip()',
      '$str.center(9, "*")',
      '$str.replace($str, "_")',
      '$str.zfill(5)',
      '$str[::-1]',
      '$str[1:4]',
      "','.join($str.split(','))",
      '$str.format($int, $float)',
      "'%05d|%s' % ($int, $str)",
      'repr($list)',
      'str($float)',
      'str($decimal)',
      'repr($fraction)',
      'str($date)',
      'str($delta)',
      'repr($complex)',
      'ascii($str)',
      'hex($int)',
      'format($float, ".3f")',
      "f'{$float:8.2e}|{$int:>6}|{$str!r}'",
      'json.dumps($list)',
      'json.dumps({"k": $str, "n": $float})',
      're.sub(r"[a-z]+", "#", $str)',
      'textwrap.shorten($str, 8)',
      'chr($int)',
      'html.escape($str)',
      'urllib.parse.quote($str)',
      '$bytes.hex()',
      '$bytes.decode()',
      'unicodedata.normalize("NFD", $str)',
      '$date.strftime("%Y/%m/%d")',
      'hashlib.sha256($bytes).hexdigest()',
      'string.capwords($str)',
    ],
  },
  bool: {
    leaves: ['True', 'False'],
    operations: [
      '$int < $float',
      '$decimal == $int',
      '$fraction > $decimal',
      '$date < $date',
      '$delta == $delta',
      '$str in $str',
      '$int in $list',
      '$str.isalpha()',
      'math.isclose($float, $float)',
      'bool($delta)',
      'not $fraction',
      're.match(r"\\d", $str) is None',
      're.fullmatch(r"[a-c]*", $str) is not None',
      '$complex == $float',
      'calendar.isleap($int)',
      '$float.is_integer()',
      'all($list)',
      'isinstance($decimal, decimal.Decimal)',
      'isinstance($date, datetime.datetime)',
      '$list == sorted($list)',
    ],
  },
  bytes: {
    leaves: ["b''", "b'ab'", "b'\\x00\\xff'"],
    operations: [
      '$bytes + $bytes',
      '$str.encode()',
      "$str.encode('ascii')",
      '$bytes[1:]',
      'bytes($list)',
      'struct.pack("<i", $int)',
      'base64.b64encode($bytes)',
      'bytes.fromhex($str)',
      '$bytes.replace(b"a", b"bc")',
    ],
  },
  list: {
    leaves: ['[]', '[1]', '[3, 1, 2]', '[1, 2.5, -1]', 'list(range(5))'],
    operations: [
      'sorted($list)',
      '$list + $list',
      '$list * 2',
      '[ord(c) for c in $str]',
      'json.loads("[1, 2, 3.5]")',
      'list(divmod($int, $int))',
      'list(range($int % 5))',
      '$list[::-1]',
      're.findall(r"\\d", $str)',
      'statistics.multimode($list)',
    ],
  },
  decimal: {
    leaves: ["decimal.Decimal('1.10')", 'decimal.Decimal(3)', "decimal.Decimal('-0')", "decimal.Decimal('NaN')"],
    operations: [
      '$decimal + $decimal',
      '$decimal * $int',
      '$decimal / $decimal',
      '$decimal ** 2',
      'decimal.Decimal($str)',
      'decimal.Decimal($float)',
      "$decimal.quantize(decimal.Decimal('0.01'))",
      '$decimal.sqrt()',
      'abs($decimal)',
      'round($decimal, 1)',
      '-$decimal',
      'max($decimal, $decimal)',
      'sum([$decimal, $decimal])',
    ],
  },
  fraction: {
    leaves: ['fractions.Fraction(1, 3)', 'fractions.Fraction(-7, 2)', 'fractions.Fraction(0)'],
    operations: [
      '$fraction + $fraction',
      '$fraction / $fraction',
      '$fraction * $int',
      'fractions.Fraction($str)',
      'fractions.Fraction($float)',
      '$fraction.limit_denominator(10)',
      'fractions.Fraction($int, $int)',
    ],
  },
  date: {
    leaves: ['datetime.date(2000, 2, 29)', 'datetime.date(1999, 12, 31)', 'datetime.date.max'],
    operations: [
      '$date + $delta',
      '$date - $delta',
      'datetime.date(2024, $int, 5)',
      '$date.replace(year=1900)',
      'datetime.date.fromordinal($int)',
      'datetime.datetime.combine($date, datetime.time(1, 2)).date()',
    ],
  },
  delta: {
    leaves: ['datetime.timedelta(days=3)', 'datetime.timedelta(hours=-5)', 'datetime.timedelta(0)'],
    operations: [
      '$delta + $delta',
      '$delta * $int',
      '$delta / 2',
      '$date - $date',
      '-$delta',
      'datetime.timedelta(days=$int, seconds=$float)',
      'abs($delta)',
    ],
  },
  complex: {
    leaves: ['1j', '(2-3j)', 'complex(-0.0, 1)'],
    operations: [
      '$complex + $float',
      '$complex * $complex',
      '$complex / $complex',
      '$complex ** 2',
      '$complex.conjugate()',
      'complex($float, $float)',
      'cmath.sqrt($complex)',
      'complex($str)',
    ],
  },
};

const TYPES = Object.keys(FORMS).filter((name): name is Type => Object.hasOwn(FORMS, name));

/** The modules that the expressions refer to. */
export const IMPORTS =
  'import base64, binascii, calendar, cmath, datetime, decimal, fractions, hashlib, html, json, math, operator, re, statistics, ' +
  'string, struct, textwrap, unicodedata, urllib.parse\n';

/** An expression of a random type. */
export function libraryExpression(random: Random, depth: number): string {
  return expressionOf(random, random.pick(TYPES), depth);
}

function expressionOf(random: Random, type: Type, depth: number): string {
  const { leaves, operations } = FORMS[type];
  if (depth === 0 || random.below(8) === 0) return random.pick(leaves);
  const form = random.pick(operations);
  return form.replace(/\$([a-z]+)/g, (_, name: string) => {
    const inner = TYPES.find((one) => one === name);
    return inner === undefined ? name : `(${expressionOf(random, inner, depth - 1)})`;
  });
}

/** What CPython may be asked: functions, types and attributes that are deterministic and change nothing. */

/** Built-in functions and types. */
const BUILTINS = new Set(
  (
    'abs all any ascii bin bool bytes chr complex dict divmod float format frozenset hex int len list max min oct ord pow ' +
    'range repr round set sorted str sum tuple'
  ).split(' '),
);

/** Functions and classes by module. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  math:
    'acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist erf erfc exp exp2 expm1 fabs factorial ' +
    'floor fma fmod frexp fsum gamma gcd hypot isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 modf ' +
    'nextafter perm pow prod radians remainder sin sinh sqrt sumprod tan tanh trunc ulp',
  cmath:
    'acos acosh asin asinh atan atanh cos cosh exp isclose isfinite isinf isnan log log10 phase polar rect sin sinh sqrt tan tanh',
  string: 'Template capwords',
  re: 'compile escape findall fullmatch match search split sub subn',
  decimal: 'Decimal',
  fractions: 'Fraction',
  datetime: 'date datetime time timedelta timezone',
  statistics:
    'correlation covariance fmean geometric_mean harmonic_mean linear_regression mean median median_grouped median_high ' +
    'median_low mode multimode pstdev pvariance quantiles stdev variance',
  json: 'dumps loads',
  operator:
    'abs add and_ concat contains countOf eq floordiv ge getitem gt indexOf index inv invert is_ is_not le lshift lt matmul mod ' +
    'mul ne neg not_ or_ pos pow rshift sub truediv truth xor',
  textwrap: 'dedent fill indent shorten wrap',
  unicodedata:
    'bidirectional category combining decimal decomposition digit east_asian_width is_normalized lookup mirrored name normalize ' +
    'numeric',
  calendar: 'isleap leapdays month monthcalendar monthrange weekday timegm',
  struct: 'calcsize pack unpack',
  binascii: 'a2b_base64 a2b_hex b2a_base64 b2a_hex crc32 crc_hqx hexlify unhexlify',
  base64:
    'b16decode b16encode b32decode b32encode b64decode b64encode b85decode b85encode standard_b64decode standard_b64encode ' +
    'urlsafe_b64decode urlsafe_b64encode',
  hashlib: 'blake2b blake2s md5 sha1 sha224 sha256 sha384 sha3_224 sha3_256 sha3_384 sha3_512 sha512',
  zlib: 'adler32 crc32',
  'urllib.parse':
    'parse_qs parse_qsl quote quote_plus unquote unquote_plus urldefrag urlencode urljoin urlparse urlsplit urlunparse',
  html: 'escape unescape',
  difflib: 'get_close_matches',
  colorsys: 'hls_to_rgb hsv_to_rgb rgb_to_hls rgb_to_hsv rgb_to_yiq yiq_to_rgb',
};

/** Values by module, besides names in capital letters. */
const CONSTANTS: Readonly<Record<string, string>> = {
  math: 'e inf nan pi tau',
  cmath: 'e inf infj nan nanj pi tau',
  string: 'ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits printable punctuation whitespace',
  decimal: '',
  re: '',
  datetime: '',
  calendar: '',
};

/** Classmethods and class attributes by the dotted name of the class. */
const CLASS_ATTRIBUTES: Readonly<Record<string, string>> = {
  bytes: 'fromhex maketrans',
  float: 'fromhex',
  int: 'from_bytes',
  str: 'maketrans',
  'datetime.date': 'fromisocalendar fromisoformat fromordinal max min resolution strptime',
  'datetime.datetime': 'combine fromisocalendar fromisoformat fromordinal max min resolution strptime',
  'datetime.time': 'fromisoformat max min resolution strptime',
  'datetime.timedelta': 'max min resolution',
  'datetime.timezone': 'max min utc',
  'decimal.Decimal': 'from_float from_number',
  'fractions.Fraction': 'from_decimal from_float from_number',
};

/** Class attributes that are values, not functions. */
const CLASS_VALUES = new Set(['max', 'min', 'resolution', 'utc']);

/** Attributes and methods of immutable library objects, by the name of their type. */
const FOREIGN: Readonly<Record<string, { readonly data: string; readonly methods: string }>> = {
  complex: { data: 'imag real', methods: 'conjugate' },
  'decimal.Decimal': {
    data: 'imag real',
    methods:
      'adjusted as_integer_ratio as_tuple canonical compare compare_signal compare_total compare_total_mag conjugate copy_abs ' +
      'copy_negate copy_sign exp fma is_canonical is_finite is_infinite is_nan is_normal is_qnan is_signed is_snan is_subnormal ' +
      'is_zero ln log10 logb max max_mag min min_mag next_minus next_plus next_toward normalize number_class quantize radix ' +
      'remainder_near rotate same_quantum scaleb shift sqrt to_eng_string to_integral_exact to_integral_value',
  },
  'decimal.DecimalTuple': { data: 'digits exponent sign', methods: '' },
  'fractions.Fraction': {
    data: 'denominator imag numerator real',
    methods: 'as_integer_ratio conjugate is_integer limit_denominator',
  },
  'datetime.date': {
    data: 'day max min month resolution year',
    methods: 'ctime isocalendar isoformat isoweekday replace strftime toordinal weekday',
  },
  'datetime.time': {
    data: 'fold hour max microsecond min minute resolution second tzinfo',
    methods: 'dst isoformat replace strftime tzname utcoffset',
  },
  'datetime.datetime': {
    data: 'day fold hour max microsecond min minute month resolution second tzinfo year',
    methods:
      'ctime date dst isocalendar isoformat isoweekday replace strftime time timetz toordinal tzname utcoffset weekday',
  },
  'datetime.timedelta': { data: 'days max microseconds min resolution seconds', methods: 'total_seconds' },
  'datetime.timezone': { data: '', methods: 'dst tzname utcoffset' },
  'calendar.Day': { data: 'name value', methods: '' },
  'calendar.Month': { data: 'name value', methods: '' },
  'datetime.IsoCalendarDate': { data: 'week weekday year', methods: '' },
  're.Pattern': { data: 'flags groups groupindex pattern', methods: 'findall fullmatch match search split sub subn' },
  're.Match': {
    data: 'endpos lastgroup lastindex pos re string',
    methods: 'end expand group groupdict groups span start',
  },
  're.RegexFlag': { data: 'name value', methods: '' },
  'hashlib.hash': { data: 'block_size digest_size name', methods: 'digest hexdigest' },
  'string.Template': { data: 'template', methods: 'get_identifiers is_valid safe_substitute substitute' },
  'statistics.LinearRegression': { data: 'intercept slope', methods: '' },
  'urllib.parse.ParseResult': {
    data: 'fragment hostname netloc params password path port query scheme username',
    methods: 'geturl',
  },
  'urllib.parse.SplitResult': {
    data: 'fragment hostname netloc password path port query scheme username',
    methods: 'geturl',
  },
  'urllib.parse.DefragResult': { data: 'fragment url', methods: 'geturl' },
};

/** Methods of built-in immutable types. */
const METHODS: Readonly<Record<string, string>> = {
  str:
    'capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal ' +
    'isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition ' +
    'removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase ' +
    'title translate upper zfill',
  bytes:
    'capitalize center count decode endswith expandtabs find hex index isalnum isalpha isascii isdigit islower isspace istitle ' +
    'isupper join ljust lower lstrip partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip ' +
    'split splitlines startswith strip swapcase title translate upper zfill',
  int: 'as_integer_ratio bit_count bit_length conjugate is_integer to_bytes',
  bool: 'as_integer_ratio bit_count bit_length conjugate is_integer to_bytes',
  float: 'as_integer_ratio conjugate hex is_integer',
  tuple: 'count index',
  range: 'count index',
};

/** What the dotted name `module.name` is, where CPython may be asked about it. */
export function libraryEntry(module: string, name: string): 'function' | 'constant' | undefined {
  const functions = ownEntry(FUNCTIONS, module);
  if (functions === undefined) return undefined;
  if (hasWord(functions, name)) return 'function';
  const isConstant = hasWord(ownEntry(CONSTANTS, module) ?? '', name) || /^[A-Z][A-Z0-9_]*$/.test(name);
  return isConstant ? 'constant' : undefined;
}

/** What the attribute of a library class is. */
export function classEntry(dotted: string, name: string): 'function' | 'constant' | undefined {
  if (!hasWord(ownEntry(CLASS_ATTRIBUTES, dotted) ?? '', name)) return undefined;
  return CLASS_VALUES.has(name) ? 'constant' : 'function';
}

/** What the attribute of a library object is. */
export function foreignEntry(type: string, name: string): 'data' | 'method' | undefined {
  const entry = ownEntry(FOREIGN, type);
  if (entry === undefined) return undefined;
  if (hasWord(entry.data, name)) return 'data';
  return hasWord(entry.methods, name) ? 'method' : undefined;
}

/** Whether the engine can hold objects of this type. */
export function isForeignType(type: string): boolean {
  return Object.hasOwn(FOREIGN, type);
}

/** Whether a built-in function or type may be asked. */
export function isPureBuiltin(name: string): boolean {
  return BUILTINS.has(name);
}

/** Whether a method of a built-in type may be asked. */
export function isPureMethod(type: string, name: string): boolean {
  return hasWord(ownEntry(METHODS, type) ?? '', name);
}

function ownEntry<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function hasWord(words: string, word: string): boolean {
  return words.split(' ').includes(word);
}

/** The modules with functions that CPython may be asked. */
export const LIBRARY_MODULES: readonly string[] = Object.keys(FUNCTIONS);

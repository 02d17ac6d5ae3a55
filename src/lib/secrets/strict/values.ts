/** Whether what is given to a secret's name is a value, or says where the value comes from. */

/** Nothing, or a switch. */
const CONSTANT =
  /^(?:true|false|null|none|nil|undefined|~|yes|no|on|off|required|optional|enabled|disabled|inherit|missing|invalid|empty|unset|default|any)$/i;
/** What types are called that a secret has. */
const TYPE =
  /^(?:str|string|int|integer|number|bool|boolean|bytes|bytearray|buffer|text|varchar|char|object|array|unknown|never|void|password|uuid|&?(?:'static )?str|(?:Optional|Union|List|Annotated|Option|Maybe|Promise|Array|Record)\b.*|[A-Z]\w*(?:Str|String|Type|Token|Bytes|Secret|Password|Field|Key|Credentials?))$/;
/** Already hidden, or blank. */
const BLANK = /^(?:[*.•…xX#-]+|<[^<>]*>|\[?redacted\]?|\[[A-Z_ -]+\])$/i;

/** Where a value is kept: variables, templates, commands, secret stores, bound parameters. */
const REFERENCE =
  /^(?:\$[A-Z_][A-Z0-9_]*|\$\$?[a-z_]+(?:[A-Z][a-z]+)*(?:(?:->|\.|\[|::).*)?|\$[\d@*#?]|\$env:\w+|\$\(.*\)?|`.*`|%\w+%|%\(\w+\)[sd]|%[sdvq@]|\{[\w.:!]*\}|[:@][a-z_]\w*|\?|@\w+@|__\w+__)$/;
const STORE =
  /^(?:vault:|op:\/\/|sm:\/\/|ssm:|arn:|ref\+|env:|file:|secret:\/\/|enc[:[(]|ENC\[|keyvault|\/run\/secrets\/|!(?:vault|ref|sub|getatt|join|importvalue|secret|env|env_var|reference|include)\b)/i;
const ENVIRONMENT =
  /^(?:process\.env\b|os\.(?:environ|getenv)|System\.getenv|Deno\.env|import\.meta\.|ENV\[|getenv\(|secrets\.\w+$|env\.\w+$)/;

/** Parts of a text that are put in later. */
const TEMPLATE =
  /\$?\{\{.{0,400}?\}\}|[$#]\{[^{}]{0,400}\}|\{[A-Za-z_][\w.()[\]!:]{0,100}\}|<%.{0,400}?%>|\$\([^()]{0,400}\)|%\([\w.]{1,60}\)s/g;
/** Letters and digits beside templates that make no secret of a text. */
const FEW = 6;

/** Whether a literal, as it stands between quotes or alone, is a secret when its name says so. */
export function isLiteralSecret(value: string): boolean {
  const text = value.trim();
  if (text === '' || CONSTANT.test(text) || TYPE.test(text)) return false;
  return !isReferring(text);
}

/** Whether it refers to a secret, or is hidden already. */
export function isReferring(text: string): boolean {
  if (BLANK.test(text) || REFERENCE.test(text) || STORE.test(text) || ENVIRONMENT.test(text)) return true;
  const rest = text.replace(TEMPLATE, '');
  return rest !== text && (rest.match(/[A-Za-z0-9]/g) ?? []).length < FEW + (/^\w+ /.test(rest) ? FEW : 0);
}

const KEYWORD = /^(?:await|new|not|lambda|async|function|typeof|if|else|return|yield|throw|super|this|self)\b/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)+$/;
const CALL = /^[A-Za-z_$][\w$.:?!<>\]["'-]*\(.*\)?[,;]?/;
/** A type with others, or with what is taken where nothing is given. */
const TYPED = /^(?:str|string|int|number|bool|boolean|bytes|None|null|undefined|[A-Z]\w{0,40})\s(?:\|\s\w|=\s)/;
const GENERIC = /^[A-Z]\w*</;
const INDEX = /^[A-Za-z_$][\w$.]*\[.*\]/;
const OPERATORS = /\s(?:\+|\|\|?|&&?|\?\??|or|and|if|=>|[=!]==?|is|in|as|-)\s/;
/** Words of sentences; of those who chose words for a passphrase, few chose these. */
const PROSE =
  /(?:^|\s)(?:must|should|required|the|of|to|for|that|which|your|you|from|with|by|be|see|click|at|least|has|have|cannot|or|not|will|when|if|in)(?=[\s,.;:]|$)/i;

/** What stands around a value without quotes. */
export interface Surroundings {
  /** Lines near it are of a program. */
  readonly isCode: boolean;
  /** `=`, without spaces. */
  readonly isTight: boolean;
  readonly separator: string;
  /** One word, as in a sentence. */
  readonly isPlainName: boolean;
  /** Name and value are in one literal: `"X-Api-Key: …"`. */
  readonly isWithin: boolean;
  /** It has all of its line. */
  readonly isAlone: boolean;
}

/** Whether a value without quotes is a secret when its name says so, and not an expression, a type or a sentence. */
export function isBareSecret(value: string, around: Surroundings): boolean {
  const text = value.trim();
  const plain = text.replace(/(?<![,;])[,;]+$/, '');
  if (!isLiteralSecret(plain) || /^[&*][A-Za-z]\w*$/.test(text)) return false;
  if (/^[([{]/.test(text) && !around.isTight) return false;
  if (KEYWORD.test(text) || INDEX.test(text) || GENERIC.test(text) || TYPED.test(text) || isCall(text, around))
    return false;
  if (MEMBER.test(plain) && (around.isCode || !/\d/.test(plain))) return false;
  if (around.isCode && OPERATORS.test(text) && !around.isTight) return false;
  if (IDENTIFIER.test(plain) && (plain !== text || (around.isCode && !around.isTight))) return false;
  if (around.separator === ':' && around.isPlainName && /\s/.test(text) && PROSE.test(text)) return false;
  if (around.isAlone || (around.isWithin && !around.isPlainName)) return true;
  // Among other words, a name without quotes is a variable, a word or a number of something.
  return around.separator === ':' || !around.isTight
    ? !around.isCode &&
        plain.length >= 4 &&
        (/\d/.test(plain) || /[^\w.,:;'’-]/.test(plain)) &&
        !/^\d{1,5}$/.test(plain)
    : true;
}

function isCall(text: string, { isCode, isTight }: Surroundings): boolean {
  return CALL.test(text) && (isCode || !isTight || /[()][,;]?$/.test(text));
}

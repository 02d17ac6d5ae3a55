/** Whether a text that has the format of a secret is one. */

/** Words and sequences of those who write an example. */
const PLACEHOLDER =
  /example|sample|placeholder|change[-_]?(?:me|it|this)|replace[-_]?(?:me|with)|dummy|fake|redacted|your[-_]|insert|foobar|deadbeef|not[-_]?(?:a[-_]?)?(?:real|secret)|[x*.#]{6}|(.)\1{7}|0{6}|12345678|87654321|abcdefgh|abc123|<|\$\{|\{\{|%[sd(]/i;
/** In a text as long as a key in base64, a word of four letters stands by chance. */
const LONGEST_WITH_WORDS = 250;
const BLANKED_OUT = /[x*.#]{12}|(.)\1{31}|\$\{|\{\{/i;

/** Values that name where a secret is kept: variables, secret stores, templates, what is encrypted. */
const REFERENCE =
  /^(?:[$%@]|<|\{|\[|vault:|op:\/\/|sm:\/\/|ssm:|aws:|arn:|ref\+|env[:.(]|file:|secret:|enc[:[(]|ENC\[|!|ansible_vault|process\.|os\.|System\.|Deno\.|import\.|config[.[(]|settings[.[(]|self\.|this\.|args\.|options\.|params\.|data\.|var\.|local\.|module\.|secrets\.|getenv|ENV[.[])|\$\{|\{\{|\$\(|#\{|%\w+%$/;

/** Whether it stands for a secret only. */
export function isPlaceholder(secret: string): boolean {
  return (secret.length > LONGEST_WITH_WORDS ? BLANKED_OUT : PLACEHOLDER).test(secret);
}

/** Whether it names where a secret is kept. */
export function isReference(secret: string): boolean {
  return REFERENCE.test(secret);
}

/** Whether the characters are as mixed as those of a random text; `least` is in bits a character. */
export function isRandom(secret: string, least: number): boolean {
  return entropy(secret) >= least;
}

/** Names whose values are no secrets, though a part of them sounds so. */
const HARMLESS_NAME =
  /hash|sha\d|digest|checksum|integrity|fingerprint|thumbprint|public|pub_?key|csrf|xsrf|verification|_?id$|_name$|Name$|path|file|folder|dir$|ur[il]|endpoint|type|length|size|regex|pattern|prefix|suffix|label|title|description|hint|errors?$|messages?$|continuation|next|cursor|page|sync|resume|example|sample|dummy|fake|mock|headers?$|field|column|param|attr|class|selector|icon|color|tokenizer|_?test_?|version|algorithm|placeholder|contract|address|mint|symbol|pool|asset/i;

/** Whether values of this name are no secrets, such as `tokenHash`. */
export function isHarmlessName(name: string): boolean {
  return HARMLESS_NAME.test(name);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A hash that says what it is. */
const HASH = /^(?:sha\d{1,3}|md5|blake\w{0,4}|bcrypt|scrypt|argon2\w{0,2}|pbkdf2\w{0,10})[-:_$]|^\$\w{1,10}\$/i;

/** Whether a value that is given to a name like `token` is a secret. */
export function isAssigned(secret: string, name = ''): boolean {
  if (isReference(secret) || HASH.test(secret)) return false;
  if (UUID.test(secret)) return /secret|api_?key/i.test(name);
  if (/^[0-9a-f]+$/i.test(secret)) return secret.length >= 32 && isRandom(secret, 3);
  return (
    isRandom(secret, 3.6) &&
    /[0-9].*[0-9]/.test(secret) &&
    characterKinds(secret) > 1 &&
    !isChosenByHand(secret) &&
    !/^[\w-]+(?:\.[\w-]+)+$/.test(secret) &&
    !/\w\(/.test(secret)
  );
}

/** Whether somebody chose it as a password that is hard to guess: of every kind of character, and not of words. */
export function isStrongPassword(secret: string): boolean {
  return characterKinds(secret) === 3 && isRandom(secret, 3) && !/[a-z]{5}|[A-Z]{5}|^\W|\w\(|:\/\//.test(secret);
}

/** Kinds of characters: lower case, upper case, digits. */
export function characterKinds(text: string): number {
  return [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(text)).length;
}

/** Whether it is made of words: random text goes from one kind of character to another every few characters. */
export function isChosenByHand(text: string): boolean {
  const changes = text.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])|[A-Z](?=[a-z])/g) ?? [];
  return changes.length < text.length / 5;
}

/** What stands for a password in a document, or is that of a developer's machine. */
const WORD =
  /^(?:[\W_]{0,40}(?:my|the|your|some|a|db|user|root|admin|test|dev|local|default|super|top|new|old|very|strong|safe)?[\W_]?(?:pass(?:w(?:or)?d|wd|phrase)?|pwd|pw|secret|token|key|admin|root|user(?:name)?|guest|test(?:ing)?|demo|postgres(?:ql)?|mysql|mongo(?:db)?|redis|rabbitmq|sa|foo|bar|baz|hunter2|letmein|qwerty|welcome|x{1,40}|\*{1,40}|\.{1,40})[\W_]?(?:here|word)?[\W_]?\d{0,4}[\W_]{0,40})$/i;

/** Whether it is no more than such a word. */
export function isJustAWord(secret: string): boolean {
  // The bounds of the pattern are this one.
  return secret.length <= 40 && WORD.test(secret);
}

/** Hosts that are no one's, or the reader's own machine. */
export function isExampleHost(host: string): boolean {
  return /(?:^|\.)(?:example(?:\.\w+)?|test|invalid|localhost|local|host|hostname|server|domain\.\w+|docker\.internal)$|^(?:127\.|0\.0\.0\.0|db$|postgres(?:ql)?$|redis$|mysql$|mongo(?:db)?$|rabbitmq$|proxy\b|my|your|some|foo\b|a\.b)/i.test(
    host,
  );
}

/** Shannon's, of single characters, in bits. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

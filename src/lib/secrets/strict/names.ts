/** Which names of keys, variables and flags stand for secrets. */

/** A password, as others call it. */
export const FOREIGN =
  'kennwort|wachtwoord|contrase(?:ñ|n)a|senha|has[łl]o|heslo|jelsz[óo]|salasana|lösenord|пароль|密码|密碼|パスワード|비밀번호|암호';
const IN_OTHERS = new RegExp(`^(?:${FOREIGN})\\d{0,4}$`);

/** A word that says so by itself. */
const SECRET_WORD =
  /^(?:\w*(?:passw(?:or)?[dt]|passphrase|passcode|secret)|\w{0,20}pwd|pass|pw|(?:db|user|root|admin|my|pg|smtp|mail|sudo|require|ssh|ftp|become)pass|token|(?:auth|access|refresh|bearer|api|id|session|bot|user|deploy)token|credentials?|creds?|\w*(?:api|secret|private|access|auth|signing|encryption|master)key|masterauth)\d{0,4}$/;
/** Several of them: a count of tokens is not a secret, a list in the environment is. */
const SEVERAL = /^(?:passwords|secrets|tokens|(?:api|private|access)keys)$/;
/** What a key is that is secret. */
const KEY_BEFORE =
  /^(?:api|secret|private|access|auth|signing|signature|encryption|decryption|master|cipher|crypto|hmac|aes|account|license|jwt|webhook|subscription|shared)$/;

/** Behind the word, these say that the value is about a secret. */
const ABOUT = new Set(
  (
    'id ids name names file files filename path paths dir directory folder url uri endpoint host type types kind count counts length len size limit ' +
    'limits budget min max minimum maximum policy pattern regex field fields input label hint placeholder prompt message messages error errors ' +
    'title description help hash hashed hashes digest checksum salt expiry expires expiration expire expired ttl lifetime age at date time timeout ' +
    'duration per ref refs version versions ring provider manager store generator factory class column param parameter header headers prefix suffix ' +
    'index idx position offset format algorithm strength required enabled disabled reset change changed stdin set used arn variable ' +
    'service client model usage cost price rate map list scope scopes encoder mode rotation attempts retries history rules validator source template ' +
    'visibility visible selector example schema table entry issuer audience vocab metadata status state rotate created updated last severity evidence finding findings'
  ).split(' '),
);
/** Before the word, these say that the value answers a question about a secret. */
const ASKING =
  /^(?:has|is|no|require|requires|required|show|hide|reset|forgot|forgotten|change|check|verify|validate|needs?|hashed|existing|pull|external|use|uses|allow|enable|disable|missing|invalid|wrong|without|max|min|num|total|count)$/;
/** Right before `token` or `key`: what everybody may see. */
const OPEN =
  /^(?:next|page|continuation|cursor|sync|eos|bos|pad|unk|sep|cls|start|stop|end|first|last|prev|previous|current|prompt|completion|input|output|context|csrf|xsrf|public)$/;

/** Whether a value given to this name is a secret by the name alone: `DB_PASSWORD`, `clientSecret`, `x-api-key`. */
export function isSecretName(name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const words = wordsOf(last);
  const isUpper = last === last.toUpperCase();
  for (let at = words.length - 1; at >= 0; at--) {
    const [word = '', before = ''] = [words[at], words[at - 1]];
    const isOne =
      SECRET_WORD.test(word) ||
      IN_OTHERS.test(word) ||
      (word === 'passe' && before === 'de') ||
      (isUpper && SEVERAL.test(word)) ||
      (/^keys?$/.test(word) && KEY_BEFORE.test(before));
    if (isOne) return !words.slice(0, at).some((each) => ASKING.test(each)) && !isOpen(word, before);
    if (ABOUT.has(word)) return false;
  }
  return false;
}

function isOpen(word: string, before: string): boolean {
  return /^(?:tokens?|keys?)$/.test(word) && OPEN.test(before);
}

/** In small letters. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

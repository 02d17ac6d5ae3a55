/** Whether a text that has the format of a secret is one. */

/** Words and sequences of those who write an example. */
const PLACEHOLDER =
  /example|sample|placeholder|change[-_]?me|dummy|fake|redacted|your[-_]|insert|foobar|deadbeef|[x*.#]{6}|0{6}|12345678|abcdefgh|abc123|<|\$\{|\{\{|%[sd(]/i;

/** Whether it stands for a secret only. */
export function isPlaceholder(secret: string): boolean {
  return PLACEHOLDER.test(secret);
}

/** Whether the characters are as mixed as those of a random text; `least` is in bits a character. */
export function isRandom(secret: string, least: number): boolean {
  return entropy(secret) >= least;
}

/** Whether a value that is given to a name like `token` is a secret. */
export function isAssigned(secret: string): boolean {
  const hex = /^[0-9a-f]+$/i.test(secret);
  if (hex) return secret.length >= 32 && isRandom(secret, 3);
  return (
    isRandom(secret, 3.6) &&
    /[0-9].*[0-9]/.test(secret) &&
    characterKinds(secret) > 1 &&
    !isChosenByHand(secret) &&
    !/^[\w-]+(?:\.[\w-]+)+$/.test(secret)
  );
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

/** Hosts that are no one's, or the reader's own machine. */
export function isExampleHost(host: string): boolean {
  return /(?:^|\.)(?:example(?:\.\w+)?|test|invalid|localhost|local|host|hostname|server)$|^(?:127\.|0\.0\.0\.0|db$|postgres$|redis$|mysql$)/i.test(
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

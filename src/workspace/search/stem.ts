/** Endings of English words: different forms of one word become the same term. */

const VOWEL = /[aeiouy]/;

/** `word`, in lower case, without its ending; words of other languages and short ones stay as they are. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return withoutE(withoutSuffix(withoutVerbEnding(withoutPlural(word))));
}

function withoutPlural(word: string): string {
  if (/(?:ss|us|is)$/.test(word) || !word.endsWith('s')) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutVerbEnding(word: string): string {
  const [ending] = /(?:ing|ed)$/.exec(word) ?? [];
  if (ending === undefined) return word;
  const base = word.slice(0, -ending.length);
  if (base.length < 3 || !VOWEL.test(base)) return word;
  // "dropping" comes from "drop", but "calling" from "call".
  return /([b-df-hj-np-tv-z])\1$/.test(base) && !/[lsz]$/.test(base) ? base.slice(0, -1) : base;
}

function withoutSuffix(word: string): string {
  const [suffix] = /(?:ization|izer|ize|ation|ator|ion|or|er|ment|ly|able|ible|ness|ity|ive)$/.exec(word) ?? [];
  if (suffix === undefined || word.length - suffix.length < 4) return word;
  return word.slice(0, -suffix.length);
}

function withoutE(word: string): string {
  if (word.endsWith('e') && word.length > 4) return word.slice(0, -1);
  return word.endsWith('y') && word.length > 3 ? `${word.slice(0, -1)}i` : word;
}

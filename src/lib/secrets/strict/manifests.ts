/** Values of a manifest of Kubernetes that says of itself that it is a secret, whatever their names are. */
import type { Range } from './quoted.ts';
import { isLiteralSecret } from './values.ts';

const KIND = /^[ \t]{0,20}kind:[ \t]{1,8}["']?Secret["']?[ \t]*$/;
const DATA = /^[ \t]{0,20}(?:data|stringData):[ \t]*$/;
const ENTRY =
  /^(?<key>[ \t]{1,40}["']?[\w.-]{1,250}["']?:[ \t]{1,8})(?<quote>["']?)(?<value>[^\n]{1,4000}?)\k<quote>[ \t]*$/;
/** Of JSON, on one line or more. */
const OBJECT = /"(?:data|stringData)"\s{0,20}:\s{0,20}\{(?<body>[^{}]{0,20000})\}/g;
const MEMBER = /(?<key>"[\w.-]{1,250}"\s{0,20}:\s{0,20}")(?<value>[^"\\\n]{1,4000})"/g;

/** Where they stand, not in order. */
export function manifestSecrets(text: string): readonly Range[] {
  if (!/kind["']?[ \t]{0,20}:[ \t]{0,20}["']?Secret\b/.test(text)) return [];
  return /"kind"[ \t]{0,20}:[ \t]{0,20}"Secret"/.test(text)
    ? [...ofDocuments(text), ...ofObjects(text)]
    : ofDocuments(text);
}

/** Of YAML: entries of `data` in each document that is a secret. */
function ofDocuments(text: string): readonly Range[] {
  const found: Range[] = [];
  let [entries, isSecret, depth]: [Range[], boolean, number] = [[], false, -1];
  let block = Number.POSITIVE_INFINITY;
  let at = 0;
  for (const whole of text.split('\n')) {
    const line = whole.replace(/\r$/, '');
    if (line.startsWith('---')) {
      if (isSecret) found.push(...entries);
      [entries, isSecret, depth] = [[], false, -1];
    }
    const indent = line.length - line.trimStart().length;
    if (line.trim() !== '' && indent <= depth) depth = -1;
    if (KIND.test(line)) isSecret = true;
    const data = depth < 0 ? DATA.exec(line) : null;
    if (data !== null) depth = indent;
    else if (depth >= 0 && indent > block) entries.push({ start: at + indent, end: at + line.trimEnd().length });
    else if (depth >= 0 && line.trim() !== '') {
      const { key = '', quote = '', value = '' } = ENTRY.exec(line)?.groups ?? {};
      const start = at + key.length + quote.length;
      block = /^[|>]/.test(value) ? indent : Number.POSITIVE_INFINITY;
      if (!/^[|>&*!]/.test(value) && isLiteralSecret(value)) entries.push({ start, end: start + value.length });
    }
    at += whole.length + 1;
  }
  return isSecret ? [...found, ...entries] : found;
}

function ofObjects(text: string): readonly Range[] {
  return [...text.matchAll(OBJECT)].flatMap(({ index, 0: whole, groups }) => {
    const { body = '' } = groups ?? {};
    const start = index + whole.length - 1 - body.length;
    return [...body.matchAll(MEMBER)].flatMap((member): readonly Range[] => {
      const { key = '', value = '' } = member.groups ?? {};
      const from = start + member.index + key.length;
      return isLiteralSecret(value) ? [{ start: from, end: from + value.length }] : [];
    });
  });
}

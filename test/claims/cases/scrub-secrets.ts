/** `scrub_secrets`: is what is secret hidden, and nothing else? */
import type { AuditedTool, ClaimCase } from '../claim.ts';
import { DECEIVING, PLAIN, type Row } from './scrub-texts.ts';

/** A text without marks, and of each character whether it is a secret, may be hidden, or stays. */
function unmarked(marked: string): { readonly text: string; readonly kinds: string } {
  let [text, kinds, kind] = ['', '', ' '];
  for (const character of marked) {
    if ('«‹'.includes(character)) kind = character;
    else if ('»›'.includes(character)) kind = ' ';
    else {
      text += character;
      kinds += kind.repeat(character.length);
    }
  }
  return { text, kinds };
}

/** Whether all of each secret is hidden, but for blanks, and nothing that stays is. */
function isHidden(text: string, answer: string, kinds: string): boolean {
  if (answer.length !== text.length) return false;
  return [...kinds].every((kind, at) => {
    const [was, is] = [text.charAt(at), answer.charAt(at)];
    if (kind === '«') return is === '*' || /\s/.test(was);
    return kind === '‹' || is === was;
  });
}

function caseOf(deceives: boolean, [name, marked]: Row): ClaimCase {
  const { text, kinds } = unmarked(marked);
  const isSecret = kinds.includes('«');
  return {
    name,
    truth: isSecret ? 'yes' : 'no',
    deceives,
    async ask(user) {
      const { fields, failed } = await user.tell('scrub_secrets', { content: text, show_start: 0 });
      const answer = String(fields['scrubbed_content'] ?? '');
      if (failed) return 'open';
      if (isSecret) return isHidden(text, answer, kinds) ? 'yes' : 'no';
      return answer === text ? 'no' : 'yes';
    },
  };
}

export const scrub: AuditedTool = {
  tool: 'scrub_secrets',
  statement: 'The value is hidden, and the rest stays.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...DECEIVING.map((row) => caseOf(true, row))],
};

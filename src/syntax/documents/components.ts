/** Components of Vue and Svelte: their scripts are code, what else stands in them is text. */
import { Lines } from '../lines.ts';
import { SCRIPTS } from './languages-in.ts';
import type { Code, Parts } from './parts.ts';

/** A tag that opens, or is all of its element. */
interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Where it is over. */
  readonly end: number;
  readonly isEmpty: boolean;
}

/** An element that is not looked into. */
interface Block extends Tag {
  readonly start: number;
  /** Of what is between its tags. */
  readonly contentEnd: number;
}

/** The parts of a component. */
export function componentParts(language: 'vue' | 'svelte', lines: Lines): Parts {
  // All that stands in a file of Vue is in elements; one of Svelte is markup with some elements that are none.
  const isBlock = language === 'vue' ? () => true : (name: string) => ['script', 'style', 'svelte:head'].includes(name);
  const blocks = blocksIn(lines.text, isBlock);
  const scripts = blocks.filter(({ name }) => name === 'script');
  const code = codeOf(scripts, lines);
  const starts = blocks.flatMap(({ start, contentEnd }) => [lines.at(start), lines.at(contentEnd) + 1]);
  return { ...(code !== undefined && { code }), sections: [], starts: starts.filter((line) => line <= lines.count) };
}

/** Scripts of one component see one another's names. */
function codeOf(scripts: readonly Block[], lines: Lines): Code | undefined {
  const written = scripts.map(({ attributes }) => attributes.get('lang') ?? 'js');
  const languages = written.map((name) => (Object.hasOwn(SCRIPTS, name) ? SCRIPTS[name] : undefined));
  const language = languages.find((each) => each !== undefined && each !== 'javascript') ?? languages[0];
  if (language === undefined) return undefined;
  let text = '';
  const lineOf: number[] = [];
  for (const { end, contentEnd } of scripts) {
    const content = `${lines.text.slice(end, contentEnd).trimEnd()}\n`;
    const first = lines.at(end);
    for (let line = 0; line < new Lines(content).count; line++) lineOf.push(first + line);
    text += content;
  }
  return { language, text, lineOf };
}

function blocksIn(text: string, isBlock: (name: string) => boolean): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = text.indexOf('<'); at >= 0; ) {
    let next = afterComment(text, at) ?? at + 1;
    const name = nameAt(text, at + 1);
    if (name !== '' && isBlock(name)) {
      const tag = tagAt(text, at, name);
      const contentEnd = tag.isEmpty ? tag.end : endOf(tag, text);
      blocks.push({ ...tag, start: at, contentEnd });
      next = contentEnd + 1;
    }
    at = text.indexOf('<', next);
  }
  return blocks;
}

/** Where the closing tag begins; elements of the same name may be in it. */
function endOf({ name, end }: Tag, text: string): number {
  const nests = name !== 'script' && name !== 'style';
  let depth = 1;
  for (let at = text.indexOf('<', end); at >= 0; ) {
    let next = at + 1;
    if (text[next] === '/') {
      if (nameAt(text, at + 2) === name && --depth === 0) return at;
    } else if (nests) {
      next = afterComment(text, at) ?? next;
      if (nameAt(text, at + 1) === name) {
        const inner = tagAt(text, at, name);
        next = inner.end;
        if (!inner.isEmpty) depth++;
      }
    }
    at = text.indexOf('<', next);
  }
  return text.length;
}

/** Empty where no name begins. */
function nameAt(text: string, start: number): string {
  if (!/[a-z]/i.test(text.charAt(start))) return '';
  let end = start;
  while (/[\w:.-]/.test(text.charAt(end))) end++;
  return text.slice(start, end);
}

function afterComment(text: string, at: number): number | undefined {
  if (!text.startsWith('<!--', at)) return undefined;
  const end = text.indexOf('-->', at + 4);
  return end < 0 ? text.length : end + 3;
}

/** One without an end is all that follows. */
function tagAt(text: string, start: number, name: string): Tag {
  const attributes = new Map<string, string>();
  let attribute = '';
  let isValue = false;
  const give = (word: string): void => {
    if (isValue) attributes.set(attribute, word);
    else attribute = word;
    isValue = false;
  };
  for (let at = start + 1 + name.length; at < text.length; ) {
    const sign = text.charAt(at);
    if (sign === '>') return { name, attributes, end: at + 1, isEmpty: text[at - 1] === '/' };
    let end = at + 1;
    if (sign === '"' || sign === "'") {
      end = text.indexOf(sign, at + 1);
      if (end < 0) break;
      give(text.slice(at + 1, end));
      end++;
    } else if (sign === '=') isValue = true;
    else if (/[^\s/<]/.test(sign)) {
      while (end < text.length && /[^\s=>/"'<]/.test(text.charAt(end))) end++;
      give(text.slice(at, end));
    }
    at = end;
  }
  return { name, attributes, end: text.length, isEmpty: true };
}

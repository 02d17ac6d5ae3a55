import { describe, expect, it } from 'vitest';
import { ToolFailure } from '../../lib/errors.ts';
import { CATALOG } from '../../tools/catalog.ts';
import { PROMPTS } from './catalog.ts';
import { MOST_VALUES, wordsLike } from './completion.ts';
import { fenced } from './define-prompt.ts';

/** A value for every argument. */
const filled = (args: object) => Object.fromEntries(Object.keys(args).map((name) => [name, `<${name}>`]));

describe.each(PROMPTS.map((prompt) => [prompt.name, prompt] as const))('%s', (name, prompt) => {
  it('names its own arguments, and tools that there are', () => {
    const text = prompt.text(filled(prompt.arguments));
    for (const argument of Object.keys(prompt.arguments)) expect(text).toContain(`<${argument}>`);
    const tools = CATALOG.map((tool) => tool.name);
    const fields = CATALOG.flatMap(({ listing }) => [
      ...Object.keys(listing.inputSchema.properties ?? {}),
      ...Object.keys(listing.outputSchema?.properties ?? {}),
    ]);
    const named = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, word = '']) => word);
    expect(named.filter((word) => !tools.includes(word) && !fields.includes(word))).toEqual([]);
    expect(tools.some((tool) => text.includes(tool))).toBe(true);
    expect(text.length).toBeLessThan(3000);
    expect(text).not.toMatch(/undefined|\.\.(?!\.)|\n{3}/);
  });

  it('needs what is required only, and takes an empty argument as none', () => {
    const required = Object.entries(prompt.arguments).flatMap(([argument, { required: isNeeded }]) =>
      isNeeded ? [argument] : [],
    );
    const given = Object.fromEntries(required.map((argument) => [argument, 'x']));
    const text = prompt.text(given);
    const empty = Object.fromEntries(
      Object.keys(prompt.arguments).map((argument) => [argument, given[argument] ?? ' ']),
    );
    expect(prompt.text(empty)).toBe(text);
    expect(text).not.toContain('undefined');
    for (const argument of required) {
      const { [argument]: _, ...others } = given;
      expect(() => prompt.text(others)).toThrow(`Invalid arguments for the prompt ${name}: ${argument} is required.`);
    }
  });

  it('says what it takes where an argument is unknown or too long', () => {
    expect(() => prompt.text({ ...filled(prompt.arguments), magic: 'x' })).toThrow('there is no argument magic');
    for (const argument of Object.keys(prompt.arguments)) {
      const given = { ...filled(prompt.arguments), [argument]: 'x'.repeat(70_000) };
      expect(() => prompt.text(given)).toThrow(new RegExp(`${argument} has 70000 characters, and may have \\d+`));
    }
    const failure = thrownBy(() => prompt.text({ magic: 'x' }));
    for (const argument of Object.keys(prompt.arguments)) expect(failure.advice).toContain(argument);
  });
});

function thrownBy(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolFailure) return error.failure;
  }
  throw new Error('Nothing was thrown.');
}

it('have names and titles of their own, and the templates of the symbolic tools among them', () => {
  expect(new Set(PROMPTS.map(({ name }) => name)).size).toBe(PROMPTS.length);
  expect(new Set(PROMPTS.map(({ title }) => title)).size).toBe(PROMPTS.length);
  for (const template of ['symbolic_check', 'find_exception_path', 'compare_functions', 'analyze_branches'])
    expect(PROMPTS.map(({ name }) => name)).toContain(`${template}_template`);
});

it('keep code in a fence that it cannot close', () => {
  expect(fenced('python', 'x = "```"\n')).toBe('````python\nx = "```"\n\n````');
  expect(fenced('python', 'x')).toBe('```python\nx\n```');
});

it('complete words that begin with what was typed before others', () => {
  expect(wordsLike('err', ['ValueError', 'error', 'none'])).toEqual(['error', 'ValueError']);
  expect(wordsLike('', ['b', 'a'])).toEqual(['b', 'a']);
  expect(MOST_VALUES).toBe(100);
});

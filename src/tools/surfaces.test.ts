import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { CATALOG } from './catalog.ts';
import { DEFAULT_CEILING, DEFAULT_SURFACE, listedAt, pathsListing, surfaceAt, TOOLSETS } from './surfaces.ts';

describe('every tool', () => {
  it.each(CATALOG.map((tool) => [tool.name, tool] as const))(
    '%s states its hints and schemas',
    (_name, { definition, passesOn }) => {
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = definition.annotations ?? {};
      for (const hint of [readOnlyHint, destructiveHint, idempotentHint, openWorldHint])
        expect(hint).toBeTypeOf('boolean');
      expect(readOnlyHint && destructiveHint).toBe(false);
      expect(definition.description?.length).toBeGreaterThan(40);
      expect(definition.inputSchema.type).toBe('object');
      // Results of a tool that calls others are theirs.
      if (passesOn === undefined)
        expect(definition.outputSchema).toMatchObject({ properties: { error_type: { type: 'string' } } });
      else expect(definition.outputSchema).toBeUndefined();
    },
  );

  it.each(CATALOG.map((tool) => [tool.name, tool] as const))(
    '%s describes every parameter and refuses others',
    (_name, { definition, listing }) => {
      for (const { inputSchema } of [definition, listing]) {
        expect(inputSchema).toMatchObject({ additionalProperties: false });
        for (const [name, schema] of Object.entries(inputSchema.properties ?? {}))
          expect([name, schema]).toEqual([name, expect.objectContaining({ description: expect.stringMatching(/./) })]);
      }
    },
  );

  it('has a name of its own and is listed where it says', () => {
    expect(new Set(CATALOG.map((tool) => tool.name)).size).toBe(CATALOG.length);
    for (const tool of CATALOG) {
      for (const path of pathsListing(tool)) expect(surfaceAt(path)).toContain(tool);
    }
  });
});

describe('surfaceAt', () => {
  it('keeps the default surface under its ceilings', () => {
    const tools = DEFAULT_SURFACE;
    expect(tools.length).toBeGreaterThan(0);
    expect(tools.length).toBeLessThanOrEqual(DEFAULT_CEILING.tools);
    expect(countTokens(JSON.stringify(tools.map((tool) => tool.shortListing)))).toBeLessThanOrEqual(
      DEFAULT_CEILING.tokens,
    );
  });

  it('selects toolsets', () => {
    expect(listedAt('/mcp').listed).toBe('shortListing');
    for (const path of ['/mcp/all', '/mcp/python']) {
      const { tools, listed } = listedAt(path);
      const schema = tools.find(({ name }) => name === 'run_tests')?.[listed].inputSchema;
      expect(schema?.properties).toMatchObject({
        ...{
          timeout: { minimum: 1, maximum: 290 },
          paths: { maxItems: 100, items: { minLength: 1, maxLength: 1000 } },
        },
      });
    }
    expect(surfaceAt('/mcp')).toBe(DEFAULT_SURFACE);
    expect(surfaceAt('/mcp/all')).toEqual(CATALOG);
    const namesAt = (path: string) => surfaceAt(path).map((tool) => tool.name);
    expect(namesAt('/mcp/python')).toContain('run_python_code');
    expect(namesAt('/mcp/python')).not.toContain('health_check');
    expect(surfaceAt(`/mcp/${TOOLSETS.join(',')}`)).toEqual(CATALOG);
    expect(namesAt('/mcp/python%2Chealth')).toEqual([...namesAt('/mcp/python'), ...namesAt('/mcp/health')]);
  });

  it.each(['/mcp/', '/mcp/nothing', '/mcp/python,', '/mcp/all,python', '/mcp/Python'])('refuses %s', (path) => {
    expect(() => surfaceAt(path)).toThrow('Unknown toolset');
  });
});

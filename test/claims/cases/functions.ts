/** How functions for the symbolic tools are written. */

/** A module with `f`: its parameters, the lines of its body, and what its docstring promises. */
export function written(
  parameters: string,
  body: string,
  { post, pre, before = '' }: { readonly post?: string; readonly pre?: string; readonly before?: string } = {},
): string {
  const promises = [...(pre === undefined ? [] : [`pre: ${pre}`]), ...(post === undefined ? [] : [`post: ${post}`])];
  const doc = promises.length === 0 ? '' : `    """\n${promises.map((line) => `    ${line}\n`).join('')}    """\n`;
  return `${before}def f(${parameters}):\n${doc}${body.replace(/^(?=.)/gm, '    ')}\n`;
}

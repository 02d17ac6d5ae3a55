/** Lets tree-sitter's JavaScript side start again. */

/**
 * The glue with a `Parser.init` that starts a new instance each time: as published, the first stays forever, with its memory. Its
 * `eval`s, for modules with JavaScript of their own, which no grammar is, are made indirect: bundlers warn of direct ones.
 */
export function withNewInstances(glue: string): string {
  const init = 'Module3 ??= await web_tree_sitter_default(moduleOptions);';
  const renewed = replaced(glue, 1, init, init.replace('??=', '='));
  return replaced(renewed, 2, '= eval(func);', '= (0, eval)(func);').replace(/^\/\/# sourceMappingURL=.*$/m, '');
}

/** `glue` with `times` occurrences of `published` replaced. Throws when there is another number of them. */
function replaced(glue: string, times: number, published: string, by: string): string {
  const parts = glue.split(published);
  if (parts.length !== times + 1) {
    throw new Error(`web-tree-sitter.js has \`${published}\` ${parts.length - 1} times instead of ${times}.`);
  }
  return parts.join(by);
}

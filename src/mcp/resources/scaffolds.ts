/** `lemma://scaffolds/{name}`: what a scaffold tells whoever works by it, with an example, and the template of each category. */
import { CATEGORIES, type Category } from '../../scaffolds/scaffold.ts';
import { TEXTS } from '../../scaffolds/texts/catalog.ts';
import { renderTemplate } from '../../scaffolds/texts/templates.ts';
import { escaped, type ResourceKind, SCHEME, unescaped } from './resource-kind.ts';

const PREFIX = `${SCHEME}scaffolds/`;
const MIME_TYPE = 'text/markdown';

/** Scaffolds; the same for everybody. */
export const SCAFFOLD_RESOURCES: ResourceKind = {
  templates: [
    {
      uriTemplate: `${PREFIX}{name}`,
      name: 'scaffold',
      title: 'Scaffold of an algorithm',
      description:
        'State, start, rounds, end and mistakes of an algorithm, the form of its steps and its answer, and an example. The name of a category has a template for others of its kind.',
      mimeType: MIME_TYPE,
      completions: { name: { kind: 'scaffold' } },
    },
  ],
  list: () => [
    ...Object.keys(TEXTS).map((name) => linkTo(name, `Scaffold ${name}`)),
    ...CATEGORIES.map((category) => linkTo(category, `Template of scaffolds: ${category}`)),
  ],
  read(uri, { scaffolds }) {
    const name = uri.startsWith(PREFIX) ? unescaped(uri.slice(PREFIX.length)) : undefined;
    if (name === undefined) return undefined;
    const contentsOf = (text: string) => ({ contents: [{ uri, mimeType: MIME_TYPE, text }] });
    if (isCategory(name)) return scaffolds.list(name).then((members) => contentsOf(renderTemplate(name, members)));
    return Object.hasOwn(TEXTS, name) ? scaffolds.describe(name).then(({ text }) => contentsOf(text)) : undefined;
  },
};

function linkTo(name: string, title: string) {
  return { uri: PREFIX + escaped(name), name, title, mimeType: MIME_TYPE };
}

function isCategory(name: string): name is Category {
  return CATEGORIES.some((category) => category === name);
}

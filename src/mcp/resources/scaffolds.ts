/** `lemma://scaffolds/{name}`: what a scaffold tells whoever works by it, with an example. */
import { TEXTS } from '../../scaffolds/texts/catalog.ts';
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
        'State, start, rounds, end and mistakes of an algorithm, the form of its steps and its answer, and an example.',
      mimeType: MIME_TYPE,
      completions: { name: { kind: 'scaffold' } },
    },
  ],
  list: () =>
    Object.keys(TEXTS).map((name) => ({
      uri: PREFIX + escaped(name),
      name,
      title: `Scaffold ${name}`,
      mimeType: MIME_TYPE,
    })),
  read(uri, { scaffolds }) {
    const name = uri.startsWith(PREFIX) ? unescaped(uri.slice(PREFIX.length)) : undefined;
    if (name === undefined || !Object.hasOwn(TEXTS, name)) return undefined;
    return scaffolds.describe(name).then(({ text }) => ({ contents: [{ uri, mimeType: MIME_TYPE, text }] }));
  },
};

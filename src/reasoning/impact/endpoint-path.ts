/** Paths of endpoints: one spelling for those of all frameworks, and which texts fit them. */

/** The path with one slash before each segment, none behind, and `{}` for a parameter: of `:id`, `{id}`, `<int:id>`, `[id]`, `(?P<id>…)` and `*`. */
export function endpointPath(written: string): string {
  const path = written.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').replace(/\?(?!P<|:)[^/]{0,2000}$|#.*/, '');
  const segments = path
    .split('/')
    // Django's patterns have anchors, folders of Next.js groups, which are no part of the path.
    .map((segment) => segment.replace(/^\^|\$$/g, ''))
    .filter((segment) => segment !== '' && !/^\([^)?]*\)$/.test(segment));
  return `/${segments.map((segment) => (isParameter(segment) ? '{}' : segment)).join('/')}`;
}

function isParameter(segment: string): boolean {
  return /^(?::|\*)|[{}<>[\]()]|\$\{/.test(segment);
}

/** One path below another. */
export function below(prefix: string, path: string): string {
  return endpointPath(`${prefix}/${path}`);
}

/**
 * Whether a path that code names can be of an endpoint: segment by segment, where a parameter stands for one segment. What stands before is
 * free on either side, since a prefix may be added elsewhere; then at least one segment besides parameters must be the same.
 */
export function fits(endpoint: string, named: string): 'whole' | 'end' | undefined {
  const [wanted, given] = [endpoint, named].map((path) => path.split('/').slice(1)) as [string[], string[]];
  const length = Math.min(wanted.length, given.length);
  const same = wanted.slice(-length).every((segment, index) => {
    const other = given[given.length - length + index];
    return segment === other || segment === '{}' || other === '{}';
  });
  const fixed = wanted.slice(-length).filter((segment) => segment !== '{}' && segment !== '');
  if (!same || fixed.length === 0) return undefined;
  if (wanted.length === given.length) return 'whole';
  // `/` and `/{}` alone are the end of everything.
  return fixed.length > 1 || length === wanted.length ? 'end' : undefined;
}

/** The longest piece of an endpoint's path that every text naming it has; undefined when there is none of 3 characters. */
export function fixedPiece(endpoint: string): string | undefined {
  const pieces = endpoint.split('{}').map((piece) => piece.replace(/\/$/, ''));
  const longest = pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '');
  return longest.length < 3 ? undefined : longest;
}

/** Checks in words. */
import type { PlanCheck } from '../checks.ts';

/** A check in a line. */
export function describeCheck(check: PlanCheck): string {
  switch (check.kind) {
    case 'python':
      return `Python: ${check.code.trim().split('\n').at(-1)?.slice(0, 100) ?? ''}`;
    case 'tests': {
      const paths = check.paths.length === 0 ? 'all tests' : check.paths.join(', ');
      return `tests: ${paths}${check.keyword === '' ? '' : ` -k ${check.keyword}`}`;
    }
    case 'contract': {
      const { pre, post, raises } = check;
      const parts = [
        ...pre.map((text) => `pre: ${text}`),
        ...post.map((text) => `post: ${text}`),
        ...(raises === undefined ? [] : [`raises: ${raises.join(', ') || 'nothing'}`]),
      ];
      return `contract of ${check.function} in ${check.file}: ${parts.join('; ')}`;
    }
    case 'behaves_as_before':
      return `${check.functions.join(', ')} of ${check.file} as before`;
    case 'invariants':
      return `rules of ${check.path}${check.rules.length === 0 ? '' : `: ${check.rules.join(', ')}`}`;
    case 'file':
      return `${check.path} ${check.exists ? 'is there' : 'is not there'}`;
    case 'pattern':
      return `${check.must === 'match' ? 'somewhere' : 'nowhere'} in ${check.files.join(', ')}: ${(check.text ?? check.regex ?? check.code ?? '').slice(0, 200)}`;
    case 'review':
      return `review: nothing above ${check.allow}`;
  }
}

/** What kind of file a path names: a source counts most when code is looked for. */

/** Folders and names by which languages tell tests from what is tested. */
const TEST_FOLDER = /(?:^|\/)(?:tests?|testing|specs?|__tests__|__mocks__|testdata|fixtures|testsuite[^/]*|e2e)\//i;
const TEST_NAME =
  /(?:^|\/)(?:test_[^/]*|conftest\.py|[^/]*[._-](?:test|tests|spec|specs|e2e)\.[^/.]+|[^/]*[a-z0-9](?:Test|Tests|TestCase|Spec)\.[a-z]+)$/;

/** Endings of texts and data that are about code, or used by it. */
const NO_SOURCE =
  /\.(?:md|mdx|markdown|txt|rst|adoc|org|tex|html?|css|scss|less|json|jsonl|ya?ml|toml|ini|cfg|conf|csv|tsv|svg|xml|po|lock|log)$/i;

/** Folders beside the program: what explains, shows, measures or releases it, and what others wrote. */
const ASIDE_FOLDER =
  /(?:^|\/)(?:docs?|examples?|samples?|demos?|tutorials?|notebooks?|bench(?:marks?)?|asv_bench|releases?|changelogs?|\.github|generated|_?vendor|third[_-]party|externals?|node_modules|site-packages)\//i;
/** Names of such files, and of generated ones. */
const ASIDE_NAME =
  /(?:^|\/)(?:changes|changelog|history|news|authors|contributors|readme|licen[cs]e|copying|notice|todo|makefile)[^/]*$|(?:\.(?:old|orig|ipynb|\d|min\.js|pb\.go)|_pb2\.py|[._]generated\.[a-z]+)$/i;
/** What such a file is worth where the program's own sources are worth 1. */
const ASIDE_SHARE = 0.6;

/** Whether a file holds tests, or what they need. */
export function isTest(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path);
}

/** Whether a file is a text or data rather than a program. */
export function isProse(path: string): boolean {
  return NO_SOURCE.test(path);
}

/** What a file is worth where code is looked for: 1 for sources of the program itself, less for texts, data and what stands beside it. */
export function codeShare(path: string): number {
  return isProse(path) || ASIDE_FOLDER.test(path) || ASIDE_NAME.test(path) ? ASIDE_SHARE : 1;
}

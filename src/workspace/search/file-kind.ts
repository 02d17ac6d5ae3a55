/** What kind of file a path names: a source counts most when code is looked for. */

/** Folders and names by which languages tell tests from what is tested. */
const TEST_FOLDER = /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|testdata|fixtures|testsuite[^/]*|e2e)\//i;
const TEST_NAME =
  /(?:^|\/)(?:test_[^/]*|conftest\.py|[^/]*[._-](?:test|tests|spec|specs|e2e)\.[^/.]+|[^/]*[a-z0-9](?:Test|Tests|TestCase|Spec)\.[a-z]+)$/;

/** Endings of texts and data that are about code, or used by it. */
const NO_SOURCE =
  /\.(?:md|mdx|markdown|txt|rst|adoc|org|tex|html?|css|scss|less|json|jsonl|ya?ml|toml|ini|cfg|conf|csv|tsv|svg|xml|po|lock|log)$/i;

/** Whether a file holds tests, or what they need. */
export function isTest(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path);
}

/** Whether a file is a text or data rather than a program. */
export function isProse(path: string): boolean {
  return NO_SOURCE.test(path);
}

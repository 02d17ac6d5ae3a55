/** Which files hold Python tests. */

/** Modules that pytest collects by default, and those that it loads for them. */
const OF_PYTEST = /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/;

/** Whether pytest takes the file for tests, or for what belongs to them. */
export function isOfPytest(path: string): boolean {
  return OF_PYTEST.test(path);
}

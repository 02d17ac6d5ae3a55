/** Which files hold Python tests. */

/** Modules that pytest collects by default. */
const COLLECTED = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

/** Whether pytest takes the file for tests. */
export function isCollected(path: string): boolean {
  return COLLECTED.test(path);
}

/** Whether pytest takes the file for tests, or for what belongs to them. */
export function isOfPytest(path: string): boolean {
  return isCollected(path) || path === 'conftest.py' || path.endsWith('/conftest.py');
}

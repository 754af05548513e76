const testPath =
  /(^|\/)(tests?|__tests__|specs?|fixtures|testdata|mocks?|__mocks__)\/|\.(test|spec)\.[a-z]+$|_test\.(go|py)$|(^|\/)test_[^/]+\.py$/i;

/** A path of code that tests and does not ship. */
export function isTestPath(path: string): boolean {
  return testPath.test(path);
}

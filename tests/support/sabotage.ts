/** A fault of one line that a test must find. */
export interface Sabotage {
  name: string
  file: string
  /** Text that is in the file exactly once. */
  find: string
  replace: string
  /** The test file that finds it, and a part of the name of the test. */
  test: string
  only: string
}

export const fault = (
  name: string,
  file: string,
  [find, replace]: readonly [string, string],
  { test, only }: Pick<Sabotage, 'test' | 'only'>,
): Sabotage => ({ name, file, find, replace, test, only })

/** A fault of one line that a test must find. */
export interface Sabotage {
  name: string
  file: string
  /** Code that is in the file exactly once, whatever its line breaks and indents. */
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

/**
 * Returns the source with the fault in it; null if its code is not there exactly once. Code is compared sign by sign
 * without white space and without the comma that a formatter sets after the last entry of a list in several lines.
 */
export function plant({ find, replace }: Pick<Sabotage, 'find' | 'replace'>, source: string): string | null {
  const signs = find.match(/[\w$]+|[^\w$\s]/g) ?? []
  const pattern = signs.map((sign) => (/[)\]}]/.test(sign) ? `,?\\s*${RegExp.escape(sign)}` : RegExp.escape(sign)))
  const [found, ...others] = source.matchAll(new RegExp(pattern.join('\\s*'), 'g'))
  if (found === undefined || others.length > 0) return null
  return source.slice(0, found.index) + replace + source.slice(found.index + found[0].length)
}

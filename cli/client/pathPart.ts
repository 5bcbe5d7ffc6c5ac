import { Failure } from '../terminal/failures.ts'

/**
 * The id as one part of the path of an API call. Throws `not-found` for "." and "..", which would make the call one of
 * another address even when they are escaped: no id is that.
 */
export function pathPart(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new Failure('not-found', `There is nothing with the id "${id}".`)
  return encodeURIComponent(id)
}

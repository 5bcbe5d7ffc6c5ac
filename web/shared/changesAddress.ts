import { paperPath } from './paperAddress.ts'

/** Two versions of a paper, the older one first. */
export interface VersionPair {
  from: number
  to: number
}

/** Address of the page of a paper with the comparison of two versions opened. */
export const changesPath = (paperId: string, { from, to }: VersionPair): string =>
  `${paperPath(paperId)}?changes=${from}..${to}`

/** The versions that an address asks to be compared; null for none. */
export function changesAt(search: URLSearchParams): VersionPair | null {
  const [, from, to] = /^(\d{1,4})\.\.(\d{1,4})$/.exec(search.get('changes') ?? '') ?? []
  const pair = { from: Number(from), to: Number(to) }
  return pair.from < pair.to ? pair : null
}

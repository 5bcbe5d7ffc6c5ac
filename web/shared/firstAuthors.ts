import type { Paper } from '#api/contract/papers.ts'

/** The authors of a paper in a line: all of up to three, of more the first two and how many others. */
export function firstAuthors({ authors }: Pick<Paper, 'authors'>): string {
  const names = authors.map(({ name }) => name)
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}

import type { DuplicateRow } from '#api/contract/duplicates.ts'

const preprint = {
  id: 'arxiv:2611.90001',
  source: 'arxiv',
  title: 'Slow lanterns in a narrow valley of glass',
  authors: ['Mirela Quillfeather', 'Oskar Brandt'],
  published_at: '2026-11-17T10:00:00.000Z',
  url: 'https://arxiv.org/abs/2611.90001',
}
const article = {
  id: 'doi:10.5555/b',
  source: 'crossref',
  title: 'Tides in salt marshes',
  authors: ['Ilse Brackwater'],
  published_at: '2026-09-20T00:00:00.000Z',
  url: 'https://doi.org/10.5555/b',
}
const link = { title_similarity: 0.08, families: [], by: null, undone_at: null }

/** An article that the authors of a preprint named, which looks like another paper. */
export const suspect: DuplicateRow = {
  ...link,
  id: 'arxiv:2611.90001 doi:10.5555/b',
  kind: 'suspect',
  at: '2026-11-20T05:10:00.000Z',
  rule: 'declared by the authors',
  rank: 3,
  link: 'doi:10.5555/b',
  records: [preprint, article],
}

/** A preprint and its article, and two records that were joined and parted again. */
export const merges: readonly DuplicateRow[] = [
  {
    ...link,
    id: 'merge-1',
    kind: 'merge',
    at: '2026-11-20T05:10:00.000Z',
    rule: 'declared by the source or the publisher',
    rank: 2,
    link: 'arxiv:2611.90001',
    title_similarity: 1,
    families: ['quillfeather', 'brandt'],
    records: [preprint, { ...article, id: 'doi:10.5555/a', title: preprint.title, authors: preprint.authors }],
    by: 'system',
  },
  {
    ...link,
    id: 'merge-2',
    kind: 'merge',
    at: '2026-11-19T05:10:00.000Z',
    rule: 'decided by an admin',
    rank: 0,
    link: null,
    records: [preprint, article],
    by: 'admin',
    undone_at: '2026-11-19T08:00:00.000Z',
  },
]

import type { Paper, PaperDetails, PaperNotice } from '#api/contract/papers.ts'
import type { Whereabouts } from '#api/contract/whereabouts.ts'
import { sampleCard } from '#tests/support/samples.ts'

/** The answer for the page of a paper that was shown to the user and has two versions. */
export const detailsOf = (paper: Paper): PaperDetails => ({
  ...paper,
  version: 2,
  versions: [
    { version: 2, at: '2026-11-18T16:02:44.000Z' },
    { version: 1, at: '2026-10-02T11:30:00.000Z', title: 'Counting lanterns' },
  ],
  delivered: { day: '2026-11-20', rank: 1, reasons: sampleCard.reasons },
  state: { ...sampleCard.state, seen: true },
})

/** What differs in an article of a journal, without an abstract. */
export const journalArticle = {
  source: 'crossref',
  kind: 'article',
  version: null,
  versions: [],
  abstract: '',
  abstract_segments: [],
  categories: [],
  primary_category: null,
  published_at: '2026-09-20T00:00:00.000Z',
  published_precision: 'day',
  announced_on: null,
  announce_type: null,
  comment: null,
  venue: { name: 'Journal of Imaginary Vision', volume: '3', issue: '1', pages: '11-29' },
  journal_ref: 'Journal of Imaginary Vision 3 (1), 11-29 (2026)',
  doi: '10.5555/jiv.2026.0011',
  urls: { abs: 'https://doi.org/10.5555/jiv.2026.0011', doi: 'https://doi.org/10.5555/jiv.2026.0011' },
} satisfies Partial<PaperDetails>

/** A paper that was shown as the first of its day. */
export const whereabouts: Whereabouts = { ref: 'a paper', fate: 'shown', day: '2026-11-20', place: 1, of: 90 }

/** The citation of a paper; the same text for every format. */
export const citation = `@misc{quillfeather2026-2611.90001,
  title = {Counting lanterns: a benchmark for {$\\varepsilon$}-noisy night vision},
  author = {Quillfeather, Mirela and Óðinsson, Tomás and Aldercroft, Ines},
  url = {https://arxiv.org/abs/2611.90001v1},
  year = {2026},
  eprint = {2611.90001},
  archivePrefix = {arXiv},
  primaryClass = {cs.LG},
}
`

/** A retraction of which the publisher and Retraction Watch say the same. */
export const retraction: PaperNotice = {
  kind: 'retracted',
  doi: '10.5555/jiv.2026.0011',
  on: '2026-11-18',
  known_on: '2026-11-20',
  reason: 'Concerns/Issues about Data',
  by: ['publisher', 'retraction-watch'],
  url: 'https://doi.org/10.5555/jiv.2026.0011r',
}
export const correction: PaperNotice = {
  kind: 'corrected',
  doi: '10.5555/jiv.2026.0011',
  on: '2026-10-02',
  known_on: '2026-10-03',
  by: ['publisher'],
  url: 'https://doi.org/10.5555/jiv.2026.0011c',
}

import type { Paper, PaperDetails } from '#api/contract/papers.ts'
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

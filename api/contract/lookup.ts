import { t } from 'elysia'
import { PAPER_REF_MAX } from './limits.ts'

export const LookupInput = t.Object({
  ref: t.String({
    minLength: 1,
    maxLength: PAPER_REF_MAX,
    description:
      'An id of the library, an arXiv id, a DOI, a PMID, a PMC id, a number of the IACR archive, or the address of a page: ' +
      'one that has such an id in it, or the page of a paper, whose head names it.',
  }),
  save: t.Optional(
    t.Boolean({ description: 'Put the paper on the reading list, also if it can only be fetched hours later.' }),
  ),
  job_id: t.Optional(
    t.String({ maxLength: 80, description: 'From an answer 202: asks how that request ended. Starts no new one.' }),
  ),
})
export type LookupInput = typeof LookupInput.static

/** The paper is being fetched from its source. */
export const LookupWaiting = t.Object({
  job_id: t.String(),
  source: t.String({ description: 'What is asked: "Crossref", or "the page at journal.example.org".' }),
  retry_after: t.Integer({ minimum: 1, description: 'Seconds until it is worth asking again.' }),
  reason: t.Optional(t.String({ description: 'Why the source must be waited for, in a sentence.' })),
  saves: t.Boolean({ description: 'Whether the paper is put on the reading list of the caller when it is there.' }),
})
export type LookupWaiting = typeof LookupWaiting.static

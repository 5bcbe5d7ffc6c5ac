import { t } from 'elysia'

export const LookupInput = t.Object({
  ref: t.String({
    minLength: 1,
    maxLength: 500,
    description: 'An id of the library, an arXiv id, a DOI, or the address of a page that has one of them in it.',
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
  source: t.String({ description: 'Name of the source that is asked: "Crossref".' }),
  retry_after: t.Integer({ minimum: 1, description: 'Seconds until it is worth asking again.' }),
  reason: t.Optional(t.String({ description: 'Why the source must be waited for, in a sentence.' })),
  saves: t.Boolean({ description: 'Whether the paper is put on the reading list of the caller when it is there.' }),
})
export type LookupWaiting = typeof LookupWaiting.static

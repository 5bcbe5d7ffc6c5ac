import { t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { PAPER_REF_MAX } from '../../../contract/limits.ts'

/** The paper that an address below "/papers" is about. */
export const PaperPath = t.Object({
  id: t.String({
    minLength: 1,
    maxLength: PAPER_REF_MAX,
    description: 'Percent-encoded id, for example "arxiv:math%2F0309136".',
  }),
})

/** What every route below "/papers" may answer, and every one about one paper. */
export const denied = failures('unauthenticated', 'forbidden', 'invalid-input')
export const missing = { ...denied, ...failures('not-found') }

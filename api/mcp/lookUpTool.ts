import { Type, type Static } from '@sinclair/typebox'
import { PAPER_REF_MAX } from '../contract/limits.ts'
import type { LookupInput, LookupWaiting } from '../contract/lookup.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { AppError } from '../platform/errors.ts'
import { requireTokenScope } from '../services/accounts/personalTokens.ts'
import { lookUpPaper, type LookUpAnswer } from '../services/imports/lookUpPaper.ts'
import { PaperAnswer, readPaper } from './paperTools.ts'
import { cutReason, orNull, untrusted } from './shapes.ts'
import { adviseOn, defineTool, type McpCall } from './tool.ts'

const Answer = Type.Object({
  state: Type.Union(
    [Type.Literal('found'), Type.Literal('waiting'), Type.Literal('unknown'), Type.Literal('source_failed')],
    { description: '"source_failed": whether there is such a paper is not known.' },
  ),
  saves: Type.Boolean({ description: 'The paper is on the reading list, or is put there when it arrives.' }),
  found: Type.Union([PaperAnswer, Type.Null()]),
  job_id: Type.Union([Type.String(), Type.Null()], { description: 'To send when you ask again.' }),
  retry_after: Type.Union([Type.Integer(), Type.Null()], { description: 'Seconds until it is worth asking again.' }),
  untrusted_text: untrusted({ source: orNull, reason: orNull }),
})
type Answer = Static<typeof Answer>

interface Result {
  text: string
  data: Answer
  failed?: boolean
}

const NOTHING: Omit<Answer, 'state'> = {
  saves: false,
  found: null,
  job_id: null,
  retry_after: null,
  untrusted_text: { source: null, reason: null },
}

/** What an agent can do about a refusal, whose own sentence says what and why. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  'invalid-input': 'For a title or other words use `search`.',
  'rate-limited': 'Nothing was asked for. Papers that the library has can be read meanwhile.',
  conflict: 'Nothing was asked for. Tell the reader.',
}

export const lookUpTools = [
  defineTool({
    name: 'look_up',
    title: 'Look a paper up at its source',
    description:
      'Gets a paper that the library lacks from its source, by arXiv id, DOI, PMID, PMC id or the address of its page; ' +
      'with `save` it comes on the reading list, too (needs list:write). The other tools know the papers of the library ' +
      'only, ask no other service, and need no waiting: so this is a tool of its own, and one for reading and saving. New ' +
      'papers are limited in number.',
    scope: 'search:read',
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    input: Type.Object(
      {
        ref: Type.String({ minLength: 1, maxLength: PAPER_REF_MAX, description: 'An id or an address; no title.' }),
        save: Type.Optional(
          Type.Boolean({ description: 'Only if the reader asks for it. Is kept for a day while the source fails.' }),
        ),
        job_id: Type.Optional(
          Type.String({ maxLength: 80, description: 'From an answer "waiting": asks how that one ended.' }),
        ),
      },
      { additionalProperties: false },
    ),
    output: Answer,
    async run(call, input) {
      if (input.save) requireTokenScope(call.scopes, 'list:write')
      try {
        return await toAnswer(call, input, await lookUpPaper(call.product, call.user, input, call.countLookUp))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return describeFailure(error, input)
      }
    },
  }),
]

async function toAnswer({ user }: McpCall, { save = false }: LookupInput, answer: LookUpAnswer): Promise<Result> {
  if ('waiting' in answer) return describeWaiting(answer.waiting)
  const found = await readPaper(user, answer.paper.id)
  const text = save ? 'The paper is in the library and on the reading list.' : 'The paper is in the library.'
  return { text, data: { ...NOTHING, state: 'found', saves: found.saved_item_id !== null, found } }
}

function describeWaiting({ job_id, retry_after, saves, source, reason }: LookupWaiting): Result {
  const why = reason === undefined ? '' : ' Its source cannot be read now; `untrusted_text.reason` says why.'
  const later = saves ? ' It is put on the reading list when it arrives, also if you do not ask again.' : ''
  const text = `The paper is being fetched and is not here yet.${why} Call look_up again in ${retry_after} ${retry_after === 1 ? 'second' : 'seconds'} with the same \`ref\` and this \`job_id\`.${later}`
  const words = { source: cutReason(source), reason: reason === undefined ? null : cutReason(reason) }
  return { text, data: { ...NOTHING, state: 'waiting', saves, job_id, retry_after, untrusted_text: words } }
}

/** A look-up without a paper. Its reason may repeat words of a page or of a source, so that the text has none of it. */
function describeFailure(error: AppError, { save = false }: LookupInput): Result {
  const { code, message } = error
  const data = { ...NOTHING, untrusted_text: { source: null, reason: cutReason(message) } }
  const why = 'The reason is in `untrusted_text`.'
  if (code === 'not-found') {
    const text = `not-found: No paper was found under this name, and nothing was saved. ${why} Check the name, or ask the reader for another id of the paper.`
    return { text, data: { ...data, state: 'unknown' }, failed: true }
  }
  if (code === 'source-unavailable') {
    const next = save ? 'Try again later.' : 'Try again in some minutes; with `save` the request is kept for a day.'
    const text = `source-unavailable: No answer came that can be used, so that it is not known whether there is such a paper. ${why} ${next}`
    return { text, data: { ...data, state: 'source_failed' }, failed: true }
  }
  throw adviseOn(error, ADVICE)
}

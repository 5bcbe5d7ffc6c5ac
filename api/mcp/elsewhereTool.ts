import { Type, type Static } from '@sinclair/typebox'
import type { ErrorCode } from '../contract/errors.ts'
import { SEARCH_QUERY_MAX } from '../contract/limits.ts'
import { AppError } from '../platform/errors.ts'
import { searchElsewhere } from '../services/imports/searchElsewhere.ts'
import {
  cutReason,
  LIMIT_DEFAULT,
  McpListed,
  orNull,
  pageOf,
  paging,
  toMcpListed,
  toPage,
  untrusted,
} from './shapes.ts'
import { adviseOn, defineTool } from './tool.ts'

const Answer = Type.Object({
  state: Type.Union([Type.Literal('listed'), Type.Literal('source_failed')], {
    description: '"source_failed": what the service has is not known.',
  }),
  service: Type.String({ description: 'The id of the service that was asked.' }),
  sent: Type.Union([Type.String(), Type.Null()], { description: 'The words of `q` that were sent.' }),
  found_there: Type.Integer({ description: 'Papers that the service found; only the best are listed.' }),
  unreadable: Type.Integer({ description: 'Papers that are left out, because their records cannot be read.' }),
  ...pageOf(McpListed),
  untrusted_text: untrusted({ reason: orNull }),
})

const FAILED: Omit<Static<typeof Answer>, 'service' | 'untrusted_text'> = {
  state: 'source_failed',
  sent: null,
  found_there: 0,
  unreadable: 0,
  total: 0,
  items: [],
  next_skip: null,
}

/** What an agent can do about a refusal, whose own sentence says what and why. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  'rate-limited': 'Nothing was sent. Papers of the library are found by `search` meanwhile.',
  conflict: 'Nothing was sent. Tell the reader.',
}

const SAVING =
  'One with a `paper_id` is in the library: `save_paper`. Another one with a `ref`: `look_up` gets it by this, with `save` ' +
  'on the reading list, too.'

export const elsewhereTools = [
  defineTool({
    name: 'search_elsewhere',
    title: 'Search papers at another service',
    description:
      'Sends the words of `q` to a service outside this library, such as arXiv or PubMed, and lists its 20 best papers, also ' +
      'those that the library lacks. Only for what the reader may want others to see; use `search` first. Nothing is ' +
      `stored. ${SAVING} New searches are limited to 20 an hour, together with those of the pages.`,
    scope: 'search:read',
    hints: { readOnlyHint: true, openWorldHint: true },
    input: Type.Object(
      {
        q: Type.String({
          minLength: 1,
          maxLength: SEARCH_QUERY_MAX,
          description: 'Words that a paper must have. Fields, operators and -excluded words are not sent.',
        }),
        service: Type.String({
          minLength: 1,
          maxLength: 40,
          description:
            'Such as "arxiv", "pubmed" or "inspire". For one that is not there the answer names those that are.',
        }),
        ...paging,
      },
      { additionalProperties: false },
    ),
    output: Answer,
    async run({ product, user, countElsewhere }, { q, service, skip = 0, limit = LIMIT_DEFAULT }) {
      try {
        const found = await searchElsewhere(product, user, { source: service, q }, { countRequest: countElsewhere })
        const { name, words, items, total, unreadable } = found
        const listed = items.slice(skip, skip + limit).map(toMcpListed)
        const page = toPage(listed, { total: items.length, skip })
        const text =
          total === 0
            ? `${name} was asked, and has no paper with these words.`
            : `${name} was asked, and found ${total}: ${page.items.length} of its ${items.length} best papers. ${SAVING}`
        const data = { service, sent: words, found_there: total, unreadable, ...page, untrusted_text: { reason: null } }
        return { text, data: { state: 'listed' as const, ...data } }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code !== 'source-unavailable') throw adviseOn(error, ADVICE)
        // The reason may repeat words of the service.
        const text =
          'source-unavailable: No answer came that can be used, so that it is not known what the service has. The reason is ' +
          'in `untrusted_text`. Try again in some minutes, or ask another service.'
        return {
          text,
          data: { ...FAILED, service, untrusted_text: { reason: cutReason(error.message) } },
          failed: true,
        }
      }
    },
  }),
]

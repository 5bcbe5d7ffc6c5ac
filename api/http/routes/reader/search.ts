import { Elysia } from 'elysia'
import { ElsewhereQuery, ElsewhereResponse } from '../../../contract/elsewhere.ts'
import { failures } from '../../../contract/errors.ts'
import { SearchResponse, SearchQuery } from '../../../contract/search.ts'
import { listElsewhere, searchElsewhere } from '../../../services/imports/searchElsewhere.ts'
import type { Product } from '../../../services/product.ts'
import { searchPapers } from '../../../services/search/search.ts'
import { auth } from '../../plugins/auth.ts'
import { limitsOf } from '../../plugins/limiters.ts'

export const searchRoutes = (product: Product) =>
  new Elysia({ name: 'routes.search', prefix: '/papers/search', tags: ['papers'] })
    .use(auth(product))
    .get(
      '',
      async ({ query, user, request }) => {
        const [found, elsewhere] = await Promise.all([
          searchPapers(product, user, query, request.signal),
          listElsewhere(product),
        ])
        return { ...found, elsewhere }
      },
      {
        role: 'user',
        scope: 'search:read',
        query: SearchQuery,
        response: {
          200: SearchResponse,
          ...failures('unauthenticated', 'forbidden', 'invalid-input', 'rate-limited', 'unavailable'),
        },
        detail: {
          summary: 'Search papers',
          description:
            'Words (all must match; if no paper has all, any may match, and `note` says so), "phrase", author:, ' +
            'title:, abs:, cat:cs.LG, cat:cs.*, year:2026, from:2026-01-01, to:2026-12-31, -word, OR, parentheses, ' +
            'prefix*. Anything else is searched as plain words and is never an error. An arXiv id, DOI or URL finds ' +
            'its paper. A question in plain words that few papers have all words of is also answered by meaning ' +
            '(`by_meaning`), when the papers are encoded.',
        },
      },
    )
    .get(
      '/elsewhere',
      ({ query, user }) =>
        searchElsewhere(product, user, query, { countRequest: () => limitsOf(product).elsewhere.use(user._id) }),
      {
        role: 'user',
        scope: 'search:read',
        query: ElsewhereQuery,
        response: {
          200: ElsewhereResponse,
          ...failures('unauthenticated', 'forbidden', 'not-found', 'conflict', 'invalid-input', 'rate-limited'),
          ...failures('source-unavailable'),
        },
        detail: {
          summary: 'Search papers at another service',
          description:
            'Sends the words of `q` to a service such as arXiv, and answers the 20 best papers that it lists, those of the ' +
            'library as its papers. Operators, fields and excluded words are not sent. Nothing is stored: a paper with a ' +
            '`ref` is got by `POST /papers/lookup`. Each reader has 20 new searches an hour; the same words are not ' +
            'asked for again within ten minutes. 409 while an admin has switched the service off, 502 when it does not answer.',
        },
      },
    )

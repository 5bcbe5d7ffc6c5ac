import { Elysia } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { SearchResponse, SearchQuery } from '../../../contract/search.ts'
import type { Product } from '../../../services/product.ts'
import { searchPapers } from '../../../services/search/search.ts'
import { auth } from '../../plugins/auth.ts'

export const searchRoutes = (product: Product) =>
  new Elysia({ name: 'routes.search', prefix: '/papers/search', tags: ['papers'] })
    .use(auth(product))
    .get('', ({ query, user, request }) => searchPapers(product, user, query, request.signal), {
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
    })

import { Elysia } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { RankingComparison, RankingReport } from '../../../contract/taste.ts'
import type { Product } from '../../../services/product.ts'
import { changeComparison, reportRanking } from '../../../services/ranking/orderWorth.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden')

export const adminRankingRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminRanking', prefix: '/admin', tags: ['status'] })
    .use(auth(product))
    .get('/ranking', () => reportRanking(), {
      role: 'admin',
      scope: 'admin:read',
      response: { 200: RankingReport, ...denied },
      detail: { summary: 'How often one order of the cards won against another, over all readers' },
    })
    .put('/ranking', ({ body }) => changeComparison(body), {
      role: 'admin',
      scope: 'admin:write',
      body: RankingComparison,
      response: { 200: RankingReport, ...denied, ...failures('invalid-input') },
      detail: { summary: 'Choose the two orders that are compared, and the share of the lists that mix them' },
    })

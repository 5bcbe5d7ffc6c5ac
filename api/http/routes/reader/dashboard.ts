import { Elysia, t } from 'elysia'
import {
  Dashboard,
  DashboardQuery,
  DayCards,
  DayCardsQuery,
  LedgerBucket,
  LedgerPapers,
  LedgerQuery,
  MonthDays,
  MonthQuery,
} from '../../../contract/dashboard.ts'
import { failures } from '../../../contract/errors.ts'
import { textOf } from '../../../contract/stringSchemas.ts'
import { DELIVERED_CARDS_MAX } from '../../../contract/limits.ts'
import { Day, listOf, skipAndLimit } from '../../../contract/lists.ts'
import { Card } from '../../../contract/papers.ts'
import { UserStats } from '../../../contract/users.ts'
import { Whereabouts, WhereaboutsQuery } from '../../../contract/whereabouts.ts'
import { listDeliveredCards } from '../../../services/papers/cards.ts'
import { recordVisit } from '../../../services/accounts/accounts.ts'
import { exportDay } from '../../../services/dashboard/dayBook.ts'
import { getDashboard, getDayCards } from '../../../services/dashboard/dashboard.ts'
import { listMonth } from '../../../services/dashboard/monthDays.ts'
import { listLedger } from '../../../services/papers/paperLists.ts'
import type { Product } from '../../../services/product.ts'
import { getStats } from '../../../services/dashboard/stats.ts'
import { findWhereabouts } from '../../../services/papers/whereabouts.ts'
import { sendFile } from '../../sendFile.ts'
import { auth } from '../../plugins/auth.ts'
import { REVALIDATED } from '../../plugins/revalidation.ts'

const DeliveredQuery = t.Object({
  ...skipAndLimit(DELIVERED_CARDS_MAX, DELIVERED_CARDS_MAX),
  day: t.Optional(t.String({ format: 'date', description: 'Only the cards of this day.' })),
})
const denied = failures('unauthenticated', 'forbidden', 'invalid-input')

export const dashboardRoutes = (product: Product) =>
  new Elysia({ name: 'routes.dashboard', prefix: '/users/me', tags: ['dashboard'] })
    .use(auth(product))
    .get(
      '/dashboard',
      async ({ query, user, set }) => {
        await recordVisit(user)
        const dashboard = await getDashboard(product, user, query)
        set.headers['cache-control'] = REVALIDATED
        return dashboard
      },
      {
        role: 'user',
        scope: 'day:read',
        query: DashboardQuery,
        response: { 200: Dashboard, ...denied },
        detail: {
          summary: 'Get all data of the start page',
          description:
            'Without `day`: the newest announcement day. The first request for a day creates its delivery. Counts as a visit. ' +
            'With `first`: the first cards; `outline` names the others, to be read by /users/me/dashboard/cards.',
        },
      },
    )
    .get(
      '/dashboard/cards',
      async ({ query, user }) => {
        const items = await getDayCards(user, query)
        return { items, total: items.length }
      },
      {
        role: 'user',
        scope: 'day:read',
        query: DayCardsQuery,
        response: { 200: DayCards, ...denied },
        detail: {
          summary: 'List the named cards of a day',
          description: 'In the order of `paper_ids`, without those that were not delivered to the caller on this day.',
        },
      },
    )
    .get('/dashboard/days', ({ query: { month }, user }) => listMonth(user, month), {
      role: 'user',
      scope: 'day:read',
      query: MonthQuery,
      response: { 200: MonthDays, ...denied },
      detail: {
        summary: 'List the days of a month with papers for the caller',
        description: 'With how many of them are not seen yet. Creates no deliveries, and does not count as a visit.',
      },
    })
    .get(
      '/delivered-cards',
      ({ query: { skip = 0, limit = DELIVERED_CARDS_MAX, day }, user }) =>
        listDeliveredCards(user, { skip, limit, ...(day !== undefined && { day }) }),
      {
        role: 'user',
        scope: 'day:read',
        query: DeliveredQuery,
        response: { 200: listOf(Card), ...denied },
        detail: {
          summary: 'List all delivered cards, newest day first, then by rank',
          description:
            '`next` of a message to an own webhook is an address of this list. `total` also counts cards whose papers left ' +
            'the library: the next page begins at `skip` + `limit`.',
        },
      },
    )
    .get(
      '/delivered/:file',
      async ({ params: { file }, user, set }) => sendFile(set, await exportDay(product, user, file.slice(0, 10))),
      {
        role: 'user',
        scope: 'day:read',
        params: t.Object({
          file: t.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}\.epub$`, description: 'The day, and “.epub”.' }),
        }),
        response: {
          200: textOf('application/epub+zip'),
          ...failures('unauthenticated', 'forbidden', 'invalid-input', 'not-found'),
        },
        detail: {
          summary: 'The cards of a day as an EPUB file for e-readers',
          description: 'Formulas are MathML with an alternative text. The cards do not count as seen.',
        },
      },
    )
    .get('/stats', ({ user }) => getStats(user), {
      role: 'user',
      scope: 'day:read',
      response: { 200: UserStats, ...denied },
      detail: { summary: 'Reading statistics of the caller' },
    })
    .get('/ledger/:day/:where', ({ params, query, user }) => listLedger(user, { ...params, ...query }), {
      role: 'user',
      scope: 'day:read',
      params: t.Object({ day: Day, where: LedgerBucket }),
      query: LedgerQuery,
      response: { 200: LedgerPapers, ...denied, ...failures('not-found') },
      detail: { summary: 'List the papers counted in one number of the ledger' },
    })
    .get('/whereabouts', ({ query, user }) => findWhereabouts(product, user, query.ref), {
      role: 'user',
      scope: 'day:read',
      query: WhereaboutsQuery,
      response: { 200: Whereabouts, ...denied },
      detail: {
        summary: 'Ask where a paper went for the caller',
        description:
          '`ref` is an arXiv id, a DOI, an address or a title. A paper that is not found has the fate "not_in_library".',
      },
    })

import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import {
  CardList,
  CardState,
  ClickAnswer,
  EmailOpenedAnswer,
  EmailOpenedInput,
  FeedbackInput,
  ForMeQuery,
  Paper,
  PaperList,
  RecentQuery,
  TodayPapers,
  ViewAnswer,
  ViewInput,
} from '../../../contract/papers.ts'
import { clickPaper, giveFeedback, recordMailOpened, viewPaper } from '../../../services/reading/cards.ts'
import { getPaper, listForMe, listRecent, listToday } from '../../../services/reading/paperLists.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'

const PaperPath = t.Object({
  id: t.String({ minLength: 1, maxLength: 200, description: 'Percent-encoded: "arxiv:math%2F0309136".' }),
})
const denied = failures('unauthenticated', 'forbidden', 'invalid-input')
const missing = { ...denied, ...failures('not-found') }

export const papersRoutes = (product: Product) =>
  new Elysia({ name: 'routes.papers', prefix: '/papers', tags: ['papers'] })
    .use(auth(product))
    .get('/today', () => listToday(), {
      role: 'public',
      response: { 200: TodayPapers },
      detail: { summary: 'Three papers of the newest announcement, for visitors' },
    })
    .get('/recent', ({ query }) => listRecent(query), {
      role: 'user',
      query: RecentQuery,
      response: { 200: PaperList, ...denied },
      detail: { summary: 'Papers stored in the last hours, newest first' },
    })
    .get('/for-me', ({ query, user }) => listForMe(product, user, query), {
      role: 'user',
      query: ForMeQuery,
      response: { 200: CardList, ...denied },
      detail: { summary: 'The papers of the current announcement days, ranked for the caller now' },
    })
    .post(
      '/email-opened',
      ({ body, query, user }) => recordMailOpened(user, body?.delivery_date ?? query.delivery_date),
      {
        role: 'user',
        body: t.Optional(EmailOpenedInput),
        query: t.Partial(EmailOpenedInput),
        response: { 200: EmailOpenedAnswer, ...missing },
        detail: {
          summary: 'Note that the digest of a day was opened',
          description:
            'Safe to repeat: only the first call of a day is `first`. A day without a delivery is 404. In the body or query.',
        },
      },
    )
    .get('/:id', ({ params }) => getPaper(params.id), {
      role: 'user',
      params: PaperPath,
      response: { 200: Paper, ...missing },
      detail: { summary: 'One paper' },
    })
    .post('/:id/click', ({ params, user }) => clickPaper(user, params.id), {
      role: 'user',
      params: PaperPath,
      response: { 200: ClickAnswer, ...missing },
      detail: { summary: 'Count a click on a paper', description: 'At most one in 5 s counts.' },
    })
    .post(
      '/:id/view',
      ({ params, body, query, user }) => viewPaper(user, params.id, body?.view_duration ?? query.view_duration),
      {
        role: 'user',
        params: PaperPath,
        body: t.Optional(ViewInput),
        query: ViewInput,
        response: { 200: ViewAnswer, ...missing },
        detail: {
          summary: 'Add the seconds a paper was looked at',
          description:
            'The seconds add up. Without a duration the card is marked as seen. In the body, or in the query.',
        },
      },
    )
    .put('/:id/feedback', ({ params, body, user }) => giveFeedback(user, params.id, body.value), {
      role: 'user',
      params: PaperPath,
      body: FeedbackInput,
      response: { 200: CardState, ...missing },
      detail: { summary: 'Like or dislike a paper; "none" takes it back' },
    })

import { Elysia, t } from 'elysia'
import { CitationFile, CitationQuery } from '../../../contract/citations.ts'
import { failures } from '../../../contract/errors.ts'
import { LookupInput, LookupWaiting } from '../../../contract/lookup.ts'
import {
  CardList,
  CardState,
  ClickInput,
  ClickResponse,
  EmailOpenedResponse,
  EmailOpenedInput,
  FeedbackInput,
  ForMeQuery,
  Paper,
  PaperDetails,
  PaperList,
  RecentQuery,
  TodayPapers,
  ViewResponse,
  ViewInput,
} from '../../../contract/papers.ts'
import { clickPaper, giveFeedback, recordMailOpened, viewPaper } from '../../../services/papers/cards.ts'
import { getPaperDetails } from '../../../services/papers/paperDetails.ts'
import { listForMe, listRecent, listToday } from '../../../services/papers/paperLists.ts'
import { SimilarInput, SimilarPapers, SimilarQuery } from '../../../contract/taste.ts'
import { listSimilar, listSimilarToText } from '../../../services/papers/similarPapers.ts'
import { lookUpPaper } from '../../../services/imports/lookUpPaper.ts'
import type { Product } from '../../../services/product.ts'
import { citePaper } from '../../../services/readingList/takeOut.ts'
import { sendFile } from '../../sendFile.ts'
import { auth, checkScope } from '../../plugins/auth.ts'
import { limitsOf } from '../../plugins/limiters.ts'
import { denied, missing, PaperPath } from './paperPath.ts'

export const papersRoutes = (product: Product) =>
  new Elysia({ name: 'routes.papers', prefix: '/papers', tags: ['papers'] })
    .use(auth(product))
    .get('/today', () => listToday(), {
      role: 'public',
      response: { 200: TodayPapers },
      detail: { summary: 'Three papers of the newest announcement, for the landing page' },
    })
    .get('/recent', ({ query }) => listRecent(query), {
      role: 'user',
      scope: 'day:read',
      query: RecentQuery,
      response: { 200: PaperList, ...denied },
      detail: { summary: 'List the papers stored in the last hours, newest first' },
    })
    .get('/for-me', ({ query, user }) => listForMe(user, query), {
      role: 'user',
      scope: 'day:read',
      query: ForMeQuery,
      response: { 200: CardList, ...denied },
      detail: { summary: 'Rank the papers of the current announcement days for the caller' },
    })
    .post(
      '/email-opened',
      ({ body, query, user }) => recordMailOpened(user, body?.delivery_date ?? query.delivery_date),
      {
        role: 'user',
        scope: 'list:write',
        body: t.Optional(EmailOpenedInput),
        query: t.Partial(EmailOpenedInput),
        response: { 200: EmailOpenedResponse, ...missing },
        detail: {
          summary: 'Record that the digest of a day was opened',
          description:
            'Idempotent: `first` is true only for the first call of a day. 404 for a day without a delivery. ' +
            'The day is a field of the body or a query parameter.',
        },
      },
    )
    .post(
      '/lookup',
      async ({ body, user, personalToken, status }) => {
        if (body.save) checkScope({ personalToken }, 'list:write')
        const answer = await lookUpPaper(product, user, body, () => limitsOf(product).lookUps.use(user._id))
        return 'paper' in answer ? answer.paper : status(202, answer.waiting)
      },
      {
        role: 'user',
        scope: 'search:read',
        body: LookupInput,
        response: {
          200: Paper,
          202: LookupWaiting,
          ...missing,
          ...failures('conflict', 'rate-limited', 'source-unavailable'),
        },
        detail: {
          summary: 'Get a paper, from its source if the library lacks it',
          description:
            'A paper of arXiv is asked for at arXiv, one with another DOI at Crossref, and so on. An address without an id ' +
            'in it is that of a page, which is read once for the paper that it names. Answers 202 meanwhile: repeat the ' +
            'request after `retry_after` seconds with its `job_id`. ' +
            'A paper that is fetched so was announced to nobody and is on no card. ' +
            'With `save` a personal token needs the scope `list:write`, too. ' +
            'Without `save` the request ends with 502 when the source cannot be read; with `save` it is kept for a day. ' +
            'Answers 409 while an admin has switched the source off.',
        },
      },
    )
    .post('/similar', ({ body, user, request }) => listSimilarToText(product, user, body, request.signal), {
      role: 'user',
      scope: 'search:read',
      body: SimilarInput,
      response: { 200: SimilarPapers, ...denied, ...failures('rate-limited', 'unavailable') },
      detail: {
        summary: 'List the papers whose words are most like those of a text',
        description:
          'For a text that is too long for a search, such as the abstract of a draft. When too few papers share its ' +
          'words, the papers nearest in meaning follow, if the papers are encoded. Without any such paper the list is ' +
          'empty, and `note` says so. The text is neither stored nor logged.',
      },
    })
    .get('/:id', ({ params, user }) => getPaperDetails(user, params.id), {
      role: 'user',
      scope: 'search:read',
      params: PaperPath,
      response: { 200: PaperDetails, ...missing },
      detail: {
        summary: 'Get a paper with its versions, and when and why it was shown to the caller',
        description: 'Also by its DOI or an address of it; the `id` of the answer is the one that it is stored under.',
      },
    })
    .get(
      '/:id/similar',
      ({ params, query, user }) => listSimilar(product, user, { id: params.id, limit: query.limit }),
      {
        role: 'user',
        scope: 'search:read',
        params: PaperPath,
        query: SimilarQuery,
        response: { 200: SimilarPapers, ...missing, ...failures('rate-limited', 'unavailable') },
        detail: { summary: 'List the papers whose words are most like those of a paper' },
      },
    )
    .get('/:id/citation', async ({ params, query, set }) => sendFile(set, await citePaper(params.id, query.format)), {
      role: 'user',
      scope: 'search:read',
      params: PaperPath,
      query: CitationQuery,
      response: { 200: CitationFile, ...missing },
      detail: { summary: 'Cite a paper as BibTeX, RIS, CSL-JSON or text' },
    })
    .post('/:id/click', ({ params, body, user }) => clickPaper(user, params.id, { fromMail: body?.from === 'mail' }), {
      role: 'user',
      scope: 'list:write',
      params: PaperPath,
      body: t.Optional(ClickInput),
      response: { 200: ClickResponse, ...missing },
      detail: { summary: 'Count a click on a paper', description: 'At most one click in 5 seconds is counted.' },
    })
    .post(
      '/:id/view',
      ({ params, body, query, user }) => viewPaper(user, params.id, body?.view_duration ?? query.view_duration),
      {
        role: 'user',
        scope: 'list:write',
        params: PaperPath,
        body: t.Optional(ViewInput),
        query: ViewInput,
        response: { 200: ViewResponse, ...missing },
        detail: {
          summary: 'Add to the view time of a paper',
          description:
            'The seconds are added to the stored view time. Without `view_duration` the card is only marked as seen. ' +
            'The duration is a field of the body or a query parameter.',
        },
      },
    )
    .put('/:id/feedback', ({ params, body, user }) => giveFeedback(user, params.id, body.value), {
      role: 'user',
      scope: 'list:write',
      params: PaperPath,
      body: FeedbackInput,
      response: { 200: CardState, ...missing },
      detail: { summary: 'Like or dislike a paper; "none" removes the feedback' },
    })

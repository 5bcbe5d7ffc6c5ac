import { Elysia } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { TextChanges, TextWaiting } from '../../../contract/textChanges.ts'
import { ChangesQuery, PaperChanges, VersionWaiting } from '../../../contract/versions.ts'
import { getPaperChanges } from '../../../services/imports/paperChanges.ts'
import { getTextChanges } from '../../../services/imports/textChanges.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { limitsOf } from '../../plugins/limiters.ts'
import { missing, PaperPath } from './paperPath.ts'

/** What a comparison may answer instead of the changes. */
const failed = { ...missing, ...failures('conflict', 'rate-limited', 'source-unavailable') }

export const paperChangesRoutes = (product: Product) =>
  new Elysia({ name: 'routes.paperChanges', prefix: '/papers', tags: ['papers'] })
    .use(auth(product))
    .get(
      '/:id/changes',
      async ({ params, query, findCaller, status }) => {
        const user = (await findCaller())?.user ?? null
        const countRequest = () => limitsOf(product).lookUps.use(user?._id ?? null)
        const answer = await getPaperChanges(product, { paperId: params.id, user, countRequest, ...query })
        return 'changes' in answer ? answer.changes : status(202, answer.waiting)
      },
      {
        role: 'public',
        scope: 'search:read',
        params: PaperPath,
        query: ChangesQuery,
        response: { 200: PaperChanges, 202: VersionWaiting, ...failed },
        detail: {
          summary: 'Compare two versions of a paper, word by word',
          description:
            'What reads the same is no change: TeX, white space, case, accents and quotes are not compared. A version that ' +
            'is not kept is asked for at the source of the paper, if the caller is signed in. Answers 202 while that takes ' +
            'long: repeat the request after `retry_after` seconds.',
        },
      },
    )
    .get(
      '/:id/changes/text',
      async ({ params, query, user, status }) => {
        const countRequest = () => limitsOf(product).texts.use(user._id)
        const answer = await getTextChanges(product, { paperId: params.id, user, ...query }, { countRequest })
        return 'changes' in answer ? answer.changes : status(202, answer.waiting)
      },
      {
        role: 'user',
        scope: 'search:read',
        params: PaperPath,
        query: ChangesQuery,
        response: { 200: TextChanges, 202: TextWaiting, ...failed },
        detail: {
          summary: 'Compare the text of two versions of a paper, by sections',
          description:
            'For papers of arXiv with HTML of both versions, which arXiv is asked for at this moment, one after the other: ' +
            'the answer takes some seconds, and nothing of the text is stored. Answers 202 while that takes longer: repeat ' +
            'the request after `retry_after` seconds. Answers 404 with a sentence when a version has no HTML or has too ' +
            'much of it. Numbers of sections, figures, equations and references are written as "#" and not compared. A paragraph ' +
            'that moved to another section is shown at both places, and its words count as neither added nor removed.',
        },
      },
    )

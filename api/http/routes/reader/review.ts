import { Elysia } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { ReadingPlan } from '../../../contract/readingPlan.ts'
import { LetGo, LetGoInput, Review, ReviewQuery } from '../../../contract/review.ts'
import type { Product } from '../../../services/product.ts'
import { letGo } from '../../../services/review/letGo.ts'
import { getReadingPlan } from '../../../services/review/readingPlan.ts'
import { getReview } from '../../../services/review/review.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden', 'invalid-input', 'rate-limited')

export const reviewRoutes = (product: Product) =>
  new Elysia({ name: 'routes.review', prefix: '/users/me', tags: ['review'] })
    .use(auth(product))
    .get('/review', ({ query, user }) => getReview(user, query), {
      role: 'user',
      scope: 'list:read',
      query: ReviewQuery,
      response: { 200: Review, ...denied },
      detail: {
        summary: 'The weekly review of the caller',
        description:
          'Seven days in the time zone of the caller. `week` names them by their last day, which must be over, else 422; ' +
          'by default the newest week that ends on the weekday of the preference `review`, or on a Sunday. The items of ' +
          'the list count as they are now.',
      },
    })
    .post('/review/let-go', ({ body, user }) => letGo(user, body), {
      role: 'user',
      scope: 'list:write',
      body: LetGoInput,
      response: { 200: LetGo, ...denied },
      detail: {
        summary: 'Remove papers that are to be read from the reading list',
        description:
          'At most nine. Papers that are not on the list or not to be read any more are left out. The removed items can ' +
          'be restored for 30 days, with notes and tags, by /users/me/reading-list/changes. Safe to repeat.',
      },
    })
    .get('/reading-plan', ({ user }) => getReadingPlan(user), {
      role: 'user',
      scope: 'list:read',
      response: { 200: ReadingPlan, ...failures('unauthenticated', 'forbidden', 'rate-limited') },
      detail: {
        summary: 'What to read today, of the papers to be read',
        description:
          'By the order of the ranking, notes, updates and age, within the minutes of a day. The same until the list, the ' +
          'taste, a paper or the day of the caller changes.',
      },
    })

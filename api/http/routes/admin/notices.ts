import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { NoticeDecision, NoticeList, NoticeRow, NoticesQuery } from '../../../contract/notices.ts'
import { decideNotice, listNotices } from '../../../services/joining/noticeDecisions.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden', 'invalid-input')

export const adminNoticesRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminNotices', prefix: '/admin/notices', tags: ['pipeline'] })
    .use(auth(product))
    .get('', ({ query }) => listNotices(query), {
      role: 'admin',
      scope: 'admin:read',
      query: NoticesQuery,
      response: { 200: NoticeList, ...denied },
      detail: {
        summary: 'List retractions and other notices about papers of the library, newest first',
        description: 'A notice that was set aside is not shown with its paper.',
      },
    })
    .put('/:id', ({ user, params, body }) => decideNotice(user, { ...params, ...body }), {
      role: 'admin',
      scope: 'admin:write',
      params: t.Object({ id: t.String({ minLength: 1, maxLength: 40 }) }),
      body: NoticeDecision,
      response: { 200: NoticeRow, ...denied, ...failures('not-found') },
      detail: {
        summary: 'Set a notice aside that is wrong, or take that back',
        description: 'It stays set aside, whatever its sources say. The paper is shown without it at once.',
      },
    })

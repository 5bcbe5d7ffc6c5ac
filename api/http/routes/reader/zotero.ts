import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import {
  ZoteroAnswer,
  ZoteroInput,
  ZoteroPageQuery,
  ZoteroProblems,
  ZoteroQuestions,
  ZoteroState,
  ZoteroSync,
  ZoteroTest,
} from '../../../contract/zotero.ts'
import type { Product } from '../../../services/product.ts'
import { getZotero, removeZotero, saveZotero, syncNow, testZotero } from '../../../services/zotero/zoteroConnection.ts'
import { answerQuestion, listProblems, listQuestions } from '../../../services/zotero/zoteroQuestions.ts'
import { auth } from '../../plugins/auth.ts'
import { limitsOf } from '../../plugins/limiters.ts'

const common = ['unauthenticated', 'forbidden', 'rate-limited', 'unavailable'] as const
const asking = [...common, 'conflict', 'invalid-input', 'source-unavailable'] as const

/** The reader's library at Zotero. Programs with a personal token cannot connect or see it. */
export const zoteroRoutes = (product: Product) =>
  new Elysia({ name: 'routes.zotero', prefix: '/users/me/connections/zotero', tags: ['users'] })
    .use(auth(product))
    .get('', ({ user }) => getZotero(user), {
      role: 'user',
      scope: 'never',
      response: { 200: ZoteroState, ...failures(...common) },
      detail: { summary: 'Get the connection of the caller to Zotero; null without one' },
    })
    .put(
      '',
      ({ user, body }) => {
        limitsOf(product).connections.use(user._id)
        return saveZotero(product, user, body)
      },
      {
        role: 'user',
        scope: 'never',
        body: ZoteroInput,
        response: { 200: ZoteroState, ...failures(...asking) },
        detail: {
          summary: 'Connect a library at Zotero, or change what is done with it',
          description: 'The key is tried first, and stored encrypted. The library is then read by a job.',
        },
      },
    )
    .delete(
      '',
      async ({ user, set }) => {
        await removeZotero(user)
        set.status = 204
        return ''
      },
      {
        role: 'user',
        scope: 'never',
        response: { 204: t.String({ maxLength: 0 }), ...failures(...common) },
        detail: {
          summary: 'Disconnect the library at Zotero and forget what was read of it',
          description: 'Papers on the reading list stay there, and those that were sent stay in Zotero.',
        },
      },
    )
    .post(
      '/test',
      ({ user, body }) => {
        limitsOf(product).connections.use(user._id)
        return testZotero(product, user, body)
      },
      {
        role: 'user',
        scope: 'never',
        body: t.Pick(ZoteroInput, ['key']),
        response: { 200: ZoteroTest, ...failures(...asking) },
        detail: { summary: 'Test a key of Zotero, or the saved one, and list the collections that can be chosen' },
      },
    )
    .post('/sync', async ({ user, status }) => status(202, await syncNow(user)), {
      role: 'user',
      scope: 'never',
      response: { 202: ZoteroSync, ...failures(...common, 'conflict', 'not-found') },
      detail: { summary: 'Read what changed at Zotero and send what was saved, now' },
    })
    .get('/problems', ({ user, query }) => listProblems(user, query), {
      role: 'user',
      scope: 'never',
      query: ZoteroPageQuery,
      response: { 200: ZoteroProblems, ...failures(...common, 'invalid-input') },
      detail: { summary: 'List the items that were not recognised or were refused, with the reason' },
    })
    .get('/questions', ({ user, query }) => listQuestions(user, query), {
      role: 'user',
      scope: 'never',
      query: ZoteroPageQuery,
      response: { 200: ZoteroQuestions, ...failures(...common, 'invalid-input') },
      detail: { summary: 'List the papers that were removed on one side, and notes of which two are kept' },
    })
    .post(
      '/questions/:key',
      async ({ user, params, body, set }) => {
        await answerQuestion(product, user, { ...body, key: params.key })
        set.status = 204
        return ''
      },
      {
        role: 'user',
        scope: 'never',
        params: t.Object({ key: t.String({ minLength: 1, maxLength: 16 }) }),
        body: ZoteroAnswer,
        response: { 204: t.String({ maxLength: 0 }), ...failures(...asking, 'not-found') },
        detail: { summary: 'Answer one of these questions: keep the paper where it is, or remove it there too' },
      },
    )

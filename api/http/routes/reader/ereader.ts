import { Elysia, t } from 'elysia'
import { ConnectionTest } from '../../../contract/connections.ts'
import { EreaderCode, EreaderInput, EreaderState } from '../../../contract/ereader.ts'
import { failures } from '../../../contract/errors.ts'
import {
  confirmEreader,
  deleteEreader,
  getEreader,
  putEreader,
  testEreader,
} from '../../../services/connections/ereader.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { limitsOf } from '../../plugins/limiters.ts'

const common = ['unauthenticated', 'forbidden', 'rate-limited', 'unavailable'] as const

/** The e-reader to which the day of a reader is mailed. Programs with a personal token cannot set or see it. */
export const ereaderRoutes = (product: Product) =>
  new Elysia({ name: 'routes.ereader', prefix: '/users/me/connections/ereader', tags: ['users'] })
    .use(auth(product))
    .get('', ({ user }) => getEreader(user), {
      role: 'user',
      scope: 'never',
      response: { 200: EreaderState, ...failures(...common) },
      detail: { summary: 'Get the e-reader of the caller; null without one' },
    })
    .put(
      '',
      ({ user, body }) => {
        limitsOf(product).connections.use(user._id)
        return putEreader(user, body.address)
      },
      {
        role: 'user',
        scope: 'never',
        body: EreaderInput,
        response: { 200: EreaderState, ...failures(...common, 'invalid-input') },
        detail: {
          summary: 'Save the e-mail address of the caller’s e-reader',
          description: 'Only tests are sent to it until the code of one is given to `/confirm`.',
        },
      },
    )
    .delete(
      '',
      async ({ user, set }) => {
        await deleteEreader(user)
        set.status = 204
        return ''
      },
      {
        role: 'user',
        scope: 'never',
        response: { 204: t.String({ maxLength: 0 }), ...failures(...common, 'not-found') },
        detail: { summary: 'Remove the e-reader with all that is kept about it' },
      },
    )
    .post(
      '/test',
      async ({ user }) => {
        const { ereader } = await getEreader(user)
        limitsOf(product).ereaderTests.use(user._id)
        // Several accounts could name the same address.
        if (ereader !== null) limitsOf(product).ereaderTests.use(`address ${ereader.address.toLowerCase()}`)
        return testEreader(product, user)
      },
      {
        role: 'user',
        scope: 'never',
        response: { 200: ConnectionTest, ...failures(...common, 'conflict', 'not-found') },
        detail: {
          summary: 'Mail a book with a code to the saved address',
          description: 'The code is valid for a day, and only that of the newest test. A refusal has `ok: false`.',
        },
      },
    )
    .post(
      '/confirm',
      ({ user, body }) => {
        limitsOf(product).connections.use(user._id)
        return confirmEreader(product, user, body.code)
      },
      {
        role: 'user',
        scope: 'never',
        body: EreaderCode,
        response: { 200: EreaderState, ...failures(...common, 'conflict', 'invalid-input') },
        detail: { summary: 'Confirm the address with the code of the newest test: days are mailed from then on' },
      },
    )

import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { MailStatus, SampleStarted } from '../../../contract/mail.ts'
import { textOf } from '../../../contract/stringSchemas.ts'
import { AccountErasure, User, UserChanges } from '../../../contract/users.ts'
import { WatchList, WatchQuery } from '../../../contract/readingList.ts'
import { TerminalList, TerminalQuery } from '../../../contract/auth.ts'
import { changeProfile, signOutEverywhere } from '../../../services/accounts/accounts.ts'
import { endTerminal, listTerminals } from '../../../services/accounts/deviceLogin.ts'
import { startSample } from '../../../services/digests/sampleDigest.ts'
import { getMailStatus, resumeMail } from '../../../services/digests/mailStatus.ts'
import { requestWelcome } from '../../../services/digests/welcome.ts'
import { log } from '../../../platform/log.ts'
import { eraseAccount } from '../../../services/privacy/erasure.ts'
import { exportAccount } from '../../../services/privacy/exportAccount.ts'
import type { Product } from '../../../services/product.ts'
import { listWatch } from '../../../services/readingList/watch.ts'
import { sendStream } from '../../sendFile.ts'
import { auth } from '../../plugins/auth.ts'

export const usersRoutes = (product: Product) =>
  new Elysia({ name: 'routes.users', prefix: '/users', tags: ['users'] })
    .use(auth(product))
    .put(
      '/me',
      async ({ body, user }) => {
        const changed = await changeProfile(product, user, body)
        if (body.preferences?.digest?.enabled) await requestWelcome(user)
        return changed
      },
      {
        role: 'user',
        scope: 'never',
        body: UserChanges,
        response: {
          200: User,
          ...failures('unauthenticated', 'forbidden', 'not-found', 'invalid-input', 'rate-limited', 'unavailable'),
        },
        detail: {
          summary: 'Update the account of the caller',
          description:
            'Absent fields do not change; unknown fields are 422. Entries of `interests` with the same words are kept ' +
            'once; one without words, and words or mutes with the signs of a search pattern, are 422.',
        },
      },
    )
    .get('/me/export', async ({ user }) => sendStream(await exportAccount(user)), {
      role: 'user',
      scope: 'never',
      response: {
        200: textOf('application/json'),
        ...failures('unauthenticated', 'forbidden', 'not-found', 'rate-limited', 'unavailable'),
      },
      detail: {
        summary: 'Export everything that is kept about the caller',
        description: 'One JSON document: "exported_at", "taste", and a list for each kind of data.',
      },
    })
    .delete(
      '/me',
      async ({ body, user, signedInAt, set }) => {
        await eraseAccount(user, { email: body.email, signedInAt })
        set.status = 204
        return ''
      },
      {
        role: 'user',
        scope: 'never',
        body: AccountErasure,
        response: {
          204: t.String({ maxLength: 0 }),
          ...failures(
            'unauthenticated',
            'forbidden',
            'recent-sign-in-required',
            'not-found',
            'invalid-input',
            'rate-limited',
            'unavailable',
          ),
        },
        detail: {
          summary: 'Erase the account of the caller and everything kept about it, at once',
          description:
            'Needs the ID token of a sign-in of the last ten minutes, else "recent-sign-in-required"; a terminal cannot. ' +
            'After an answer "unavailable" the erasure may have begun; then it is completed in any case.',
        },
      },
    )
    .post(
      '/me/sign-out-everywhere',
      async ({ user, set }) => {
        await signOutEverywhere(user)
        set.status = 204
        return ''
      },
      {
        role: 'user',
        scope: 'never',
        response: {
          204: t.String({ maxLength: 0 }),
          ...failures('unauthenticated', 'forbidden', 'not-found', 'rate-limited', 'unavailable'),
        },
        detail: {
          summary: 'Sign the caller out of all browsers and terminals',
          description: 'The personal tokens and the secret address of the feed end, too.',
        },
      },
    )
    .get('/me/sessions', ({ query, user, session }) => listTerminals(user, { ...query, current: session }), {
      role: 'user',
      scope: 'never',
      query: TerminalQuery,
      response: { 200: TerminalList, ...failures('unauthenticated', 'forbidden', 'invalid-input', 'unavailable') },
      detail: { summary: 'List the terminals that are signed in to the account of the caller, newest first' },
    })
    .delete(
      '/me/sessions/:id',
      async ({ params, user, set }) => {
        await endTerminal(user, params.id)
        set.status = 204
        return ''
      },
      {
        role: 'user',
        scope: 'never',
        params: t.Object({ id: t.String({ minLength: 1, maxLength: 64 }) }),
        response: {
          204: t.String({ maxLength: 0 }),
          ...failures('unauthenticated', 'forbidden', 'not-found', 'rate-limited', 'unavailable'),
        },
        detail: { summary: 'Sign one terminal of the caller out' },
      },
    )
    .get('/me/watch', ({ query, user }) => listWatch(user, query), {
      role: 'user',
      scope: 'list:read',
      query: WatchQuery,
      response: { 200: WatchList, ...failures('unauthenticated', 'forbidden', 'invalid-input', 'unavailable') },
      detail: {
        summary: 'List what happened to the saved papers of the caller, newest first',
        description:
          'Retractions, corrections and other notices of publishers, withdrawals, and articles of preprints.',
      },
    })
    .get('/me/mail', ({ user }) => getMailStatus(user, log), {
      role: 'user',
      scope: 'never',
      response: { 200: MailStatus, ...failures('unauthenticated', 'forbidden', 'unavailable') },
      detail: { summary: 'Get whether mail reaches the caller, and the state of the newest digest' },
    })
    .post('/me/mail/resume', ({ user }) => resumeMail(user, log), {
      role: 'user',
      scope: 'never',
      response: { 200: MailStatus, ...failures('unauthenticated', 'forbidden', 'rate-limited', 'unavailable') },
      detail: {
        summary: 'Send mail to the caller again after it was returned',
        description: 'From the next digest on. If the mail server refuses the address again, mail stops again.',
      },
    })
    .post('/me/mail/sample', async ({ user, status }) => status(202, await startSample(product, user)), {
      role: 'user',
      scope: 'never',
      response: {
        202: SampleStarted,
        ...failures('unauthenticated', 'forbidden', 'already-running', 'conflict', 'rate-limited', 'unavailable'),
      },
      detail: { summary: 'Mail the caller the newest digest as a sample', description: 'Once in five minutes.' },
    })

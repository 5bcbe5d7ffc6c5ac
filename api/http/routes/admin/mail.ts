import { Elysia, t } from 'elysia'
import { SendTopPapersInput } from '../../../contract/pipeline.ts'
import { failures } from '../../../contract/errors.ts'
import { Job } from '../../../contract/jobs.ts'
import {
  EmailConfig,
  EmailConfigInput,
  EmailTest,
  EmailTestInput,
  MailPreview,
  OutboxList,
  OutboxQuery,
  OutboxResendInput,
  SuppressionList,
  SuppressionQuery,
  SuppressionRelease,
  SuppressionReleased,
} from '../../../contract/mail.ts'
import { getMailConfig, saveMailConfig, testMail } from '../../../services/sending/mailSettings.ts'
import { listOutbox, resendMail } from '../../../services/sending/outbox.ts'
import { startResendAll } from '../../../services/digests/resendAll.ts'
import { listSuppressions, releaseSuppressions } from '../../../services/sending/suppressions.ts'
import { previewDigest } from '../../../services/digests/sampleDigest.ts'
import type { Product } from '../../../services/product.ts'
import { startTopPapers } from '../../../services/digests/topPapers.ts'
import { log } from '../../../platform/log.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden')
const wrong = failures('invalid-input')
const MailPath = t.Object({ id: t.String({ minLength: 1, maxLength: 80 }) })

export const adminMailRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminMail', prefix: '/admin', tags: ['mail'] })
    .use(auth(product))
    .get('/email-config', () => getMailConfig(product), {
      role: 'admin',
      scope: 'admin:read',
      response: { 200: EmailConfig, ...denied },
      detail: { summary: 'Get the mail settings', description: 'Never returns the password, only whether one is set.' },
    })
    .post('/email-config', ({ user, body }) => saveMailConfig(product, user, body), {
      role: 'admin',
      scope: 'never',
      body: EmailConfigInput,
      response: { 200: EmailConfig, ...denied, ...wrong, ...failures('conflict') },
      detail: {
        summary: 'Save the mail settings',
        description:
          'Without `password` the stored one is kept; an empty one deletes it. It is stored encrypted. 409 if `version` is not the stored one.',
      },
    })
    .post('/email-config/test', ({ user, body }) => testMail(product, user, body ?? {}), {
      role: 'admin',
      scope: 'never',
      body: t.Optional(EmailTestInput),
      response: { 200: EmailTest, ...denied, ...wrong, ...failures('rate-limited') },
      detail: {
        summary: 'Test mail settings',
        description:
          'Tests `settings` or the saved ones. With `to` it sends a mail. A failed test is a 200 with step and cause.',
      },
    })
    .get('/users/:id/digest', ({ params }) => previewDigest(product, params.id, log), {
      role: 'admin',
      scope: 'admin:read',
      params: MailPath,
      response: { 200: MailPreview, ...denied, ...failures('not-found', 'conflict') },
      detail: {
        summary: 'Show the newest digest of a user',
        description: 'Sends nothing. The links that act for the user without sign-in are left out.',
      },
    })
    .post(
      '/send-top-papers',
      async ({ user, body, status }) => status(202, await startTopPapers(product, user, body)),
      {
        role: 'admin',
        scope: 'admin:write',
        body: SendTopPapersInput,
        response: { 202: Job, ...denied, ...wrong, ...failures('not-found', 'conflict') },
        detail: {
          summary: 'Send a user their top papers by mail now',
          description: '409 if mail is not set up, the user cannot get mail, or such a mail is already queued.',
        },
      },
    )
    .get('/outbox', ({ query }) => listOutbox(query), {
      role: 'admin',
      scope: 'admin:read',
      query: OutboxQuery,
      response: { 200: OutboxList, ...denied, ...wrong },
      detail: { summary: 'List mails and their delivery states, newest first' },
    })
    .post('/outbox/resend', async ({ user, body, status }) => status(202, await startResendAll(product, user, body)), {
      role: 'admin',
      scope: 'admin:write',
      body: OutboxResendInput,
      response: { 202: Job, ...denied, ...wrong, ...failures('conflict') },
      detail: {
        summary: 'Send all failed, or all uncertain, mails again',
        description: 'Uncertain ones may arrive twice. Message-IDs stay the same. 409 if there are none.',
      },
    })
    .post(
      '/outbox/:id/resend',
      async ({ user, params, status }) => status(202, await resendMail(product, user, params.id)),
      {
        role: 'admin',
        scope: 'admin:write',
        params: MailPath,
        response: { 202: Job, ...denied, ...wrong, ...failures('not-found', 'conflict') },
        detail: {
          summary: 'Send a mail again',
          description: 'Only in state queued, failed, suppressed or uncertain. The Message-ID stays the same.',
        },
      },
    )
    .get('/suppressions', ({ query }) => listSuppressions(query), {
      role: 'admin',
      scope: 'admin:read',
      query: SuppressionQuery,
      response: { 200: SuppressionList, ...denied, ...wrong },
      detail: { summary: 'List the addresses to which nothing is sent, newest first' },
    })
    .post('/suppressions/release', ({ user, body }) => releaseSuppressions(user, body), {
      role: 'admin',
      scope: 'admin:write',
      body: SuppressionRelease,
      response: { 200: SuppressionReleased, ...denied, ...wrong },
      detail: {
        summary: 'Send mail to addresses again, by `ids` or all with a `cause`',
        description: 'From the next mail on. Mails held back before can be sent again from the outbox.',
      },
    })

import { Elysia, t } from 'elysia'
import { SendTopPapersInput } from '../../../contract/admin.ts'
import { failures } from '../../../contract/errors.ts'
import { Job } from '../../../contract/jobs.ts'
import {
  EmailConfig,
  EmailConfigInput,
  EmailTest,
  EmailTestInput,
  OutboxList,
  OutboxQuery,
} from '../../../contract/mail.ts'
import { getMailConfig, saveMailConfig, testMail } from '../../../services/mail/mailSettings.ts'
import { listOutbox, resendMail } from '../../../services/mail/outbox.ts'
import type { Product } from '../../../services/product.ts'
import { startTopPapers } from '../../../services/mail/topPapers.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden')
const wrong = failures('invalid-input')
const MailPath = t.Object({ id: t.String({ minLength: 1, maxLength: 80 }) })

export const adminMailRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminMail', prefix: '/admin', tags: ['mail'] })
    .use(auth(product))
    .get('/email-config', () => getMailConfig(product), {
      role: 'admin',
      response: { 200: EmailConfig, ...denied },
      detail: { summary: 'The mail settings in force', description: 'Never the password, only whether one is set.' },
    })
    .post('/email-config', ({ user, body }) => saveMailConfig(product, user, body), {
      role: 'admin',
      body: EmailConfigInput,
      response: { 200: EmailConfig, ...denied, ...wrong },
      detail: {
        summary: 'Put mail settings in force',
        description: 'A password that is absent stays as it was, an empty one removes it. Kept encrypted.',
      },
    })
    .post('/email-config/test', ({ user, body }) => testMail(product, user, body ?? {}), {
      role: 'admin',
      body: t.Optional(EmailTestInput),
      response: { 200: EmailTest, ...denied, ...wrong, ...failures('rate-limited') },
      detail: {
        summary: 'Try mail settings, saved or not',
        description: 'With `to` a message is really sent. A failure is an answer: its step and its cause.',
      },
    })
    .post(
      '/send-top-papers',
      ({ user, body, set }) => {
        set.status = 202
        return startTopPapers(product, user, body)
      },
      {
        role: 'admin',
        body: SendTopPapersInput,
        response: { 202: Job, ...denied, ...wrong, ...failures('not-found', 'conflict') },
        detail: {
          summary: "Mail a user's top papers now",
          description: 'A conflict while mail is not set up, and while such a mail to the user is under way.',
        },
      },
    )
    .get('/outbox', ({ query }) => listOutbox(query), {
      role: 'admin',
      query: OutboxQuery,
      response: { 200: OutboxList, ...denied, ...wrong },
      detail: { summary: 'Mails and what became of them, newest first' },
    })
    .post(
      '/outbox/:id/resend',
      ({ user, params, set }) => {
        set.status = 202
        return resendMail(user, params.id)
      },
      {
        role: 'admin',
        params: MailPath,
        response: { 202: Job, ...denied, ...wrong, ...failures('not-found', 'conflict') },
        detail: {
          summary: 'Send a mail once more',
          description: 'One that failed, was held back or was perhaps sent. It keeps its Message-ID.',
        },
      },
    )

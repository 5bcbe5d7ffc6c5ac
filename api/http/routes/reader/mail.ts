import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { AppError } from '../../../platform/errors.ts'
import { findSubscriber, unsubscribe } from '../../../services/mail/digest.ts'
import type { Product } from '../../../services/product.ts'
import { html, htmlPage, type Html } from '../../page.ts'
import { auth } from '../../plugins/auth.ts'

const TokenPath = t.Object({ token: t.String({ minLength: 1, maxLength: 1_000 }) })
const answers = { 200: t.String({ description: 'A page.' }), ...failures('not-found') }

/** What links of mails lead to. They work without signing in: the link itself says whom it was made for. */
export const mailRoutes = (product: Product) =>
  new Elysia({ name: 'routes.mail', prefix: '/mail', tags: ['mail'] })
    .use(auth(product))
    .get(
      '/unsubscribe/:token',
      ({ params }) =>
        answer(async () => {
          const { email } = await findSubscriber(product, params.token)
          return html`<p>The daily digest goes to ${email}.</p>
            <form method="post"><button>Stop the daily digest</button></form>`
        }),
      {
        role: 'public',
        params: TokenPath,
        response: answers,
        detail: {
          summary: 'A page to end the digest',
          description: 'Ends nothing by itself: mail scanners open links.',
        },
      },
    )
    .post(
      '/unsubscribe/:token',
      ({ params }) =>
        answer(async () => {
          await unsubscribe(product, params.token)
          return html`<p>The daily digest has ended. You can switch it on again in your profile.</p>`
        }),
      {
        role: 'public',
        params: TokenPath,
        response: answers,
        detail: { summary: 'End the digest with one click (RFC 8058)' },
      },
    )

/** People open these links: a link that is not valid any more gets a page, too. */
async function answer(write: () => Promise<Html>): Promise<Response> {
  try {
    return digestPage(await write(), 200)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found')
      return digestPage(html`<p>${error.message}</p>`, error.status)
    throw error
  }
}

const digestPage = (message: Html, status: number) =>
  htmlPage(
    'Daily digest',
    html`<h1>Daily digest</h1>
      ${message}
      <p><a href="/dashboard">Paperdawn</a></p>`,
    { status },
  )

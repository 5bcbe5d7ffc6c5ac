import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { AppError } from '../../../platform/errors.ts'
import { findSubscriber, unsubscribe } from '../../../services/mail/digest.ts'
import type { Product } from '../../../services/product.ts'
import { html, htmlPage, type Html } from '../../page.ts'
import { auth } from '../../plugins/auth.ts'

const TokenPath = t.Object({ token: t.String({ minLength: 1, maxLength: 1_000 }) })
const responses = { 200: t.String({ description: 'HTML page.' }), ...failures('not-found') }

/** Pages of the links in mails. They work without sign-in, because the token in the link identifies the user. */
export const mailRoutes = (product: Product) =>
  new Elysia({ name: 'routes.mail', prefix: '/mail', tags: ['mail'] })
    .use(auth(product))
    .get(
      '/unsubscribe/:token',
      ({ params }) =>
        respond(async () => {
          const { email } = await findSubscriber(product, params.token)
          return html`<p>The daily digest goes to ${email}.</p>
            <form method="post"><button>Stop the daily digest</button></form>`
        }),
      {
        role: 'public',
        params: TokenPath,
        response: responses,
        detail: {
          summary: 'Page to unsubscribe from the digest',
          description: 'Opening the page does not unsubscribe, because mail scanners open links.',
        },
      },
    )
    .post(
      '/unsubscribe/:token',
      ({ params }) =>
        respond(async () => {
          await unsubscribe(product, params.token)
          return html`<p>The daily digest has ended. You can switch it on again in your profile.</p>`
        }),
      {
        role: 'public',
        params: TokenPath,
        response: responses,
        detail: { summary: 'Unsubscribe from the digest with one click (RFC 8058)' },
      },
    )

/** Returns a page also for a link that is no longer valid, because browsers open these links. */
async function respond(write: () => Promise<Html>): Promise<Response> {
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

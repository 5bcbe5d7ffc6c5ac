import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { oneOf } from '../../../contract/oneOf.ts'
import { textOf } from '../../../contract/textOf.ts'
import { AppError } from '../../../platform/errors.ts'
import { findSubscriber, resubscribe, unsubscribe } from '../../../services/sending/unsubscribe.ts'
import { followMailLink, readMailLink, type MailAction } from '../../../services/readingList/mailLinks.ts'
import type { Product } from '../../../services/product.ts'
import { html, productPage, type Html } from '../../page.ts'
import { auth } from '../../plugins/auth.ts'

const token = t.String({ minLength: 1, maxLength: 1_000 })
const TokenPath = t.Object({ token })
const PaperPath = t.Object({ token, action: oneOf(['save', 'unsave', 'dismiss', 'restore']) })
const responses = { 200: textOf('text/html'), ...failures('not-found') }
const description = 'Opening the page changes nothing, because mail scanners open links.'

/** Pages of the links in mails. They work without sign-in, because the token in the link identifies the user. */
export const mailRoutes = (product: Product) =>
  new Elysia({ name: 'routes.mail', prefix: '/mail', tags: ['mail'] })
    .use(auth(product))
    .get('/unsubscribe/:token', ({ params }) => showDigest(product, params.token), {
      role: 'public',
      params: TokenPath,
      response: responses,
      detail: { summary: 'Page to unsubscribe from the digest', description },
    })
    .post(
      '/unsubscribe/:token',
      ({ params }) =>
        respond('Daily digest', async () => {
          const { email } = await unsubscribe(product, params.token)
          return html`<p>The daily digest to ${email} has ended. You can switch it on again in your profile, too.</p>
            <form method="post" action="/api/mail/resubscribe/${params.token}"><button>Undo</button></form>`
        }),
      {
        role: 'public',
        params: TokenPath,
        response: responses,
        detail: { summary: 'Unsubscribe from the digest with one click (RFC 8058)' },
      },
    )
    .get('/resubscribe/:token', ({ params }) => showDigest(product, params.token), {
      role: 'public',
      params: TokenPath,
      response: responses,
      detail: { summary: 'Page that says whether the digest is on, for a browser that loads it again', description },
    })
    .post(
      '/resubscribe/:token',
      ({ params }) =>
        respond('Daily digest', async () => {
          const { email } = await resubscribe(product, params.token)
          return html`<p>The daily digest goes to ${email} again.</p>`
        }),
      {
        role: 'public',
        params: TokenPath,
        response: responses,
        detail: { summary: 'Switch the digest on again with the token of an unsubscribe link' },
      },
    )
    .get(
      '/papers/:token/:action',
      ({ params }) =>
        respond(words[params.action].title, async () => {
          const { title } = await readMailLink(product, params.token)
          return html`<p class="paper">${title}</p>
            <form method="post"><button>${words[params.action].button}</button></form>`
        }),
      {
        role: 'public',
        params: PaperPath,
        response: responses,
        detail: { summary: 'Page to save a paper of a mail, or to mark it as not for the reader', description },
      },
    )
    .post(
      '/papers/:token/:action',
      ({ params }) =>
        respond(words[params.action].title, async () => {
          const title = await followMailLink(product, params.token, params.action)
          const { done, undo } = words[params.action]
          return html`<p class="paper">${title}</p>
            <p>${done}</p>
            ${undo ? html`<form method="post" action="${undo}"><button>Undo</button></form>` : ''}`
        }),
      {
        role: 'public',
        params: PaperPath,
        response: responses,
        detail: { summary: 'Save a paper of a mail, mark it as not for the reader, or undo this' },
      },
    )

/** Page that says whether the reader gets the digest, with the button that changes it. */
const showDigest = (product: Pick<Product, 'tokens'>, token: string): Promise<Response> =>
  respond('Daily digest', async () => {
    const { email, preferences } = await findSubscriber(product, token)
    return preferences.digest.enabled
      ? html`<p>The daily digest goes to ${email}.</p>
          <form method="post" action="/api/mail/unsubscribe/${token}"><button>Stop the daily digest</button></form>`
      : html`<p>The daily digest to ${email} is off.</p>
          <form method="post" action="/api/mail/resubscribe/${token}"><button>Switch it on again</button></form>`
  })

/** Words of the pages of each action; `undo` is the last part of the address that undoes it. */
const words: Record<MailAction, { title: string; button: string; done: string; undo?: MailAction }> = {
  save: { title: 'Save a paper', button: 'Save', done: 'It is on your reading list.', undo: 'unsave' },
  unsave: { title: 'Save a paper', button: 'Remove', done: 'It is not on your reading list any more.' },
  dismiss: {
    title: 'Not for me',
    button: 'Not for me',
    done: 'It is marked as not for you. Papers like it will rank lower.',
    undo: 'restore',
  },
  restore: { title: 'Not for me', button: 'Undo', done: 'The mark is removed.' },
}

/** Returns a page also for a link that is no longer valid, because browsers open these links. */
async function respond(title: string, write: () => Promise<Html>): Promise<Response> {
  try {
    return productPage(title, await write())
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found')
      return productPage(title, html`<p>${error.message}</p>`, error.status)
    throw error
  }
}

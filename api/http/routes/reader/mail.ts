import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { oneOf, textOf } from '../../../contract/stringSchemas.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  findSubscriber,
  getsList,
  resubscribe,
  unsubscribe,
  type MailList,
} from '../../../services/sending/unsubscribe.ts'
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
    .get('/unsubscribe/:token', ({ params }) => showList(product, params.token), {
      role: 'public',
      params: TokenPath,
      response: responses,
      detail: { summary: 'Page to unsubscribe from the digest or the weekly review', description },
    })
    .post(
      '/unsubscribe/:token',
      ({ params }) =>
        respond(async () => {
          const { user, list } = await unsubscribe(product, params.token)
          const other = list === 'digest' ? 'review' : 'digest'
          return {
            title: LISTS[list],
            page: html`<p>
                The ${lower(list)} to ${user.email} has ended. You can switch it on again in your profile, too.
              </p>
              <form method="post" action="/api/mail/resubscribe/${params.token}"><button>Undo</button></form>
              ${getsList(user, other) ? stopAll(params.token) : ''}`,
          }
        }),
      {
        role: 'public',
        params: TokenPath,
        response: responses,
        detail: { summary: 'Unsubscribe from the digest or the weekly review with one click (RFC 8058)' },
      },
    )
    .post(
      '/unsubscribe/:token/all',
      ({ params }) =>
        respond(async () => {
          const { user } = await unsubscribe(product, params.token, { all: true })
          return {
            title: 'All mails',
            page: html`<p>
              Nothing is mailed to ${user.email} any more. You can switch mails on again in your profile.
            </p>`,
          }
        }),
      {
        role: 'public',
        params: TokenPath,
        response: responses,
        detail: { summary: 'Unsubscribe from the digest and the weekly review with the token of one of them' },
      },
    )
    .get('/resubscribe/:token', ({ params }) => showList(product, params.token), {
      role: 'public',
      params: TokenPath,
      response: responses,
      detail: { summary: 'Page that says whether these mails are on, for a browser that loads it again', description },
    })
    .post(
      '/resubscribe/:token',
      ({ params }) =>
        respond(async () => {
          const { user, list } = await resubscribe(product, params.token)
          return { title: LISTS[list], page: html`<p>The ${lower(list)} goes to ${user.email} again.</p>` }
        }),
      {
        role: 'public',
        params: TokenPath,
        response: responses,
        detail: { summary: 'Switch these mails on again with the token of an unsubscribe link' },
      },
    )
    .get(
      '/papers/:token/:action',
      ({ params }) =>
        respond(async () => {
          const { title } = await readMailLink(product, params.token)
          return {
            title: words[params.action].title,
            page: html`<p class="paper">${title}</p>
              <form method="post"><button>${words[params.action].button}</button></form>`,
          }
        }, words[params.action].title),
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
        respond(async () => {
          const paper = await followMailLink(product, params.token, params.action)
          const { title, done, undo } = words[params.action]
          return {
            title,
            page: html`<p class="paper">${paper}</p>
              <p>${done}</p>
              ${undo ? html`<form method="post" action="${undo}"><button>Undo</button></form>` : ''}`,
          }
        }, words[params.action].title),
      {
        role: 'public',
        params: PaperPath,
        response: responses,
        detail: { summary: 'Save a paper of a mail, mark it as not for the reader, or undo this' },
      },
    )

const LISTS: Record<MailList, string> = { digest: 'Daily digest', review: 'Weekly review' }
const lower = (list: MailList) => LISTS[list].toLowerCase()

const stopAll = (token: string) =>
  html`<form method="post" action="/api/mail/unsubscribe/${token}/all"><button>Stop all mails</button></form>`

/** Page that says whether the reader gets the mails of the link, with the buttons that change it. */
const showList = (product: Pick<Product, 'tokens'>, token: string): Promise<Response> =>
  respond(async () => {
    const { user, list } = await findSubscriber(product, token)
    const { email } = user
    const page = getsList(user, list)
      ? html`<p>The ${lower(list)} goes to ${email}.</p>
          <form method="post" action="/api/mail/unsubscribe/${token}"><button>Stop the ${lower(list)}</button></form>
          ${stopAll(token)}`
      : html`<p>The ${lower(list)} to ${email} is off.</p>
          <form method="post" action="/api/mail/resubscribe/${token}"><button>Switch it on again</button></form>`
    return { title: LISTS[list], page }
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
async function respond(
  write: () => Promise<{ title: string; page: Html }>,
  title = 'Mails of Paperdawn',
): Promise<Response> {
  try {
    const written = await write()
    return productPage(written.title, written.page)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found')
      return productPage(title, html`<p>${error.message}</p>`, error.status)
    throw error
  }
}

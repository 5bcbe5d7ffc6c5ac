import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { textOf } from '../../../contract/stringSchemas.ts'
import type { SinkMessage } from '../../../platform/embedded/smtpSink.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Product } from '../../../services/product.ts'
import { html, htmlPage, type Html } from '../../page.ts'
import { auth } from '../../plugins/auth.ts'

const NO_SUBJECT = '(no subject)'

/**
 * Pages with the mail received by the embedded SMTP sink. Only in development and not on a public host: else they are
 * "not-found".
 */
export const devOutboxRoutes = (product: Product) =>
  new Elysia({ name: 'routes.devOutbox', prefix: '/dev/outbox', tags: ['development'] })
    .use(auth(product))
    .get(
      '',
      () =>
        htmlPage(
          'Outbox',
          html`<h1>Outbox</h1>
            ${showList(messagesOf(product))}`,
        ),
      {
        role: 'public',
        response: { 200: textOf('text/html'), ...failures('not-found') },
        detail: { summary: 'Page that lists the mail in the embedded SMTP sink' },
      },
    )
    .get('/:id', ({ params }) => showMessage(messagesOf(product), params.id), {
      role: 'public',
      params: t.Object({ id: t.String() }),
      response: { 200: textOf('text/html'), ...failures('not-found') },
      detail: { summary: 'Page with one message of the embedded SMTP sink' },
    })

function messagesOf({ config, sink }: Pick<Product, 'config' | 'sink'>): readonly SinkMessage[] {
  if (!config.embedded.mail || sink === undefined) throw new AppError('not-found', 'There is nothing at this address.')
  return sink.messages()
}

function showList(messages: readonly SinkMessage[]): Html {
  if (messages.length === 0) return html`<p>No mail was sent yet. Messages appear here instead of being delivered.</p>`
  const rows = messages.toReversed().map(
    ({ id, to, subject, received_at }) =>
      html`<tr>
        <td>${received_at}</td>
        <td>${to.join(', ')}</td>
        <td><a href="/api/dev/outbox/${encodeURIComponent(id)}">${subject || NO_SUBJECT}</a></td>
      </tr>`,
  )
  return html`<p>These messages were not delivered to their recipients.</p>
    <table>
      <thead>
        <tr>
          <th>Received</th>
          <th>To</th>
          <th>Subject</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`
}

function showMessage(messages: readonly SinkMessage[], id: string): Response {
  const message = messages.find((entry) => entry.id === id)
  if (message === undefined) throw new AppError('not-found', 'This message is no longer stored.')
  const title = message.subject || NO_SUBJECT
  const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`)
  return htmlPage(
    title,
    html`<h1>${title}</h1>
      <p><a href="/api/dev/outbox">All messages</a></p>
      <dl>
        <dt>From</dt>
        <dd>${message.from}</dd>
        <dt>To</dt>
        <dd>${message.to.join(', ')}</dd>
      </dl>
      <iframe title="The message as HTML" sandbox="" srcdoc="${message.html}"></iframe>
      <h2>Text</h2>
      <pre>${message.text}</pre>
      <h2>Headers</h2>
      <pre>${headers.join('\n')}</pre>`,
  )
}

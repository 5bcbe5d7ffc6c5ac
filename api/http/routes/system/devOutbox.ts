import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import type { SinkMessage } from '../../../platform/embedded/smtpSink.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'

/** The mail that the built-in sink took, as pages. In development only: elsewhere there is no sink, and no page. */
export const devOutboxRoutes = (product: Product) =>
  new Elysia({ name: 'routes.devOutbox', prefix: '/dev/outbox', tags: ['development'] })
    .use(auth(product))
    .get('', () => page('Outbox', showList(messagesOf(product))), {
      role: 'public',
      response: { 200: t.String(), ...failures('not-found') },
      detail: { summary: 'Mail that went to the built-in sink' },
    })
    .get('/:id', ({ params }) => showMessage(messagesOf(product), params.id), {
      role: 'public',
      params: t.Object({ id: t.String() }),
      response: { 200: t.String(), ...failures('not-found') },
      detail: { summary: 'One of these messages' },
    })

function messagesOf({ sink }: Product): readonly SinkMessage[] {
  if (sink === undefined) throw new AppError('not-found', 'There is nothing at this address.')
  return sink.messages()
}

function showList(messages: readonly SinkMessage[]): string {
  const rows = messages
    .toReversed()
    .map(
      ({ id, to, subject, received_at }) =>
        `<tr><td>${Bun.escapeHTML(received_at)}</td><td>${Bun.escapeHTML(to.join(', '))}</td>` +
        `<td><a href="/api/dev/outbox/${encodeURIComponent(id)}">${Bun.escapeHTML(subject || '(no subject)')}</a></td></tr>`,
    )
  if (rows.length === 0) return '<p>No mail was sent yet. Messages appear here instead of being delivered.</p>'
  return `<p>These messages were not delivered to anybody.</p>
<table><thead><tr><th>Received</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

function showMessage(messages: readonly SinkMessage[], id: string): Response {
  const message = messages.find((entry) => entry.id === id)
  if (message === undefined) throw new AppError('not-found', 'This message is not kept any more.')
  const { from, to, subject, html, text, headers } = message
  const lines = Object.entries(headers).map(([name, value]) => Bun.escapeHTML(`${name}: ${value}`))
  return page(
    subject || '(no subject)',
    `<p><a href="/api/dev/outbox">All messages</a></p>
<dl><dt>From</dt><dd>${Bun.escapeHTML(from)}</dd><dt>To</dt><dd>${Bun.escapeHTML(to.join(', '))}</dd></dl>
<iframe title="The message as HTML" sandbox="" srcdoc="${Bun.escapeHTML(html)}"></iframe>
<h2>Text</h2><pre>${Bun.escapeHTML(text)}</pre>
<h2>Headers</h2><pre>${lines.join('\n')}</pre>`,
  )
}

function page(title: string, body: string): Response {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="/favicon.svg"><title>${Bun.escapeHTML(title)}</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}td,th{padding:.25rem 1rem .25rem 0;text-align:left}iframe{width:100%;height:40rem;border:1px solid #888}pre{white-space:pre-wrap}</style>
</head><body><main><h1>${Bun.escapeHTML(title)}</h1>
${body}
</main></body></html>
`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

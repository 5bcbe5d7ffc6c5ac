/** HTML whose interpolated values are escaped. Created only by `html`. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Template tag for HTML. Escapes every interpolated value except `Html`. */
export const html = (markup: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html =>
  new Html(String.raw({ raw: markup }, ...values.map((value) => [value].flat().map(toText).join('\n'))))

const toText = (value: string | Html) => (value instanceof Html ? value.text : Bun.escapeHTML(value))

const STYLE = html`<style>
  :root {
    color-scheme: light dark;
  }
  body {
    font: 16px/1.5 system-ui;
    max-width: 60rem;
    margin: 3rem auto;
    padding: 0 1rem;
  }
  p {
    max-width: 36rem;
  }
  button {
    font: inherit;
    min-height: 44px;
    padding: 0 1.25rem;
  }
  td,
  th {
    padding: 0.25rem 1rem 0.25rem 0;
    text-align: left;
  }
  iframe {
    width: 100%;
    height: 40rem;
    border: 1px solid #888;
    background: #fff;
  }
  pre {
    white-space: pre-wrap;
  }
</style>`

/** Response with a page rendered by the server, outside the web app. `head` replaces the default style. */
export function htmlPage(title: string, body: Html, { head = STYLE, status = 200 } = {}): Response {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" />
        ${head}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

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

const PRODUCT_STYLE = html`<style>
  :root {
    color-scheme: light dark;
    --bg: #f7f4ef;
    --sheet: #ffffff;
    --ink: #1d1b20;
    --line: #e4ded5;
    --accent: #3d3a8c;
    --on-accent: #ffffff;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --bg: #14141b;
      --sheet: #1b1c25;
      --ink: #e9e6e1;
      --line: #2e2f3b;
      --accent: #b7b5ff;
      --on-accent: #14141b;
    }
  }
  body {
    margin: 0;
    background: var(--bg);
    color: var(--ink);
    font:
      400 16px/1.55 Inter,
      system-ui,
      sans-serif;
    overflow-wrap: anywhere;
  }
  main {
    max-width: 36rem;
    margin: 0 auto;
    padding: 2.5rem 1rem;
  }
  .brand,
  .brand a,
  h1,
  .paper {
    font-family: 'Source Serif 4', Georgia, serif;
    font-weight: 600;
    color: var(--ink);
    text-decoration: none;
  }
  .brand img {
    vertical-align: -4px;
    margin-right: 0.5rem;
  }
  section {
    padding: 1.75rem;
    background: var(--sheet);
    border: 1px solid var(--line);
    border-radius: 16px;
  }
  h1 {
    margin: 0 0 0.75rem;
    font-size: 28px;
    line-height: 1.2;
  }
  a {
    color: var(--accent);
  }
  button {
    min-height: 44px;
    padding: 0 1.25rem;
    border: 0;
    border-radius: 9px;
    background: var(--accent);
    color: var(--on-accent);
    font:
      500 15px/1.3 Inter,
      system-ui,
      sans-serif;
    cursor: pointer;
  }
  button:focus-visible,
  a:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
</style>`

/** Response with a page in the product's look, for readers who are not signed in. */
export const productPage = (title: string, body: Html, status = 200): Response =>
  htmlPage(
    title,
    html`<p class="brand">
        <a href="/"><img src="/favicon.svg" alt="" width="24" height="24" />Paperdawn</a>
      </p>
      <section>
        <h1>${title}</h1>
        ${body}
      </section>
      <p><a href="/dashboard">Today’s papers</a> · <a href="/profile#digest">What you get by mail</a></p>`,
    { head: PRODUCT_STYLE, status },
  )

/** The texts of the style elements above, for the content security policy. */
export const PAGE_STYLES = [STYLE, PRODUCT_STYLE].map(({ text }) => text.replace(/^<style>|<\/style>$/g, ''))

import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Dashboard } from '#api/contract/dashboard.ts'
import type { FeedAddress } from '#api/contract/feeds.ts'
import type { Paper } from '#api/contract/papers.ts'
import { buildPapersMail } from '#api/mail/paperListMessage.ts'
import { HOSTILE_CALL, hostilePapers, PAYLOADS } from '#tests/support/hostilePapers.ts'
import { sized } from '#tests/support/longRun.ts'
import { useProduct } from './useProduct.ts'
import type { Visitor } from './visitor.ts'

const WEDNESDAY = '2026-11-18'
/** All papers have a page of their own. The short run opens one of twenty. */
const EVERY = sized({ short: 20, long: 1 })
const papers = hostilePapers(WEDNESDAY)
const { visit, address } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

let reader: Visitor
let authorization = ''
const known: Paper[] = []

/** Calls the API as the reader. */
async function call(path: string, { method = 'GET', body }: { method?: string; body?: object } = {}): Promise<string> {
  const response = await fetch(`${address()}/api${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text
}

/** What a payload has reached on the page: its call, an active element, a handler or an address that runs a script. */
const findActive = (page: Page) =>
  page.evaluate((name) => {
    const found = (window as unknown as Record<string, unknown>)[`${name}Times`] ? ['called'] : []
    const addresses = new Set(['href', 'src', 'action', 'data', 'xlink:href', 'formaction', 'srcdoc'])
    const schemes = new Set(['javascript:', 'vbscript:', 'data:'])
    for (const element of document.querySelectorAll('body *')) {
      const isActive = /^(script|iframe|object|embed|form|base|meta|link|style|maction|mglyph|marquee|video|audio)$/i
      const text = element.outerHTML.slice(0, 200)
      if (isActive.test(element.localName) && (text.includes(name) || text.includes('hostile.example')))
        found.push(text)
      for (const { name: attribute, value } of element.attributes) {
        if (/^on/i.test(attribute)) found.push(`${attribute} of ${text}`)
        if (addresses.has(attribute) && schemes.has(URL.parse(value, document.baseURI)?.protocol ?? ''))
          found.push(text)
        if (attribute === 'style' && /url\(/i.test(value)) found.push(text)
      }
    }
    return found
  }, HOSTILE_CALL)

/** Counts calls of the payloads in all pages of the reader. */
function countCalls(name: string): void {
  const all = window as unknown as Record<string, unknown>
  all[name] = () => (all[`${name}Times`] = true)
}

beforeAll(async () => {
  reader = await visit('/login')
  const { page, context, signIn } = reader
  await context.addInitScript(countCalls, HOSTILE_CALL)
  const [request] = await Promise.all([page.waitForRequest(/\/api\/users\/me\/dashboard/), signIn('Ada Linde')])
  authorization = request.headers()['authorization'] ?? ''
  await call('/users/me', { method: 'PUT', body: { category_ids: ['cs.LG'] } })
  const { outline } = JSON.parse(await call('/users/me/dashboard')) as Dashboard
  // One after another: a busy machine answers a hundred at once late.
  for (const { paper_id } of outline) known.push(JSON.parse(await call(`/papers/${paper_id}`)) as Paper)
  for (const { id } of known.slice(0, 40))
    await call('/users/me/reading-list', { method: 'POST', body: { paper_id: id } })
})

test(`${PAYLOADS} payloads in papers are shown as text on every page, and none of them runs`, async () => {
  expect(known).toHaveLength(papers.length)
  const page = await reader.context.newPage()
  page.on('dialog', (dialog) => expect.unreachable(dialog.message()))
  await page.goto('/dashboard')
  const last = page.getByText(`You are through Wednesday’s ${papers.length} papers.`)
  while (!(await last.isVisible())) await page.mouse.wheel(0, 3_000)
  // The texts are there, and the formulas are drawn.
  expect(await page.getByText(HOSTILE_CALL).count()).toBeGreaterThan(papers.length)
  await page.locator('.katex').last().waitFor()
  expect(await findActive(page)).toEqual([])

  await page.goto('/search?q=lanterns')
  await page.getByRole('article').first().waitFor()
  expect(await findActive(page)).toEqual([])
  await page.goto('/reading-list')
  await page.getByText(HOSTILE_CALL).first().waitFor()
  expect(await findActive(page)).toEqual([])
  for (const [index, { id }] of known.entries()) {
    if (index % EVERY !== 0) continue
    await page.goto(`/paper/${id}`)
    await page.locator('#paper-note').waitFor()
    expect([id, await findActive(page)]).toEqual([id, []])
  }
  expect(reader.problems()).toEqual([])
})

test('They are text in mails, in the feed and in an exported list, also for a program that shows any HTML', async () => {
  const { page, context, problems } = await visit('/')
  await context.addInitScript(countCalls, HOSTILE_CALL)
  await page.goto('about:blank')
  const show = async (html: string) => {
    await page.setContent(html)
    return findActive(page)
  }
  for (let from = 0; from < known.length; from += 20) {
    const { html } = buildPapersMail({
      publicUrl: address(),
      day: WEDNESDAY,
      reader: 'Ada',
      papers: known.slice(from, from + 20).map((paper) => ({ paper, reasons: [{ kind: 'near', text: paper.title }] })),
      more: 0,
      sample: false,
      because: 'You asked for it.',
    })
    expect(html).toContain(HOSTILE_CALL)
    expect(await show(html)).toEqual([])
  }

  const feed = JSON.parse(await call('/users/me/feed-address', { method: 'POST' })) as FeedAddress
  const atom = await (await fetch(feed.address!)).text()
  const entries = await page.evaluate((xml) => {
    const read = new DOMParser().parseFromString(xml, 'application/xml')
    return [...read.querySelectorAll('parsererror, entry content, entry title')].map(
      ({ localName, textContent }) => `<section>${localName} ${textContent}</section>`,
    )
  }, atom)
  expect(entries.length).toBeGreaterThan(30)
  expect(entries.join('')).not.toContain('parsererror')
  const contents = entries.filter((entry) => entry.startsWith('<section>content'))
  expect(await show(contents.join(''))).toEqual([])

  const list = await call('/users/me/reading-list/export?format=markdown')
  expect(list).toContain(HOSTILE_CALL)
  expect(await show(Bun.markdown.html(list))).toEqual([])
  expect(problems()).toEqual([])
})

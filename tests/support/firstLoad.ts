import type { BrowserContext, Page, Response } from 'playwright-core'
import type { Visitor } from '#tests/e2e/visitor.ts'

/** What a page has requested before its first card, or before another element that is its first content, from an empty HTTP cache. Bytes are those of the compressed bodies. */
export interface FirstLoad {
  scriptBytes: number
  apiBytes: number
  /** Requests of all kinds, with the page itself. */
  requests: number
  bytes: number
  /** Addresses in the order of their requests. */
  urls: string[]
  /** Addresses requested after the first card, until the network was quiet. */
  laterUrls: string[]
  /** Time from the navigation to the first card. */
  firstCardMs: number
}

/** The shell, what other pages share, the side column, and the editor of notes. */
export const AFTER_CARD = /\/(ShellLayout|shared|SideColumn|CardNote)-/

/** Bytes per second and ms. */
interface Line {
  offline: boolean
  latency: number
  downloadThroughput: number
  uploadThroughput: number
}

interface Options {
  /** By default without a limit. */
  line?: Line
  /** Waits until an address like this was loaded. */
  until?: RegExp
  /** CSS selector of the first content; default: a card. */
  content?: string
}

/** Loads `path` in a new window with an empty HTTP cache. */
export async function readFirstLoad(
  context: BrowserContext,
  path: string,
  { line, until, content = 'article' }: Options = {},
): Promise<FirstLoad> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (line) await cdp.send('Network.emulateNetworkConditions', line)
  await page.addInitScript((selector) => {
    performance.setResourceTimingBufferSize(1_000)
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      performance.mark('first-card')
    })
    observer.observe(document, { childList: true, subtree: true })
  }, content)
  await page.goto(path)
  await page.waitForFunction(() => performance.getEntriesByName('first-card').length > 0)
  await page.waitForLoadState('networkidle')
  if (until)
    await page.waitForFunction(
      (pattern) => performance.getEntriesByType('resource').some(({ name }) => new RegExp(pattern).test(name)),
      until.source,
    )
  const { firstCardMs, all } = await page.evaluate(() => ({
    firstCardMs: performance.getEntriesByName('first-card')[0]!.startTime,
    all: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
      const { name, startTime, encodedBodySize } = entry as PerformanceResourceTiming
      return { url: name, at: startTime, bytes: encodedBodySize }
    }),
  }))
  await page.close()

  const before = all.filter(({ at }) => at <= firstCardMs)
  const sum = (requests: typeof all) => requests.reduce((total, { bytes }) => total + bytes, 0)
  return {
    scriptBytes: sum(before.filter(({ url }) => url.endsWith('.js'))),
    apiBytes: sum(before.filter(({ url }) => url.includes('/api/'))),
    requests: before.length,
    bytes: sum(before),
    urls: before.map(({ url }) => url),
    laterUrls: all.filter(({ at }) => at > firstCardMs).map(({ url }) => url),
    firstCardMs,
  }
}

/** Signs in as the account of that name and follows `categoryIds`, so that the dashboard shows papers. */
export async function signInWithPapers(
  { page, signIn }: Visitor,
  categoryIds: readonly string[],
  name = 'Ada Linde',
): Promise<void> {
  await page.goto('/login')
  const [request] = await Promise.all([page.waitForRequest(/\/api\/users\/me\/dashboard/), signIn(name)])
  const status = await page.evaluate(
    async ({ authorization, category_ids }) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const body = JSON.stringify({ category_ids })
      return (await fetch('/api/users/me', { method: 'PUT', headers, body })).status
    },
    { authorization: request.headers()['authorization'] ?? '', category_ids: categoryIds },
  )
  if (status !== 200) throw new Error(`The categories could not be chosen: ${status}`)
  await page.close()
}

const isSave = (answer: Response) => answer.request().method() === 'POST' && answer.url().endsWith('/reading-list')

/**
 * Saves the first `count` cards of the page that are not saved, each when the one before is stored: what is still being
 * sent when a page is left would be sent again by the next one, and change it while it is tested.
 */
export async function saveCards(page: Page, count: number): Promise<void> {
  const save = page.getByRole('article').getByRole('button', { name: 'Save', exact: true }).first()
  for (let saved = 0; saved < count; saved += 1) {
    const [stored] = await Promise.all([page.waitForResponse(isSave), save.click()])
    await stored.finished()
  }
}

/** Signs in a reader who has papers of the day and one on the reading list. Returns the page with the dashboard. */
export async function openWithSavedPaper(visitor: Visitor): Promise<Page> {
  await signInWithPapers(visitor, ['cs.LG'])
  const page = await visitor.context.newPage()
  await page.goto('/dashboard')
  await saveCards(page, 1)
  return page
}

/** Keeps the requests for addresses like `pattern` from their answers until the returned function is called. */
export async function hold(context: BrowserContext, pattern: RegExp): Promise<() => void> {
  const isReleased = Promise.withResolvers<void>()
  await context.route(pattern, async (route) => {
    await isReleased.promise
    await route.continue()
  })
  return () => isReleased.resolve()
}

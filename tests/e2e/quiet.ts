import type { BrowserContext, Page, Request } from 'playwright-core'

const openRequests = new WeakMap<Page, Set<Request>>()

/** Counts the requests of all pages of a browser profile that have not ended, for `waitForQuiet`. */
export function watchRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const open = new Set<Request>()
    openRequests.set(page, open)
    page.on('request', (request) => open.add(request))
    page.on('requestfinished', (request) => open.delete(request))
    page.on('requestfailed', (request) => open.delete(request))
  })
}

/** A page may begin a request as soon as it is idle. */
const IDLE_TIMES = 3

/**
 * Waits until a page has loaded all that it shows: each request has ended, the main thread has nothing to do, and
 * nothing says that it is loading.
 *
 * Playwright's state "networkidle" is not enough. It is half a second without a request, which a busy machine may need
 * between two requests of a page that loads, and it is reached once for each document.
 */
export async function waitForQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (let idleTimes = 0; idleTimes < IDLE_TIMES; idleTimes += 1) {
    const isLoading = await page.evaluate(async () => {
      await new Promise((resolve) => requestIdleCallback(resolve))
      return document.querySelector('.MuiSkeleton-root, .MuiCircularProgress-root, [aria-busy=true]') !== null
    })
    if (isLoading || openRequests.get(page)?.size !== 0) idleTimes = -1
  }
}

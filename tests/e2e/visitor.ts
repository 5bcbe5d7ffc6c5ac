import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { watchRequests } from './quiet.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Limit of one step in the browser: far above what it takes, so that only a fault reaches it. */
const STEP_MS = 120_000

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Problems in all of its windows: script errors, blocked contents, failed requests, requests to other machines. */
  problems(): readonly string[]
  /** Signs in through Google's popup as the account of that name in the emulator's account picker; in `page` by default. */
  signIn(name: string, tab?: Page): Promise<void>
  /** Accessibility violations that axe finds on the current page, in the dark and in the light colour scheme. */
  violations(): Promise<string[]>
}

export interface VisitorOptions {
  /** Width of the window in pixels. */
  width?: number
  /** False for a browser without service workers. */
  worker?: boolean
  timeZone?: string
}

const isOutside = (url: string) =>
  /^(https?|wss?):/.test(url) && !['127.0.0.1', 'localhost'].includes(new URL(url).hostname)

/**
 * The scheduler begins to fetch what a reader follows now, perhaps just before an admin presses the button: then the panel
 * shows the job that runs.
 */
const isRunning = (status: number, url: string) => status === 409 && url.endsWith('/api/admin/fetch-all-sources')

/** Opens a page with a new browser profile and records the problems of all its windows. */
export async function openVisitor(
  browser: Browser,
  address: string,
  { width = 1280, worker = true, timeZone = 'Europe/Berlin' }: VisitorOptions = {},
): Promise<Visitor> {
  const problems: string[] = []
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height: 900 },
    serviceWorkers: worker ? 'allow' : 'block',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    timezoneId: timeZone,
    locale: 'en-GB',
  })
  context.setDefaultTimeout(STEP_MS)
  watchRequests(context)
  // The popup of the emulator requests a favicon that the emulator does not serve.
  const isForeignIcon = (url: string) => url.endsWith('/favicon.ico') && !url.startsWith(address)
  context.on('request', (request) => {
    if (isOutside(request.url())) problems.push(`request to ${request.url()}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400 && !isForeignIcon(response.url()) && !isRunning(response.status(), response.url()))
      problems.push(`${response.status()} for ${response.request().method()} ${response.url()}`)
  })
  // The browser reports content that the security policy blocks as a console error.
  context.on('console', (message) => {
    const { url } = message.location()
    const [, status] = /status of (\d+)/.exec(message.text()) ?? []
    if (message.type() === 'error' && !isForeignIcon(url) && !isRunning(Number(status), url))
      problems.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(`script: ${String(error.error())}`))
  const page = await context.newPage()

  const findViolations = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-scheme=${colorScheme}]`).waitFor()
    await settle(page)
    await page.evaluate(axe.source)
    const found = await page.evaluate(
      (rules) =>
        (window as unknown as { axe: typeof axe }).axe.run(document, { runOnly: rules, resultTypes: ['violations'] }),
      RULES,
    )
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${colorScheme}: ${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    )
  }
  return {
    page,
    context,
    problems: () => problems,
    async signIn(name, tab = page) {
      const [popup] = await Promise.all([
        tab.waitForEvent('popup'),
        tab.getByRole('button', { name: 'Continue with Google' }).click(),
      ])
      await popup.getByText(name).click()
      await Promise.race([tab.waitForURL(({ pathname }) => pathname !== '/login'), failAtProblem(tab)])
    },
    async violations() {
      const dark = await findViolations('dark')
      return [...(await findViolations('light')), ...dark]
    },
  }
}

/** Throws what the sign-in page says of a sign-in that failed, instead of waiting for the next page. */
async function failAtProblem(tab: Page): Promise<never> {
  const problem = tab.locator('#main .MuiAlert-root').first()
  await problem.waitFor()
  if (!tab.url().includes('/login')) return new Promise(() => {})
  throw new Error(`The sign-in failed: ${await problem.textContent()}`)
}

/** Waits until all animations have ended, and those that they start. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The transition of an inherited colour starts when its parent's ends: wait for two frames without animations.
    for (let stillFrames = 0; stillFrames < 2; stillFrames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const running = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
      if (running.length === 0) continue
      await Promise.allSettled(running.map(({ finished }) => finished))
      stillFrames = -1
    }
  })
}

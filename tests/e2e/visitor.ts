import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const STEP_MS = 20_000

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** What went wrong in any of its windows: errors of scripts, refused contents, failed calls, requests to other machines. */
  problems(): readonly string[]
  /** Signs in by Google's window, as the person of that name in the emulator's picker. */
  signIn(name: string): Promise<void>
  /** What axe finds on the page as it stands, in light and in dark. */
  judge(): Promise<string[]>
}

const isOutside = (url: string) =>
  /^(https?|wss?):/.test(url) && !['127.0.0.1', 'localhost'].includes(new URL(url).hostname)

/** A person with a browser profile of their own, whose pages are watched. */
export async function welcome(browser: Browser, address: string, width = 1280): Promise<Visitor> {
  const problems: string[] = []
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
  })
  context.setDefaultTimeout(STEP_MS)
  // The window of the emulator asks for an icon that the emulator does not have.
  const isForeignIcon = (url: string) => url.endsWith('/favicon.ico') && !url.startsWith(address)
  context.on('request', (request) => {
    if (isOutside(request.url())) problems.push(`asked ${request.url()}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400 && !isForeignIcon(response.url()))
      problems.push(`${response.status()} for ${response.request().method()} ${response.url()}`)
  })
  // A refused content is told to the console as an error.
  context.on('console', (message) => {
    if (message.type() === 'error' && !isForeignIcon(message.location().url))
      problems.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(`script: ${String(error.error())}`))
  const page = await context.newPage()

  const judgeScheme = async (colorScheme: 'light' | 'dark') => {
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
    async signIn(name) {
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Continue with Google' }).click(),
      ])
      await popup.getByText(name).click()
      await page.waitForURL('**/dashboard')
    },
    async judge() {
      const dark = await judgeScheme('dark')
      return [...(await judgeScheme('light')), ...dark]
    },
  }
}

/** Waits until what is on its way to the screen is there: the end of all that moves, and of what its end sets off. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A colour that is inherited begins to change only when its parent's has; two still frames are the end of it.
    for (let still = 0; still < 2; still += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
      if (ending.length === 0) continue
      await Promise.allSettled(ending.map(({ finished }) => finished))
      still = -1
    }
  })
}

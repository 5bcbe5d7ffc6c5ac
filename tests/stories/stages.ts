/* oxlint-disable no-underscore-dangle -- `__STORYBOOK_PREVIEW__` is Storybook's name. */
import axe from 'axe-core'
import type { Browser, Page, ViewportSize } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'

export const DESKTOP = { width: 1280, height: 900 }
/** Of the picture of a page to the page: nobody looks at it, and the process that draws it needs a quarter of the time. */
const PICTURE_SCALE = 0.1

/**
 * React says so when Storybook turns its `act` environment off (`asyncWrapper`) before an `act` that waits has ended. On a
 * slow machine the two overlap. It says nothing about the story.
 */
const OVERLAP = 'The current testing environment is not configured to support act('

/** A browser whose page shows one story after the other. */
export interface Stage {
  browser: Browser
  page: Page
  /** Gives the window this size in pixels. */
  resize(size: ViewportSize): Promise<void>
  /** Errors of the page and its console. */
  errors: string[]
}

/** Opens the preview page of the Storybook at `address`, with `storyPage.ts` in it. */
async function openStage(address: string, limitMs: number): Promise<Stage> {
  const [browser, script] = await Promise.all([openBrowser(), buildScript()])
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })
  context.setDefaultTimeout(limitMs)
  await context.addInitScript(axe.source)
  await context.addInitScript(script)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith(OVERLAP)) errors.push(message.text())
  })
  const resize = await createResize(page)
  await resize(DESKTOP)
  await page.goto(`${address}iframe.html?viewMode=story`)
  // Drawing the frames of transitions takes most of the time of a change of colours.
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' })
  await page.evaluate(() => window.__STORYBOOK_PREVIEW__?.ready())
  return { browser, page, resize, errors }
}

/** Unlike Playwright's own, it also makes the picture of the page small. What a script of the page measures is the same. */
async function createResize(page: Page): Promise<Stage['resize']> {
  const session = await page.context().newCDPSession(page)
  let current: ViewportSize | undefined
  return async (size) => {
    if (current?.width === size.width && current.height === size.height) return
    const screen = { screenWidth: size.width, screenHeight: size.height, deviceScaleFactor: 1, mobile: false }
    await session.send('Emulation.setDeviceMetricsOverride', { ...size, ...screen, scale: PICTURE_SCALE })
    current = size
  }
}

async function buildScript(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [`${import.meta.dir}/storyPage.ts`],
    target: 'browser',
    format: 'iife',
  })
  return outputs[0]!.text()
}

/** After this time a test that waits for a stage goes before others, because its time limit runs already. */
const PATIENCE_MS = 20_000

interface Waiting {
  component: string
  since: number
  start(stage: Promise<Stage>): void
}

/**
 * `count` stages for the stories. A stage that has shown a component goes on with its other stories: their modules are
 * loaded, and their code is compiled.
 */
export function createStages(address: string, { count, limitMs }: { count: number; limitMs: number }) {
  const open = () => openStage(address, limitMs)
  const free = Array.from({ length: count }, open)
  const waiting: Waiting[] = []
  /** The components that are on a stage now. */
  const shown: string[] = []

  const nextFor = (component: string): Waiting | undefined => {
    const hasWaitedLong = performance.now() - (waiting[0]?.since ?? 0) > PATIENCE_MS
    const same = hasWaitedLong ? 0 : waiting.findIndex((other) => other.component === component)
    const unshown = waiting.findIndex((other) => !shown.includes(other.component))
    return waiting.splice(same !== -1 ? same : Math.max(unshown, 0), 1)[0]
  }
  const takeStage = (component: string) =>
    free.shift() ?? new Promise<Stage>((start) => waiting.push({ component, since: performance.now(), start }))

  return {
    /**
     * Runs `test` on a stage. After a failure the stage is opened anew, so that the next story starts clean, also when the
     * browser has crashed.
     */
    async use(component: string, test: (stage: Stage) => Promise<void>): Promise<void> {
      const stage = await takeStage(component)
      shown.push(component)
      let passed = false
      try {
        await test(stage)
        passed = true
      } finally {
        shown.splice(shown.indexOf(component), 1)
        const next = passed ? Promise.resolve(stage) : stage.browser.close().then(open)
        const waiter = nextFor(component)
        if (waiter) waiter.start(next)
        else free.push(next)
      }
    },
    browserVersion: async (): Promise<string> => (await free[0])!.browser.version(),
    async close(): Promise<void> {
      await Promise.all(free.map(async (stage) => (await stage).browser.close()))
    },
  }
}

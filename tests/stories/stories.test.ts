/* oxlint-disable no-underscore-dangle -- `__STORYBOOK_PREVIEW__` is Storybook's name. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'
import { findFaultsOfLargeText } from '#tests/support/largeText.ts'
import { findInvalidHtml } from '#tests/support/htmlRules.ts'

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Time limit of a story and its play function. Below the limit of the test, whose timeout would kill the browser. */
const STORY_LIMIT_MS = 200_000
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Event channel of Storybook's preview page. */
interface Channel {
  on(event: string, listener: (data: unknown) => void): void
  off(event: string, listener: (data: unknown) => void): void
  emit(event: string, data: unknown): void
}
declare global {
  interface Window {
    __STORYBOOK_PREVIEW__?: { channel: Channel; ready(): Promise<void> }
    axe: typeof axe
  }
}

// A temporary folder, because another build may run at the same time.
const folder = mkdtempSync(join(tmpdir(), 'paperdawn-storybook-'))
const built = Bun.spawnSync(['bun', 'run', 'storybook:build', '--test', '-o', folder], {
  stdout: 'pipe',
  stderr: 'pipe',
})
if (built.exitCode !== 0) throw new Error(`Storybook did not build:\n${built.stdout}\n${built.stderr}`)
const index = (await Bun.file(join(folder, 'index.json')).json()) as {
  entries: Record<string, { id: string; title: string; name: string; type: string; tags: string[] }>
}
const stories = Object.values(index.entries).filter(({ type }) => type === 'story')
if (stories.length === 0) throw new Error('Storybook found no story.')

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async ({ url }) => {
    const file = Bun.file(join(folder, normalize(decodeURIComponent(new URL(url).pathname))))
    return (await file.exists()) ? new Response(file) : new Response(null, { status: 204 })
  },
})

/** A browser whose page shows one story after the other. */
interface Stage {
  browser: Browser
  page: Page
  /** Errors of the page and its console. */
  errors: string[]
}
const free: Promise<Stage>[] = []
/** The tests that wait for a stage. */
const waiting: ((stage: Promise<Stage>) => void)[] = []

beforeAll(() => {
  free.push(...Array.from({ length: availableParallelism() }, openStage))
})

afterAll(async () => {
  await Promise.all(free.map(async (stage) => (await stage).browser.close()))
  await server.stop(true)
  await rm(folder, { recursive: true, force: true })
})

for (const { id, title, name, tags } of stories) {
  test.concurrent(`${title}: ${name}`, async () => {
    const stage = await takeStage()
    let passed = false
    try {
      const { page, errors } = stage
      errors.length = 0
      await page.setViewportSize(tags.includes('phone') ? PHONE : DESKTOP)
      expect(await show(page, id)).toBe('')
      expect(await findViolations(page, { runOnly: RULES })).toEqual([])
      expect(await findInvalidHtml(await readHtml(page))).toEqual([])
      expect(await page.evaluate(findFaultsOfLargeText)).toEqual([])
      // The dark scheme differs only in colours. The next story sets its own scheme.
      await setScheme(page, 'dark')
      expect(await findViolations(page, { runOnly: { type: 'rule', values: ['color-contrast'] } })).toEqual([])
      expect(errors).toEqual([])
      passed = true
    } finally {
      // After a failure, so that the next story starts clean, also when the browser has crashed.
      returnStage(passed ? Promise.resolve(stage) : stage.browser.close().then(openStage))
    }
  })
}

const takeStage = (): Promise<Stage> => free.shift() ?? new Promise((resolve) => waiting.push(resolve))

function returnStage(stage: Promise<Stage>): void {
  const next = waiting.shift()
  if (next) next(stage)
  else free.push(stage)
}

async function openStage(): Promise<Stage> {
  const browser = await openBrowser()
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })
  context.setDefaultTimeout(STORY_LIMIT_MS)
  await context.addInitScript(axe.source)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(`${server.url.href}iframe.html?viewMode=story`)
  // Drawing the frames of transitions takes most of the time of a change of colours.
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' })
  await page.evaluate(() => window.__STORYBOOK_PREVIEW__?.ready())
  return { browser, page, errors }
}

/** Shows a story in light colours and waits for its play function. Returns the error message, or '' if it passed. */
async function show(page: Page, id: string): Promise<string> {
  const failure = await page.evaluate(
    ([storyId, limitMs]) => {
      const { channel } = window.__STORYBOOK_PREVIEW__!
      return new Promise<string>((resolve) => {
        const events = [
          'storyFinished',
          'storyErrored',
          'storyMissing',
          'storyThrewException',
          'playFunctionThrewException',
        ]
        const end = (result: string) => {
          clearTimeout(timer)
          for (const event of events) channel.off(event, onEvent)
          resolve(result)
        }
        const timer = setTimeout(() => end('It did not finish.'), limitMs)
        const onEvent = (data: unknown) => {
          const report = (data ?? {}) as { storyId?: string; status?: string; message?: string; description?: string }
          if (report.storyId !== undefined && report.storyId !== storyId) return
          end(report.status === 'success' ? '' : (report.message ?? report.description ?? 'It failed.'))
        }
        for (const event of events) channel.on(event, onEvent)
        channel.emit('setCurrentStory', { storyId, viewMode: 'story' })
      })
    },
    [id, STORY_LIMIT_MS] as const,
  )
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return failure
}

/** The HTML of the story and of what it shows outside its root, an element a line, without what Storybook adds. */
const readHtml = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement
    for (const added of body.querySelectorAll('script, style, [class^="sb-"], #storybook-docs')) added.remove()
    return body.innerHTML.replaceAll('><', '>\n<')
  })

/** Sets the attribute that selects the CSS variables of a colour scheme; nothing has to be rendered again. */
async function setScheme(page: Page, scheme: 'light' | 'dark') {
  await page.evaluate((wanted) => {
    document.documentElement.dataset['scheme'] = wanted
  }, scheme)
}

async function findViolations(page: Page, options: axe.RunOptions): Promise<string[]> {
  // During a transition the colours are temporary.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const { violations } = await page.evaluate(
    // `preload` fetches style sheets of other hosts; there are none.
    (runOptions) =>
      window.axe.run(document.body, {
        ...runOptions,
        preload: false,
        resultTypes: ['violations'],
      }) as Promise<AxeResults>,
    options,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
}

/* oxlint-disable no-underscore-dangle -- Storybook's own name. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Longer than any play function takes; a test that times out would take the browser with it. */
const PATIENCE_MS = 10_000
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What Storybook's page offers to whoever steers it. */
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

// A folder of its own: another build may run at the same time.
const folder = mkdtempSync(join(tmpdir(), 'paperdawn-storybook-'))
const built = Bun.spawnSync(['bun', 'run', 'storybook:build', '-o', folder], { stdout: 'pipe', stderr: 'pipe' })
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
let browser: Browser
let page: Page
const mistakes: string[] = []

beforeAll(async () => {
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(axe.source)
  page = await context.newPage()
  page.on('pageerror', (error) => mistakes.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') mistakes.push(message.text())
  })
  await openStorybook()
}, 60_000)

afterAll(async () => {
  await browser.close()
  await server.stop(true)
  await rm(folder, { recursive: true, force: true })
})

for (const { id, title, name, tags } of stories) {
  test(`${title}: ${name}`, async () => {
    mistakes.length = 0
    await page.setViewportSize(tags.includes('phone') ? PHONE : DESKTOP)
    const failure = await show(id)
    // What a failed story leaves behind is not the next one's business.
    if (failure !== '') await openStorybook()
    expect(failure).toBe('')
    expect(await findViolations({ runOnly: RULES })).toEqual([])
    // Only colours differ in the other scheme. The next story sets its own.
    await setScheme('dark')
    expect(await findViolations({ runOnly: { type: 'rule', values: ['color-contrast'] } })).toEqual([])
    expect(mistakes).toEqual([])
  }, 30_000)
}

async function openStorybook() {
  await page.goto(`${server.url.href}iframe.html?viewMode=story`)
  await page.evaluate(() => window.__STORYBOOK_PREVIEW__?.ready())
}

/** Shows a story in light colours and waits until its play function is through. The answer says what went wrong. */
async function show(id: string): Promise<string> {
  const failure = await page.evaluate(
    ([storyId, patienceMs]) => {
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
          for (const event of events) channel.off(event, told)
          resolve(result)
        }
        const timer = setTimeout(() => end('It did not finish.'), patienceMs)
        const told = (data: unknown) => {
          const about = (data ?? {}) as { storyId?: string; status?: string; message?: string; description?: string }
          if (about.storyId !== undefined && about.storyId !== storyId) return
          end(about.status === 'success' ? '' : (about.message ?? about.description ?? 'It failed.'))
        }
        for (const event of events) channel.on(event, told)
        channel.emit('setCurrentStory', { storyId, viewMode: 'story' })
      })
    },
    [id, PATIENCE_MS] as const,
  )
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return failure
}

/** Colours are variables of the sheet, chosen by this mark alone: nothing has to be rendered again. */
async function setScheme(scheme: 'light' | 'dark') {
  await page.evaluate((wanted) => {
    document.documentElement.dataset['scheme'] = wanted
  }, scheme)
}

async function findViolations(options: axe.RunOptions): Promise<string[]> {
  // A transition that is still under way shows colours that nobody will see.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const { violations } = await page.evaluate(
    // Style sheets of other hosts, which `preload` is for, there are none.
    (how) =>
      window.axe.run(document.body, { ...how, preload: false, resultTypes: ['violations'] }) as Promise<AxeResults>,
    options,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
}

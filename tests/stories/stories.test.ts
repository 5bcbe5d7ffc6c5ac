import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join, normalize } from 'node:path'
import axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '#tests/support/browser.ts'

const BUILT = join(import.meta.dirname, '../../.build/storybook')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What Storybook's page holds of the story it shows. */
interface Preview {
  storyRenders: { id: string; phase: string }[]
  channel: { emit(event: string, value: unknown): void }
}
declare global {
  interface Window {
    __STORYBOOK_PREVIEW__?: Preview
    axe: typeof axe
  }
}

const built = Bun.spawnSync(['bun', 'run', 'storybook:build'], { stdout: 'pipe', stderr: 'pipe' })
if (built.exitCode !== 0) throw new Error(`Storybook did not build:\n${built.stdout}\n${built.stderr}`)
const index = (await Bun.file(join(BUILT, 'index.json')).json()) as {
  entries: Record<string, { id: string; title: string; name: string; type: string }>
}
const stories = Object.values(index.entries).filter(({ type }) => type === 'story')

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) => new Response(Bun.file(join(BUILT, normalize(decodeURIComponent(new URL(url).pathname))))),
})
let browser: Browser
let page: Page
const mistakes: string[] = []

beforeAll(async () => {
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  await context.addInitScript(axe.source)
  page = await context.newPage()
  page.on('pageerror', (error) => mistakes.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') mistakes.push(message.text())
  })
}, 60_000)

afterAll(async () => {
  await browser.close()
  await server.stop(true)
})

for (const { id, title, name } of stories) {
  test(`${title}: ${name}`, async () => {
    mistakes.length = 0
    await page.goto(`${server.url.href}iframe.html?id=${id}&viewMode=story&globals=scheme:light`)
    expect(await waitForStory(id)).toBe('')
    expect(await findViolations({ runOnly: RULES })).toEqual([])
    // Only colours differ in the other scheme.
    await page.evaluate(() => {
      window.__STORYBOOK_PREVIEW__?.channel.emit('updateGlobals', { globals: { scheme: 'dark' } })
    })
    await page.waitForSelector('html[data-scheme="dark"]')
    expect(await findViolations({ runOnly: { type: 'rule', values: ['color-contrast'] } })).toEqual([])
    expect(mistakes).toEqual([])
  }, 30_000)
}

/** Waits until the story and its play function are through. The answer says what went wrong, else it is empty. */
async function waitForStory(id: string): Promise<string> {
  await page.waitForFunction((wanted) => {
    const render = window.__STORYBOOK_PREVIEW__?.storyRenders.find((one) => one.id === wanted)
    return ['finished', 'completed', 'errored', 'aborted'].includes(render?.phase ?? '')
  }, id)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return page.evaluate(() => {
    if (!document.body.classList.contains('sb-show-errordisplay')) return ''
    return document.querySelector('#error-message')?.textContent ?? 'the story failed'
  })
}

async function findViolations(options: axe.RunOptions): Promise<string[]> {
  // A transition that is still under way shows colours that nobody will see.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const { violations } = await page.evaluate(
    (how) => window.axe.run(document.body, how) as Promise<AxeResults>,
    options,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
}

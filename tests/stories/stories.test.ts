import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { findInvalidHtml } from '#tests/support/htmlRules.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { openCheckedRenderings } from './checkedRenderings.ts'
import { createStages, DESKTOP } from './stages.ts'

const PHONE = { width: 390, height: 844 }
/** Time limit of a story and its play function. Below the limit of the test, whose timeout would kill the browser. */
const STORY_LIMIT_MS = 200_000
const CHECKED = join(import.meta.dirname, '../../.build/checkedStories.json')

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

let stages: ReturnType<typeof createStages>
let checked: Awaited<ReturnType<typeof openCheckedRenderings>>

beforeAll(async () => {
  stages = createStages(server.url.href, { count: availableParallelism(), limitMs: STORY_LIMIT_MS })
  checked = await openCheckedRenderings(CHECKED, await stages.browserVersion())
})

afterAll(async () => {
  await stages.close()
  await server.stop(true)
  await rm(folder, { recursive: true, force: true })
  await checked.save()
})

for (const { id, title, name, tags } of stories) {
  test.concurrent(`${title}: ${name}`, () =>
    stages.use(title, async ({ page, errors, resize }) => {
      errors.length = 0
      await resize(tags.includes('phone') ? PHONE : DESKTOP)
      const { failure, html, digest } = await page.evaluate(
        ([storyId, limitMs]) => window.storyPage.show(storyId, limitMs),
        [id, STORY_LIMIT_MS] as const,
      )
      expect(failure).toBe('')
      if (!checked.has(id, digest)) {
        const [faults, invalidHtml] = await Promise.all([
          page.evaluate(() => window.storyPage.check()),
          findInvalidHtml(html),
        ])
        expect(faults).toEqual({ light: [], largeText: [], dark: [] })
        expect(invalidHtml).toEqual([])
      }
      expect(errors).toEqual([])
      checked.add(id, digest)
    }))
}

test('The tab “Light and dark” shows a story in both schemes, side by side', async () => {
  const [first] = stories
  await using browser = await openBrowser()
  const page = await browser.newPage({ viewport: DESKTOP })
  page.setDefaultTimeout(STORY_LIMIT_MS)
  await page.goto(`${server.url.href}index.html?path=/story/${first?.id}`)
  await page.getByRole('tab', { name: 'Light and dark' }).click()
  const widths: number[] = []
  for (const scheme of ['light', 'dark']) {
    const frame = page.locator(`iframe[title$=", ${scheme}"]`)
    await frame.contentFrame().locator(`html[data-scheme=${scheme}] #storybook-root > *`).first().waitFor()
    widths.push((await frame.boundingBox())?.width ?? 0)
  }
  expect(Math.min(...widths)).toBeGreaterThan(DESKTOP.width / 3)
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { setClock } from '#api/platform/clock.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { startProduct, type RunningProduct } from './product.ts'
import { followInSetup } from './setup.ts'
import { findSharedParts } from './sharedParts.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const FIRST = '2026-11-18'
const MISSED = ['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24']
const LAST = '2026-11-25'
const subjects = {
  heron: 'Herons wade through marsh water and hunt fish at dawn near tall reeds.',
  owl: 'Owls chase mice over frozen fields by night with silent wings and sharp ears.',
  glass: 'Glass blowers shape molten silica with long pipes inside hot furnaces.',
}
const titleOf = (subject: string, word: string, day: string) => `The ${word} ${subject} of day ${day.slice(8)}`
const papers = [FIRST, ...MISSED, LAST].flatMap((day, number) => {
  const titles = Object.entries(subjects).flatMap(([subject, abstract]) =>
    ['first', 'second'].map((word) => ({ title: titleOf(subject, word, day), abstract, categories: ['cs.LG'] })),
  )
  return simBatch(titles.length, day).map((paper, index) => ({
    ...paper,
    ...titles[index],
    id: `2611.${10_001 + 100 * number + index}`,
    versions: [{ at: submittedFor(day) }],
  }))
})

/** A time at which papers are submitted that arXiv announces on that day: for a Monday, the Friday before. */
function submittedFor(day: string): Date {
  const hours = new Date(day).getUTCDay() === 1 ? 76 : 28
  return new Date(Date.parse(day) - hours * 3_600_000)
}

let simulator: ReturnType<typeof startArxivSimulator>
let folder: Awaited<ReturnType<typeof makeFolder>>
let browser: Browser
let settings: Record<string, string>
let product: RunningProduct | undefined
const visitors: Visitor[] = []

async function visitOn(day: string): Promise<Visitor> {
  await product?.[Symbol.asyncDispose]()
  const clock = new Date(`${day}T07:00:00Z`)
  setClock(clock)
  const running = await startProduct({ arxiv: simulator, clock, folder: folder.path, settings })
  product = running
  await waitUntil(async () => {
    const response = await fetch(`${running.address}/api/papers/today`)
    return ((await response.json()) as { announced_on: string | null }).announced_on === day
  })
  const visitor = await openVisitor(browser, running.address)
  visitors.push(visitor)
  await visitor.page.goto('/login')
  await visitor.signIn('Ada Linde')
  return visitor
}

beforeAll(async () => {
  simulator = startArxivSimulator({ papers })
  folder = await makeFolder()
  settings = await findSharedParts()
  browser = await openBrowser()
})
afterAll(async () => {
  await Promise.all(visitors.map(({ context }) => context.close()))
  await browser.close()
  await product?.[Symbol.asyncDispose]()
  await simulator.stop()
  await folder[Symbol.asyncDispose]()
  setClock(null)
})

test('a pin and a mute of the taste page order the next lists, and the missed days are caught up in one list', async () => {
  const { page, violations, problems } = await visitOn(FIRST)
  await followInSetup(page)
  const card = (subject: string, word = 'first') => page.getByRole('article', { name: titleOf(subject, word, FIRST) })
  await card('heron').getByRole('button', { name: 'Save' }).click()
  await card('heron').getByRole('button', { name: 'Saved' }).waitFor()
  // Words are named when two papers with them were disliked.
  for (const word of ['first', 'second']) await card('glass', word).getByRole('button', { name: 'Not for me' }).click()
  await page.goto('/profile?section=taste')
  await page.getByText(/^From 3 actions since/).waitFor()
  // Before the bar with the changes is there, which covers rows; the stories have it.
  expect(await violations()).toEqual([])
  await page
    .getByRole('button', { name: /^Change .*heron/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Pin/ }).click()
  await page.getByRole('button', { name: 'Change glass', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Mute/ }).click()
  await page.getByText('2 changes').waitFor()
  await page.getByRole('button', { name: 'Use this' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  expect(problems()).toEqual([])

  const { page: later, violations: laterViolations, problems: laterProblems } = await visitOn(LAST)
  const titles = () => later.getByRole('article').getByRole('heading').allTextContents()
  // The missed days are fetched one after the other.
  await waitUntil(async () => {
    await later.reload()
    await later.getByRole('article').first().waitFor()
    return later.getByText('You were away for 4 days: 16 papers').isVisible()
  })
  const newest = await titles()
  expect(newest.slice(0, 2).every((title) => title.includes('heron'))).toBe(true)
  expect(newest.filter((title) => title.includes('glass'))).toEqual([])
  expect(await laterViolations()).toEqual([])
  await later.getByRole('button', { name: 'Catch up' }).click()
  await later.getByText('You are through the best').waitFor()
  const missed = await titles()
  expect(missed.toSorted()).toEqual(
    MISSED.flatMap((day) =>
      ['heron', 'owl'].flatMap((subject) => ['first', 'second'].map((word) => titleOf(subject, word, day))),
    ).toSorted(),
  )
  expect(laterProblems()).toEqual([])
})

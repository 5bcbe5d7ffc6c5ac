import { expect, test } from 'bun:test'
import type { TodayPapers } from '#api/contract/papers.ts'
import { setClock } from '#api/platform/clock.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { startProduct } from './product.ts'
import { followInSetup } from './setup.ts'
import { findSharedParts } from './sharedParts.ts'
import { openVisitor } from './visitor.ts'

const [TUESDAY, WEDNESDAY] = ['2026-11-17', '2026-11-18'] as const
const SUBJECTS = {
  heron: 'Herons wade through marsh water and hunt fish at dawn near tall reeds.',
  owl: 'Owls chase mice over frozen fields by night with silent wings and sharp ears.',
  glass: 'Glass blowers shape molten silica with long pipes inside hot furnaces.',
}
/** Two of each subject with these titles, and others with some of their words: enough to compare papers. */
const papersOf = (day: string, count: number, [first, second]: [string, string]) =>
  simBatch(count, day).map((paper, index) => {
    const [subject, text] = Object.entries(SUBJECTS)[index % 3]!
    const words = text.split(' ')
    const some = [3, 5, 7].map((step) => words[(index * step) % words.length]).join(' ')
    const changes =
      index < 6
        ? { title: `The ${index < 3 ? first : second} ${subject}`, abstract: text }
        : { title: `Notes ${index}`, abstract: `${some} notes of a survey` }
    return { ...paper, ...changes, id: `2611.${day.slice(8)}${paper.id.slice(-3)}` }
  })
const papers = [...papersOf(TUESDAY, 120, ['first', 'second']), ...papersOf(WEDNESDAY, 60, ['third', 'fourth'])]

test('interests are proposed from what was saved, kept apart, renamed, chosen for the mail, and filter the next day', async () => {
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => setClock(null))
  const simulator = startArxivSimulator({ papers })
  cleanUp.defer(() => simulator.stop())
  const folder = cleanUp.use(await makeFolder())
  const settings = await findSharedParts()
  const browser = await openBrowser()
  cleanUp.defer(() => browser.close())

  /** Uses the product with a new browser profile when it has the announcement of `day`. */
  async function visitOn(day: string, use: (visitor: Awaited<ReturnType<typeof openVisitor>>) => Promise<void>) {
    const clock = new Date(`${day}T07:00:00Z`)
    setClock(clock)
    await using product = await startProduct({ arxiv: simulator, clock, folder: folder.path, settings })
    await waitUntil(async () => {
      const response = await fetch(`${product.address}/api/papers/today`)
      return ((await response.json()) as TodayPapers).announced_on === day
    })
    const visitor = await openVisitor(browser, product.address)
    await visitor.page.goto('/login')
    await visitor.signIn('Ada Linde')
    await use(visitor)
    expect(visitor.problems()).toEqual([])
    await visitor.context.close()
  }
  // Papers are described for comparison when the product starts, and later each half hour.
  await visitOn(TUESDAY, ({ page }) => followInSetup(page))

  let [name, subject] = ['', '']
  await visitOn(TUESDAY, async ({ page, violations }) => {
    for (const title of ['The first heron', 'The second heron', 'The first owl', 'The second owl']) {
      await page.goto(`/search?q=${encodeURIComponent(`ti:"${title}"`)}`)
      const card = page.getByRole('article', { name: title })
      await card.getByRole('button', { name: 'Save' }).click()
      await card.getByRole('button', { name: 'Saved' }).waitFor()
    }
    const section = page.getByRole('region', { name: 'Interests apart' })
    const keep = section.getByRole('button', { name: 'Keep these apart' })
    await waitUntil(async () => {
      await page.goto('/profile?section=taste')
      const finer = section.getByRole('button', { name: 'Look for finer groups' })
      await keep.or(finer).waitFor()
      if (await finer.isVisible()) await finer.click()
      await keep.or(section.getByText('too much alike')).waitFor()
      return keep.isVisible()
    })
    await keep.click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    // They are named by words of their papers.
    const rows = section.getByRole('listitem').filter({ has: page.getByRole('heading') })
    await waitUntil(async () => (await rows.count()) === 2)
    await rows
      .first()
      .getByRole('button', { name: /^Papers: / })
      .click()
    const heron = rows.first().getByText('The first heron')
    await heron.or(rows.first().getByText('The first owl')).waitFor()
    const hasHerons = await heron.isVisible()
    ;[name, subject] = hasHerons ? ['Wading birds', 'heron'] : ['Night birds', 'owl']
    await rows
      .first()
      .getByRole('button', { name: /^More: / })
      .click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await section.getByLabel('Name of the interest').fill(name)
    await section.getByRole('button', { name: 'Save name' }).click()
    await section.getByRole('heading', { name }).waitFor()
    // Without the message with “Undo”, which covers rows.
    await page.reload()
    await section.getByRole('heading', { name }).waitFor()
    expect(await violations()).toEqual([])

    await page.goto('/profile#digest')
    await page.getByRole('switch', { name: 'Daily mail' }).check()
    await Promise.all([
      page.waitForResponse((response) => response.request().postData()?.includes('"by_interest":true') ?? false),
      page.getByRole('switch', { name: 'Group the papers of the mail by interest' }).check(),
    ])
    await page.reload()
    expect(await page.getByRole('switch', { name: 'Group the papers of the mail by interest' }).isChecked()).toBe(true)
    expect(await violations()).toEqual([])
  })

  await visitOn(WEDNESDAY, async ({ page, violations }) => {
    await page.goto('/dashboard')
    const titles = page.getByRole('article').getByRole('heading', { name: /^The / })
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    // Without the filter the papers of both interests are shown.
    await waitUntil(async () => (await titles.count()) === 2)
    expect((await titles.allTextContents()).toSorted()).toEqual(
      ['fourth', 'third'].map((word) => `The ${word} ${subject}`),
    )
    expect(await page.getByRole('article', { name: `The third ${subject}` }).textContent()).toContain(name)
    expect(await violations()).toEqual([])
  })
})

import type { Browser, BrowserContext } from 'playwright-core'
import { setClock } from '#api/platform/clock.ts'
import { startProduct } from '#tests/e2e/product.ts'
import { openVisitor } from '#tests/e2e/visitor.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { readFirstLoad, saveCards, signInWithPapers } from '#tests/support/firstLoad.ts'
import { READING_STEP } from '#web/data/reads.ts'
import { loadavg } from 'node:os'
import { measureVitals, openSlowly, readVitals, type Measured, type Vitals } from './pageVitals.ts'

// Measures the pages of the production build in Chromium with an empty HTTP cache: bytes and requests until the first
// content, without the service worker, which sends files uncompressed; then three loads on a slow line (1.6 Mbit/s, 150 ms)
// with the processor slowed down four times: the first content, LCP, TBT and CLS; "warm" is the dashboard with a service
// worker that has its files; and the time from an input to the next frame on the dashboard. All times are medians.
const DAY = '2026-11-18'
const PAPERS = 235
const RUNS = 3
/** Names of the pages, `warm` and `inputs`, separated by commas; all by default. */
const WANTED = process.env['BENCH_PAGES']?.split(',')

const isWanted = ({ name }: { name: string }) => WANTED?.includes(name) ?? true

interface MeasuredPage {
  name: string
  path: string
  width: number
  /** CSS selector of the first content; default: a card. */
  content?: string
}

/** Times in ms from an input to the next frame: saving a paper, a filter, and the slowest key of a note. */
async function measureInputs(context: BrowserContext): Promise<number[]> {
  const page = await openSlowly(context)
  await page.goto('/dashboard')
  const save = page.getByRole('article').getByRole('button', { name: 'Save', exact: true }).first()
  await save.waitFor()
  await page.waitForLoadState('networkidle')
  const inputs: (() => Promise<void>)[] = [
    () => save.click(),
    () => page.getByText('Unseen only').click(),
    async () => {
      await page.getByLabel('Your note').first().pressSequentially('Ask which tide they had', { delay: 60 })
    },
  ]
  const durations: number[] = []
  for (const [index, input] of inputs.entries()) {
    if (index === 2) {
      await page.getByRole('article').first().getByRole('button', { name: /^Note/ }).click()
      await page.getByLabel('Your note').first().waitFor()
    }
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => ((window as unknown as { vitals: Vitals }).vitals.inputs = []))
    await input()
    await page.waitForTimeout(500)
    // The browser reports no input below 16 ms.
    durations.push(Math.max(0, ...(await readVitals(page)).inputs))
  }
  // The next run saves the same paper.
  const saved = page.getByRole('article').first().getByRole('button', { name: 'Saved', exact: true })
  if (await saved.isVisible()) await saved.click()
  await page.waitForLoadState('networkidle')
  await page.close()
  return durations
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const middleOf = (values: readonly number[]) => Math.round(values.toSorted((a, b) => a - b)[(RUNS - 1) / 2]!)

async function measure(context: BrowserContext, page: MeasuredPage): Promise<void> {
  const { path, content } = page
  const plain = await readFirstLoad(context, path, content === undefined ? {} : { content })
  const { scriptBytes, apiBytes, bytes, requests } = plain
  const shifts = await measureLoads(context, page, [kB(scriptBytes), kB(apiBytes), kB(bytes), requests])
  if (process.env['BENCH_DETAILS']) console.log([...plain.urls, ...shifts].join('\n'))
}

/** Prints the row of a page, with the `sizes` of what it requested. Returns its layout shifts. */
async function measureLoads(
  context: BrowserContext,
  page: MeasuredPage,
  sizes: readonly (string | number)[],
): Promise<string[]> {
  const runs: Measured[] = []
  while (runs.length < RUNS) runs.push(await measureVitals(context, page))
  const middle = (key: 'lcp' | 'tbt' | 'firstContent') => middleOf(runs.map((run) => run[key]))
  const cells = [
    `${page.name} ${page.width}`,
    ...sizes,
    `${middle('firstContent')} ms`,
    `${middle('lcp')} ms`,
    `${middle('tbt')} ms`,
    Math.max(...runs.map(({ cls }) => cls)).toFixed(4),
    loadavg()[0]!.toFixed(1),
  ]
  console.log(`| ${cells.join(' | ')} |`)
  return runs.flatMap(({ shifts }) => shifts)
}

/** Measures the dashboard of a reader whose service worker has kept the files of the site. */
async function measureWarm(browser: Browser, address: string, width: number): Promise<void> {
  const { context, ...reader } = await openVisitor(browser, address, { width })
  await signInWithPapers({ context, ...reader }, ['cs.LG'])
  const page = await context.newPage()
  await page.goto('/dashboard')
  await page.getByRole('article').first().waitFor()
  // Installed when it has kept all files.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  await page.close()
  await measureLoads(context, { name: 'warm', path: '/dashboard', width }, Array(4).fill('–'))
  await context.close()
}

async function visitPages(browser: Browser, address: string): Promise<void> {
  console.log('| page | scripts | API | all | requests | first content | LCP | TBT | CLS | load |')
  console.log(`|${' --- |'.repeat(10)}`)
  for (const width of [1280, 390]) {
    const reader = await openVisitor(browser, address, { width, worker: false })
    const isWide = width >= 600
    const measureAll = async (pages: readonly Omit<MeasuredPage, 'width'>[]) => {
      for (const page of pages) if (isWanted(page)) await measure(reader.context, { ...page, width })
    }
    // The landing page is that of a visitor: its text is its first content.
    await measureAll([{ name: 'landing', path: '/', content: 'h1' }])
    await signInWithPapers(reader, ['cs.LG'])
    await measureAll([{ name: 'dashboard', path: '/dashboard' }])
    if (isWanted({ name: 'warm' })) await measureWarm(browser, address, width)
    // Before papers are saved. On phones, Note is in a menu.
    if (isWide && isWanted({ name: 'inputs' })) await measureAllInputs(reader.context, width)
    // On phones it is the same reader.
    if (isWide) await saveSome(reader.context)
    await measureAll([
      { name: 'search', path: '/search?q=lanterns' },
      { name: 'category', path: '/dashboard?category=cs.LG' },
      { name: 'list', path: '/reading-list' },
      { name: 'paper', path: `/paper/arxiv:${papers[0]!.id}` },
      { name: 'taste', path: '/profile?section=taste', content: '#main h2' },
      { name: 'profile', path: '/profile', content: '#statistics' },
    ])
  }
}

async function measureAllInputs(context: BrowserContext, width: number): Promise<void> {
  const inputs: number[][] = []
  while (inputs.length < RUNS) inputs.push(await measureInputs(context))
  const [save, filter, note] = [0, 1, 2].map((index) => middleOf(inputs.map((run) => run[index]!)))
  console.log(`inputs at ${width}: save ${save} ms, filter ${filter} ms, slowest key of a note ${note} ms`)
}

/** Saves a page of the reading list. */
async function saveSome(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/dashboard')
  await saveCards(page, READING_STEP)
  await page.close()
}

const clock = new Date(`${DAY}T07:00:00Z`)
setClock(clock)
const papers = simBatch(PAPERS, DAY).map((paper, index) => ({
  ...paper,
  abstract: `${paper.abstract} `.repeat(14),
  ...(index % 6 === 0 && { title: `Lanterns in $O(n^${index})$ fog` }),
}))
const simulator = startArxivSimulator({ papers })
const product = await startProduct({ arxiv: simulator, clock })
const browser = await openBrowser()
try {
  await visitPages(browser, product.address)
} finally {
  await browser.close()
  await product[Symbol.asyncDispose]()
  await simulator.stop()
}

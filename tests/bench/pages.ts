import type { Browser, BrowserContext } from 'playwright-core'
import { setClock } from '#api/platform/clock.ts'
import { startProduct } from '#tests/e2e/product.ts'
import { openVisitor } from '#tests/e2e/visitor.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { readFirstLoad, signInWithPapers } from '#tests/support/firstLoad.ts'

// Measures the first load of the landing page and of the dashboard, from the production build in Chromium, with an
// empty HTTP cache: bytes and requests; the first card on a slow line (1.6 Mbit/s, 150 ms); LCP, TBT and CLS with the
// processor slowed down four times.
const DAY = '2026-11-18'
const PAPERS = 235
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOW_DOWN = 4

interface ShiftSource {
  node: Element | null
  previousRect: DOMRect
  currentRect: DOMRect
}

interface Vitals {
  lcp: number
  cls: number
  tbt: number
  shifts: string[]
}

/** Records layout shifts, long tasks and the largest contentful paint of the next page; runs in it. Times in ms. */
function recordVitals(): void {
  const vitals: Vitals = { lcp: 0, cls: 0, tbt: 0, shifts: [] }
  Object.assign(window, { vitals })
  const types: Record<string, (entry: PerformanceEntry) => void> = {
    'largest-contentful-paint': ({ startTime }) => (vitals.lcp = startTime),
    longtask: ({ duration }) => (vitals.tbt += Math.max(0, duration - 50)),
    'layout-shift': (entry) => {
      const { value, sources } = entry as PerformanceEntry & { value: number; sources: ShiftSource[] }
      vitals.cls += value
      for (const { node, previousRect: from, currentRect: to } of sources) {
        const text = node?.textContent?.trim().slice(0, 30)
        vitals.shifts.push(
          `${value.toFixed(4)} ${node?.nodeName} "${text}" ${from.y} -> ${to.y}, ${from.height} -> ${to.height}`,
        )
      }
    },
  }
  for (const [type, add] of Object.entries(types))
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true })
}

async function measureVitals(context: BrowserContext, path: string): Promise<Vitals> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  await page.addInitScript(recordVitals)
  await page.goto(path)
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  const vitals = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals)
  await page.close()
  return vitals
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

async function measure(context: BrowserContext, path: string, name: string): Promise<void> {
  const plain = await readFirstLoad(context, path)
  const slow = await readFirstLoad(context, path, { line: SLOW_LINE })
  const runs = [
    await measureVitals(context, path),
    await measureVitals(context, path),
    await measureVitals(context, path),
  ]
  const middle = (key: 'lcp' | 'tbt') => Math.round(runs.map((run) => run[key]).toSorted((a, b) => a - b)[1]!)
  console.log(
    [
      name.padEnd(14),
      `scripts ${kB(plain.scriptBytes)}`,
      `API ${kB(plain.apiBytes)}`,
      `all ${kB(plain.bytes)} in ${plain.requests} requests, ${plain.laterUrls.length} after the card`,
      `first card ${Math.round(slow.firstCardMs)} ms`,
      `LCP ${middle('lcp')} ms, TBT ${middle('tbt')} ms, CLS ${Math.max(...runs.map(({ cls }) => cls)).toFixed(4)}`,
    ].join(' | '),
  )
  if (process.env['BENCH_DETAILS']) console.log([...plain.urls, ...runs.flatMap(({ shifts }) => shifts)].join('\n'))
}

async function visitPages(browser: Browser, address: string): Promise<void> {
  for (const width of [1280, 390]) {
    const reader = await openVisitor(browser, address, { width })
    await measure(reader.context, '/', `landing ${width}`)
    await signInWithPapers(reader, ['cs.LG'])
    await measure(reader.context, '/dashboard', `dashboard ${width}`)
  }
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

import type { BrowserContext, Page } from 'playwright-core'

const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOW_DOWN = 4
interface ShiftSource {
  node: Element | null
  previousRect: DOMRect
  currentRect: DOMRect
}

export interface Vitals {
  lcp: number
  cls: number
  tbt: number
  /** End of the last task that was longer than 50 ms. */
  lastTaskEnd: number
  shifts: string[]
  /** Durations of the inputs since the last reset, from the input to the next frame. */
  inputs: number[]
}

export type Measured = Vitals & { firstContent: number }

/** Records layout shifts, long tasks and the largest contentful paint of the next page; runs in it. Times in ms. */
function recordVitals(): void {
  const vitals: Vitals = { lcp: 0, cls: 0, tbt: 0, lastTaskEnd: 0, shifts: [], inputs: [] }
  Object.assign(window, { vitals })
  const types: Record<string, (entry: PerformanceEntry) => void> = {
    'largest-contentful-paint': ({ startTime }) => (vitals.lcp = startTime),
    event: ({ duration }) => vitals.inputs.push(duration),
    longtask: ({ startTime, duration }) => {
      vitals.tbt += Math.max(0, duration - 50)
      vitals.lastTaskEnd = startTime + duration
    },
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
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({
      type,
      buffered: true,
      ...(type === 'event' && { durationThreshold: 16 }),
    })
}

/** Opens a new window that is as slow as a phone on a mobile connection. */
export async function openSlowly(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.emulateNetworkConditions', SLOW_LINE)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  await page.addInitScript(recordVitals)
  return page
}

/** Whether the content is painted and no task was long for a second: a page rendered in slices is idle before it is shown. */
const isQuiet = () => {
  const { lcp, lastTaskEnd } = (window as unknown as { vitals: Vitals }).vitals
  return lcp > 0 && performance.now() - Math.max(lcp, lastTaskEnd) > 1_000
}

export const readVitals = (page: Page) => page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals)

/** Loads `path` once as on a phone on a mobile connection; `content` is the CSS selector of its first content. */
export async function measureVitals(
  context: BrowserContext,
  { path, content = 'article' }: { path: string; content?: string },
): Promise<Measured> {
  const page = await openSlowly(context)
  await page.addInitScript((selector) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      performance.mark('content')
    })
    observer.observe(document, { childList: true, subtree: true })
  }, content)
  await page.goto(path)
  await page.waitForFunction(() => performance.getEntriesByName('content').length > 0)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(isQuiet)
  const firstContent = await page.evaluate(() => performance.getEntriesByName('content')[0]!.startTime)
  const vitals = await readVitals(page)
  await page.close()
  return { ...vitals, firstContent }
}

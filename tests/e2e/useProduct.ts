import { afterAll, afterEach, beforeAll } from 'bun:test'
import type { Browser } from 'playwright-core'
import { setClock } from '#api/platform/clock.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import type { SimPaper } from '#tests/simulators/simPapers.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { startProduct, type RunningProduct } from './product.ts'
import { welcome, type Visitor } from './visitor.ts'

const LIMIT_MS = 180_000

/** The product with a simulated arXiv that has `papers`, and a browser, for the tests of one file. */
export function useProduct({ papers, clock }: { papers: SimPaper[]; clock: Date }) {
  const visitors: Visitor[] = []
  let simulator: ReturnType<typeof startArxivSimulator>
  let product: RunningProduct
  let browser: Browser

  beforeAll(async () => {
    // arXiv lives at the same time as the product.
    setClock(clock)
    simulator = startArxivSimulator({ papers })
    ;[product, browser] = await Promise.all([startProduct({ arxiv: simulator, clock }), openBrowser()])
  }, LIMIT_MS)
  afterEach(async () => {
    await Promise.all(visitors.splice(0).map(({ context }) => context.close()))
  })
  afterAll(async () => {
    await browser.close()
    await product[Symbol.asyncDispose]()
    await simulator.stop()
    setClock(null)
  }, LIMIT_MS)

  /** A new person at `path`, at a window of `width`. */
  async function visit(path: string, width?: number): Promise<Visitor> {
    const visitor = await welcome(browser, product.address, width)
    visitors.push(visitor)
    await visitor.page.goto(path)
    return visitor
  }

  return { visit, address: () => product.address }
}

import { afterAll, afterEach, beforeAll } from 'bun:test'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import type { CategoryList } from '#api/contract/categories.ts'
import type { TodayPapers } from '#api/contract/papers.ts'
import { setClock } from '#api/platform/clock.ts'
import { IndexFile } from '#api/search/indexFile.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { startBiorxivSimulator, type BiorxivSimulator } from '#tests/simulators/biorxiv.ts'
import {
  startCrossrefSimulator,
  type CrossrefSimulator,
  type SimJournal,
  type SimWork,
} from '#tests/simulators/crossref.ts'
import type { SimText } from '#tests/simulators/paperHtml.ts'
import type { SimPaper } from '#tests/simulators/simPapers.ts'
import type { SimPreprint } from '#tests/simulators/simPreprints.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { startProduct, type RunningProduct } from './product.ts'
import { findSharedParts } from './sharedParts.ts'
import { openVisitor, type Visitor, type VisitorOptions } from './visitor.ts'

interface Options {
  papers: SimPaper[]
  /** Texts of versions of them, which arXiv has as HTML, by "2611.90001v1". */
  texts?: Readonly<Record<string, SimText>>
  /** What Crossref has. */
  works?: SimWork[]
  journals?: SimJournal[]
  /** What bioRxiv and medRxiv posted; without it requests to them are refused. */
  preprints?: SimPreprint[]
  /** Further settings of the product. */
  settings?: Record<string, string>
  /** Start time of the product's clock. */
  clock: Date
  /** Whether it starts its mongod and its sign-in emulator itself, as on the machine of somebody who tries it. */
  ownParts?: boolean
}

/**
 * Starts the product with a simulated arXiv that has `papers`, a simulated Crossref that has `works` and `journals` and, if they are
 * given, simulated servers that have `preprints`, and a browser, for the tests of one file. The papers of arXiv are in
 * the library when the tests begin.
 */
export function useProduct({
  papers,
  texts = {},
  works = [],
  journals = [],
  preprints,
  settings = {},
  clock,
  ownParts = false,
}: Options) {
  const visitors: Visitor[] = []
  let simulator: ReturnType<typeof startArxivSimulator>
  let crossref: CrossrefSimulator
  let biorxiv: BiorxivSimulator | undefined
  let product: RunningProduct
  let browser: Browser

  beforeAll(async () => {
    // The simulated arXiv and the product have the same time.
    setClock(clock)
    simulator = startArxivSimulator({ papers })
    for (const [version, text] of Object.entries(texts)) simulator.texts.set(version, text)
    crossref = startCrossrefSimulator({ works, journals })
    biorxiv = preprints && startBiorxivSimulator({ preprints })
    const start = async () =>
      startProduct({
        arxiv: simulator,
        crossref,
        ...(biorxiv && { biorxiv }),
        clock,
        settings: { ...settings, ...(ownParts ? {} : await findSharedParts()) },
      })
    ;[product, browser] = await Promise.all([start(), openBrowser()])
    await waitForPapers(product)
  })
  afterEach(async () => {
    await Promise.all(visitors.splice(0).map(({ context }) => closeContext(context)))
  })
  afterAll(async () => {
    await browser.close()
    await product[Symbol.asyncDispose]()
    await Promise.all([simulator.stop(), crossref.stop(), biorxiv?.stop()])
    setClock(null)
  })

  /** Opens `path` with a new browser profile. */
  async function visit(path: string, options?: VisitorOptions): Promise<Visitor> {
    const visitor = await openVisitor(browser, product.address, options)
    visitors.push(visitor)
    await visitor.page.goto(path)
    return visitor
  }

  return { visit, address: () => product.address }
}

/**
 * Waits for the first announcement, until its papers can be found, and until the categories say how many there are a day:
 * a page shows what is there when it is opened. On a busy machine a test may be faster than the process that fills the
 * search index, and than the job that counts.
 */
async function waitForPapers({ address, folder }: RunningProduct): Promise<void> {
  const index = new IndexFile(join(folder, 'search'))
  await waitUntil(async () => {
    const { announced_on, total } = (await (await fetch(`${address}/api/papers/today`)).json()) as TodayPapers
    if (announced_on === null || index.state.size < total) return false
    const { items } = (await (await fetch(`${address}/api/categories/`)).json()) as CategoryList
    return items.some(({ daily_volume }) => daily_volume > 0)
  })
  index.close()
}

/** Closes a browser profile. An error of a request that a route of the test has not answered yet is ignored. */
async function closeContext(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

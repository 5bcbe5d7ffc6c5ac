import { toMadeCode } from '#api/services/ingestion/finding.ts'
import { addDays, ARXIV_ZONE, dayIn, instantOf } from '#api/platform/clock.ts'
import type { SimItem } from '#tests/simulators/feeds.ts'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { simArticle } from '#tests/simulators/simArticles.ts'
import type { Posted } from './postedWorld.ts'

/** Queries that readers follow: the first one finds what journals registered, the second one what PubMed alone has. */
export const QUERIES = ['result[ti]', 'glowing[ti]'] as const
export const queryCode = (query: (typeof QUERIES)[number]) => toMadeCode('pubmed', query)

const COPIED_SHARE = 0.4
/** PubMed makes its record so many days after the registration at most, and its search finds it so many days later. */
const COPIED_AFTER = 4
const LATE_SHARE = 0.2
const LATE_DAYS = 5
/** Records of PubMed alone, and items of a feed, each day. */
const OWN_PER_DAY = [0, 3] as const

interface Days {
  from: string
  until: string
}

const titleOf = ({ work }: Posted) => String((work?.title as string[] | undefined)?.[0])
interface Copied {
  doi?: string
  of?: string
}

const copyOf = ({ id, of, work }: Posted): Copied => ({ doi: work!.DOI, of: of ?? id })
/**
 * From when on there may be a copy of what a journal registered: Crossref alone links it to a preprint, so that this link is
 * to be known before, also after an outage of Crossref.
 */
const copiedFrom = ({ of, day, listedAt }: Posted): string =>
  of === undefined ? day : addDays(dayIn(ARXIV_ZONE, listedAt), 5)

const clockOf = (random: RandomNumbers) => `${String(random.between(1, 22)).padStart(2, '0')}:00`

/** What PubMed records from `from` to `until`: copies of what journals registered, some of them late, and its own. */
export function makeQueriedWorld(
  seed: number,
  { from, until, registered }: Days & { registered: readonly Posted[] },
): Posted[] {
  const random = new RandomNumbers(seed + 2_000)
  const queried: Posted[] = []
  const add = (created: string, title: string, query: (typeof QUERIES)[number], more: Copied = {}) => {
    const pmid = String(99_900_000 + queried.length)
    const lag = random.chance(LATE_SHARE) ? random.between(1, LATE_DAYS) : 0
    const listedAt = instantOf(addDays(created, lag), clockOf(random), ARXIV_ZONE)
    const article = simArticle({ pmid, title, created, doi: more.doi ?? '', visibleFrom: listedAt })
    const isOnTime = lag === 0
    const facts = { subject: queryCode(query), day: addDays(created, 1), listedAt, isFirst: true, isOnTime }
    queried.push({ id: `pmid:${pmid}`, article, ...facts, ...(more.of !== undefined && { of: more.of }) })
  }
  for (const one of registered) {
    const created = addDays(copiedFrom(one), random.between(0, COPIED_AFTER))
    if (!one.isFirst || created > until || !random.chance(COPIED_SHARE)) continue
    add(created, titleOf(one), 'result[ti]', copyOf(one))
  }
  for (let date = from; date <= until; date = addDays(date, 1))
    for (let n = random.between(...OWN_PER_DAY); n > 0; n -= 1)
      add(date, `Glowing lantern ${queried.length}`, 'glowing[ti]')
  return queried
}

/** What a feed shows from `from` to `until`: its own posts, and what journals registered. `code` is that of its category. */
export function makeFedWorld(
  seed: number,
  { from, until, registered, code }: Days & { registered: readonly Posted[]; code: string },
): Posted[] {
  const random = new RandomNumbers(seed + 3_000)
  const fed: Posted[] = []
  const add = (date: string, title: string, more: Copied = {}) => {
    const number = fed.length + 1
    const listedAt = instantOf(date, clockOf(random), ARXIV_ZONE)
    const item: SimItem = {
      guid: `tag:feeds.example.org,2026:${number}`,
      title,
      link: `/articles/${number}`,
      text: `<p>${'We count the lanterns of a street that we invented. '.repeat(6)}</p>`,
      authors: ['Mirela Quillfeather'],
      at: listedAt.toISOString(),
      ...(more.doi !== undefined && { doi: more.doi }),
    }
    // It is seen at the next visit: that day, or the next one.
    const facts = { subject: code, day: addDays(date, 1), listedAt, isFirst: true, isOnTime: false }
    fed.push({ id: title, item, ...facts, ...(more.of !== undefined && { of: more.of }) })
  }
  for (let date = from; date <= until; date = addDays(date, 1)) {
    for (let n = random.between(...OWN_PER_DAY); n > 0; n -= 1) add(date, `Post ${fed.length} of a blog`)
    const day = addDays(date, random.between(-2, 0))
    const copied = registered.find((one) => one.isFirst && copiedFrom(one) === day)
    if (copied && random.chance(COPIED_SHARE) && !fed.some(({ of }) => of === (copied.of ?? copied.id)))
      add(date, titleOf(copied), copyOf(copied))
  }
  return fed
}

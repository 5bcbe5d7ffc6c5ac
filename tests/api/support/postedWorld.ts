import { addDays, ARXIV_ZONE, instantOf, isWeekend } from '#api/platform/clock.ts'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import type { SimWork } from '#tests/simulators/crossref.ts'
import type { SimItem } from '#tests/simulators/feeds.ts'
import type { SimArticle } from '#tests/simulators/simArticles.ts'
import { simPreprint, type SimPreprint } from '#tests/simulators/simPreprints.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { idOf } from './preprints.ts'

/** A row of a server, a record of a journal or of PubMed, or an item of a feed, and when it is listed. */
export interface Posted {
  id: string
  row?: SimPreprint
  work?: SimWork
  article?: SimArticle
  item?: SimItem
  /** The category that it is in. */
  subject: string
  /** The announcement day. */
  day: string
  listedAt: Date
  isFirst: boolean
  /** It was listed on the day on which it was posted. */
  isOnTime: boolean
  /** Of a further record of a work: the id of the first one, such as that of the preprint of an article. */
  of?: string
}

const SUBJECTS = {
  bioRxiv: ['bioinformatics', 'neuroscience', 'ecology', 'cell biology'],
  medRxiv: ['epidemiology', 'oncology', 'public and global health'],
}
/** Rows of a working day. */
const PER_DAY = { bioRxiv: [4, 8], medRxiv: [2, 4] } as const
const LATE_SHARE = 0.15
const LATE_DAYS = 2
const REVISED_SHARE = 0.15
const REVISED_AFTER = [0, 6] as const

/** What both servers post from `from` to `until`: every day, little at weekends, some of it listed late, some of it revised. */
export function makePostedWorld(seed: number, { from, until }: { from: string; until: string }): Posted[] {
  const random = new RandomNumbers(seed)
  const posted: Posted[] = []
  let number = 700_000
  const add = (row: SimPreprint) => {
    const lateDays = random.chance(LATE_SHARE) ? 1 + random.between(0, LATE_DAYS) : 0
    const listedOn = addDays(row.date, lateDays)
    const listedAt = instantOf(listedOn, `${String(random.between(6, 21)).padStart(2, '0')}:00`, ARXIV_ZONE)
    const isFirst = row.version === '1'
    const subject = subjectOf(row)
    posted.push({ id: idOf(row), row, subject, day: addDays(row.date, 1), listedAt, isFirst, isOnTime: lateDays === 0 })
  }
  for (let date = from; date <= until; date = addDays(date, 1))
    for (const server of ['bioRxiv', 'medRxiv'] as const) {
      const [least, most] = PER_DAY[server]
      const count = isWeekend(date) ? random.between(0, 2) : random.between(least, most)
      for (let n = 0; n < count; n += 1) {
        const doi = `10.64898/${date.replaceAll('-', '.')}.${++number}`
        const own = { doi, server, category: random.pick(SUBJECTS[server]), title: `Invented result ${number}` }
        add(simPreprint({ ...own, date }))
        const again = addDays(date, random.between(...REVISED_AFTER))
        if (random.chance(REVISED_SHARE) && again <= until) add(simPreprint({ ...own, date: again, version: '2' }))
      }
    }
  return posted
}

/** "hiv aids" of medRxiv as "medrxiv.hiv-aids". */
const subjectOf = ({ server, category }: SimPreprint) => `${server.toLowerCase()}.${category.replaceAll(' ', '-')}`

/** The journals of a world by their ISSNs, with the papers of a day. */
const JOURNALS = { '9999-9994': [0, 4], '9999-9978': [0, 1], '9999-996X': [1, 3] } as const
const LAG_SHARE = 0.15
/** The index is behind by so many days at most. */
const LAG_DAYS = 6
const PENDING_SHARE = 0.1
const CHANGED_SHARE = 0.1
const OLD_VOLUME_SHARE = 0.05
const ARTICLE_SHARE = 0.3

/**
 * What journals register from `from` to `until`: some of it listed late, some registered weeks before it was published,
 * some changed later, some the articles of preprints of `posted`, and old volumes of thirty papers, which are no news.
 */
export function makeRegisteredWorld(
  seed: number,
  { from, until, posted }: { from: string; until: string; posted: readonly Posted[] },
): Posted[] {
  const random = new RandomNumbers(seed + 1_000)
  const registered: Posted[] = []
  let number = 0
  const at = (date: string) => ({ 'date-time': `${date}T${String(random.between(0, 23)).padStart(2, '0')}:11:09Z` })
  const preprints = posted.filter(({ isFirst }) => isFirst)
  const published = new Set<string>()
  /** A preprint that was posted up to three weeks before `date`, each once. */
  const takePreprint = (date: string): Posted | undefined => {
    const before = preprints.filter(({ id, day }) => day >= addDays(date, -21) && day < date && !published.has(id))
    const taken = random.chance(ARTICLE_SHARE) && before.length > 0 ? random.pick(before) : undefined
    if (taken) published.add(taken.id)
    return taken
  }
  const list = (work: SimWork, date: string, facts: Pick<Posted, 'subject' | 'isFirst' | 'of'>) => {
    const lag = random.chance(LAG_SHARE) ? random.between(1, LAG_DAYS) : 0
    const listedAt = new Date(`${addDays(date, lag)}T23:30:00Z`)
    registered.push({ id: `doi:${work.DOI}`, work, day: addDays(date, 1), listedAt, isOnTime: lag === 0, ...facts })
  }
  for (let date = from; date <= until; date = addDays(date, 1))
    for (const [issn, [least, most]] of Object.entries(JOURNALS)) {
      const subject = `journal.${issn}`
      const publishedOn = { 'date-parts': [date.split('-').map(Number)] }
      const paper = (created: string, changes: Partial<SimWork> = {}) =>
        simWork({
          DOI: `10.5555/world.${++number}`,
          title: [`Registered result ${number}`],
          ISSN: [issn],
          created: at(created),
          deposited: at(date),
          'published-online': publishedOn,
          published: publishedOn,
          ...changes,
        })
      for (let n = random.between(least, most); n > 0; n -= 1) {
        const isPending = random.chance(PENDING_SHARE)
        const preprint = takePreprint(date)
        const changes = preprint && {
          title: [preprint.row!.title],
          relation: { 'has-preprint': [{ 'id-type': 'doi', id: preprint.row!.doi, 'asserted-by': 'subject' }] },
        }
        const work = paper(isPending ? addDays(date, -random.between(20, 40)) : date, changes)
        list(work, date, { subject, isFirst: true, ...(preprint && { of: preprint.id }) })
        const changedOn = addDays(date, random.between(7, 20))
        // The same record in its place from then on: it is announced by then.
        if (random.chance(CHANGED_SHARE) && changedOn <= until)
          registered.push({
            ...registered.at(-1)!,
            work: { ...work, deposited: at(changedOn), 'is-referenced-by-count': 9 },
            listedAt: new Date(`${changedOn}T23:30:00Z`),
            isFirst: false,
          })
      }
      if (random.chance(OLD_VOLUME_SHARE))
        for (let n = 0; n < 30; n += 1)
          list(
            paper(date, { 'published-online': undefined, published: undefined, issued: { 'date-parts': [[1931]] } }),
            date,
            {
              subject: 'old',
              isFirst: false,
            },
          )
    }
  return registered
}

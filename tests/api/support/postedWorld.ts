import { addDays, ARXIV_ZONE, instantOf, isWeekend } from '#api/platform/clock.ts'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import { simPreprint, type SimPreprint } from '#tests/simulators/simPreprints.ts'
import { idOf } from './preprints.ts'

/** A row of a server, and when it is listed. */
export interface Posted {
  id: string
  row: SimPreprint
  /** The announcement day. */
  day: string
  listedAt: Date
  isFirst: boolean
  /** It was listed on the day on which it was posted. */
  isOnTime: boolean
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
    posted.push({ id: idOf(row), row, day: addDays(row.date, 1), listedAt, isFirst, isOnTime: lateDays === 0 })
    return listedAt
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
export const subjectOf = ({ server, category }: SimPreprint) =>
  `${server.toLowerCase()}.${category.replaceAll(' ', '-')}`

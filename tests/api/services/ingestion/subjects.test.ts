import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { addDays, setClock } from '#api/platform/clock.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { createSubject, findSubjects } from '#api/services/ingestion/subjects.ts'
import { searchFollowables } from '#api/services/ingestion/followables.ts'
import { findUser } from '#api/store/readers/users.ts'
import { saveSourceSettings } from '#api/store/sources/sources.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { useJournals, VISION } from '#tests/api/support/journals.ts'
import { announcedOn, at, cardsOf, findFalseLedgers, storedPapers } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { simGrouped } from '#tests/simulators/simWorks.ts'
import { errorOf } from '#tests/support/errorOf.ts'

const { product, crossref, run, register } = useJournals()
const { sources } = product
const DAY = '2026-11-24'
const day = (offset: number) => addDays(DAY, offset)
const SOCIAL = 'preprintsorg.social-sciences'
const ENGINEERING = 'preprintsorg.engineering'
const idsOf = (works: readonly { DOI: string }[]) => works.map(({ DOI }) => `doi:${DOI.replace(/\.v1$/, '')}`)

/** Registers papers of a subject. Returns their ids. */
function group(count: number, on: string, subject: string, first: number): string[] {
  const works = simGrouped(count, on, subject, { first })
  crossref.works.push(...works)
  return idsOf(works)
}
/** The ids of a reader's papers of all days. */
const paperIdsOf = async (userId: string) => (await cardsOf(userId)).map((card) => card.split(' ')[1]!).toSorted()
const fetchOn = (on: string) => {
  at(on, '08:00')
  return ingest(product, { source: 'crossref' }, createJobContext())
}

let hour = 0
// What was found is kept for ten minutes.
beforeEach(() => setClock(new Date(Date.UTC(2026, 10, 20, ++hour))))
afterEach(() => setClock(null))

describe('A subject of a preprint server', () => {
  beforeEach(() => {
    group(28, '2026-11-18', 'Social Sciences', 1)
    group(14, '2026-11-18', 'Engineering', 101)
  })

  test('is found by the words of its server and of itself, with its papers a day', async () => {
    const found = async (q: string) => (await findSubjects(sources, q)).map(({ code, per_day }) => [code, per_day])
    expect(await found('preprints.org')).toEqual([
      [SOCIAL, 2],
      [ENGINEERING, 1],
    ])
    expect(await found('Preprints engin')).toEqual([[ENGINEERING, 1]])
    // Without a server no server is asked.
    expect(await found('engineering')).toEqual([])
    // The second words name OSF Preprints, too.
    const asked = crossref.requests.map(({ url }) => /prefix%3A([\d.]+)/.exec(url)?.[1])
    expect(asked).toEqual(['10.20944', '10.31219'])
    const ada = await findUser((await makeReader('ada', []))._id)
    const { items } = await searchFollowables(sources, ada!, 'preprints.org social')
    expect(items.find(({ kind }) => kind === 'subject')).toMatchObject({
      kind: 'subject',
      source: 'crossref',
      code: SOCIAL,
      name: 'Social Sciences',
      detail: 'Preprints.org',
    })
  })

  test('is made a category once, and only if the server has it', async () => {
    const { category, created } = await createSubject(sources, SOCIAL)
    expect(created).toBe(true)
    expect(category).toMatchObject({
      id: SOCIAL,
      name: 'Social Sciences',
      kind: 'subject',
      group: 'Preprints.org',
      source: 'crossref',
      per_day: 2,
    })
    expect((await createSubject(sources, SOCIAL)).created).toBe(false)
    expect((await errorOf(createSubject(sources, 'preprintsorg.alchemy'))).message).toBe(
      'No paper of the last two weeks has the subject “preprintsorg.alchemy” at Preprints.org.',
    )
    expect((await errorOf(createSubject(sources, 'biorxiv.alchemy'))).message).toBe(
      '“biorxiv.alchemy” is no subject of a preprint server.',
    )
    await saveSourceSettings('crossref', { enabled: false })
    expect((await errorOf(createSubject(sources, ENGINEERING))).message).toBe(
      'Crossref is switched off in this library: no subject can be found.',
    )
  })
})

describe('The papers of a followed subject', () => {
  beforeEach(async () => {
    group(2, '2026-11-18', 'Social Sciences', 1)
    group(2, '2026-11-18', 'Engineering', 101)
    for (const code of [SOCIAL, ENGINEERING]) await createSubject(sources, code)
    crossref.works.length = 0
  })

  test('are the cards of its readers, and those of other subjects are not', async () => {
    const ada = await makeReader('ada', [SOCIAL])
    const ben = await makeReader('ben', ['preprintsorg'])
    const social = group(3, day(-1), 'Social Sciences', 11)
    const engineering = group(2, day(-1), 'Engineering', 111)
    const other = group(1, day(-1), 'Not Followed', 211)
    at(DAY, '08:00')
    await run('ingest')
    expect(await paperIdsOf(ada._id)).toEqual(social)
    expect(await paperIdsOf(ben._id)).toEqual([...social, ...engineering, ...other].toSorted())
    expect((await storedPapers({ _id: { $in: other } })).map(({ categories }) => categories)).toEqual([
      ['preprintsorg'],
    ])
    expect(await findFalseLedgers()).toEqual([])
  })

  test('are no news from before it was followed, beside journals that were read before', async () => {
    await makeReader('ben', [VISION])
    const old = group(2, day(-2), 'Social Sciences', 21)
    register(1, day(-2))
    await fetchOn(day(-1))
    const ada = await makeReader('ada', [SOCIAL])
    const fresh = group(3, day(-1), 'Social Sciences', 31)
    await fetchOn(DAY)
    expect(await announcedOn(old[0]!)).not.toEqual([`${DAY} new`])
    expect(await announcedOn(fresh[0]!)).toEqual([`${DAY} new`])
    await run('ingest')
    const today = (await cardsOf(ada._id)).filter((card) => card.startsWith(DAY))
    expect(today.toSorted()).toEqual(fresh.map((id) => `${DAY} ${id}`))
  })

  test('that were stored without it have it when another reader follows it', async () => {
    await makeReader('ben', ['preprintsorg'])
    const works = simGrouped(2, day(-1), 'Public Health', { first: 41 })
    crossref.works.push(...works)
    await fetchOn(DAY)
    expect((await storedPapers({ _id: { $in: idsOf(works) } }))[0]?.categories).toEqual(['preprintsorg'])
    await createSubject(sources, 'preprintsorg.public-health')
    await makeReader('ada', ['preprintsorg.public-health'])
    await fetchOn(day(1))
    expect((await storedPapers({ _id: { $in: idsOf(works) } }))[0]?.categories).toEqual([
      'preprintsorg',
      'preprintsorg.public-health',
    ])
    expect(await announcedOn(idsOf(works)[0]!)).toEqual([`${DAY} new`])
  })
})

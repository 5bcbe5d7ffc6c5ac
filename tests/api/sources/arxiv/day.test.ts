import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { setClock } from '#api/platform/clock.ts'
import { toSegments } from '#api/text/segments.ts'
import { loadDay } from '#tests/simulators/simPapers.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { collect, signal, useArxiv } from './source.ts'

const FILE = 'arxiv-2025-09-10.jsonl.gz'
const file = join(REAL_DATA, FILE)
const isAvailable = hasRealData(FILE, 'a whole real day through the three interfaces')

const DAY = '2025-09-03'
const start = useArxiv()
beforeEach(() => setClock(new Date(`${DAY}T12:00:00Z`)))
afterEach(() => setClock(null))

test.skipIf(!isAvailable)(
  'a whole real announcement is read identically from all three interfaces, and no record is rejected',
  async () => {
    const papers = await loadDay(file, DAY)
    const { source } = start(papers)
    const categories = [...new Set(papers.flatMap((paper) => paper.categories))]
    const feeds = await collect(source.announcements.readCurrent({ signal, categories }))
    const changes = await collect(source.announcements.readChanges({ signal, categories: [], from: DAY, until: DAY }))
    const found = await collect(
      source.lookUp.readByIds(
        papers.map(({ id }) => id),
        { signal },
      ),
    )
    expect([...feeds.rejected, ...changes.rejected, ...found.rejected]).toEqual([])
    const ids = papers.map(({ id }) => id).toSorted()
    expect(ids.length).toBeGreaterThan(400)
    for (const { ids: read } of [feeds, changes, found]) expect([...new Set(read)].toSorted()).toEqual(ids)

    const byId = new Map(found.records.map((record) => [record.id, record]))
    for (const record of [...feeds.records, ...changes.records]) {
      const { title, abstract, authors, categories: codes, primary_category } = record
      expect(byId.get(record.id)).toMatchObject({ title, abstract, authors, categories: codes, primary_category })
      expect(record).toMatchObject({ announced_on: DAY, version: 1 })
      expect(record.authors.length).toBeGreaterThan(0)
      expect(toSegments(title).length).toBeGreaterThan(0)
    }
    const newIn = (id: string) => feeds.records.filter((record) => record.id === id && record.announce_type === 'new')
    expect([...byId.keys()].filter((id) => newIn(id).length !== 1)).toEqual([])
  },
)

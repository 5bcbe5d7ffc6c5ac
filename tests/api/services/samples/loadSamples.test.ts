import { describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { deliverDay } from '#api/services/delivery/delivery.ts'
import { saveToList } from '#api/services/readingList/readingList.ts'
import { findNewestAnnouncement } from '#api/store/papers/announcements.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { findSampleIds } from '#api/store/papers/paperPruning.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { batch, dump, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { countPapers } from '#tests/support/database.ts'

const { simulator, run } = usePipeline()
const FRIDAY = '2026-11-20'

describe('The sample library', () => {
  test('fills an empty library with papers marked as samples on the newest weekdays, and delivers them', async () => {
    setClock(new Date('2026-11-21T15:00:00Z'))
    const ada = await makeReader('ada', ['cs.LG', 'cs.CL', 'math.NA'])
    const job = await run('load-samples')
    expect(job).toMatchObject({ state: 'succeeded', error: null })
    expect(await findSampleIds()).toHaveLength(await countPapers())
    expect(await findNewestAnnouncement()).toMatchObject({ day: FRIDAY, sample: true, complete: true })
    const delivery = await findDelivery(ada._id, FRIDAY)
    expect(delivery?.cards.length).toBeGreaterThan(0)
    expect((await findPaper(delivery?.cards[0]?.paper_id ?? ''))?.urls.abs).toStartWith('https://example.org/')
  })

  test('changes nothing when it is loaded again', async () => {
    setClock(new Date('2026-11-21T15:00:00Z'))
    await run('load-samples')
    const before = await dump(['papers', 'announcements'])
    await run('load-samples')
    expect(await dump(['papers', 'announcements'])).toEqual(before)
  })

  test('is removed when a real announcement is complete, except for saved papers', async () => {
    setClock(new Date('2026-11-21T15:00:00Z'))
    const ada = await makeReader('ada', ['cs.LG'])
    await run('load-samples')
    const [saved = ''] = (await findDelivery(ada._id, FRIDAY))?.cards.map(({ paper_id }) => paper_id) ?? []
    await saveToList(ada, { paper_id: saved, notes: 'keep me' })
    simulator.papers.push(...batch(3, FRIDAY, 10_001))
    await run('ingest')
    expect(await findSampleIds()).toEqual([saved])
    expect(await findNewestAnnouncement()).toMatchObject({ day: FRIDAY, sample: false })
    const { cards, ledger } = await deliverDay(ada, FRIDAY)
    expect(cards.map(({ paper_id }) => paper_id.split(':')[0])).toEqual(['arxiv', 'arxiv', 'arxiv'])
    expect(ledger).toMatchObject({ announced: 3, shown: 3 })
  })

  test('is refused when the library contains real papers', async () => {
    setClock(new Date('2026-11-20T05:30:00Z'))
    simulator.papers.push(...batch(3, FRIDAY, 10_001))
    await run('ingest')
    expect(await run('load-samples')).toMatchObject({ state: 'failed', attempts: 1 })
    expect(await findSampleIds()).toEqual([])
  })
})

import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { findPaper } from '#api/store/papers/papers.ts'
import { countQueued } from '#api/store/sources/factQueue.ts'
import { findSourceState } from '#api/store/sources/sources.ts'
import { dayAfter, known, useEnriching } from '#tests/api/support/enriching.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { simOpenWork } from '#tests/simulators/openalex.ts'

const { settings, scholar, openalex, run, askedIds, storeTitles } = useEnriching()

describe('When a service fails', () => {
  test('the others are asked, its queue is kept, and the next run goes on', async () => {
    await settings('openalex').put({ enabled: true })
    await storePapers([1])
    const [title = ''] = await storeTitles(7)
    openalex.works.push(simOpenWork(7))
    scholar.papers.push(known(1))
    dayAfter(1)
    let isDown = true
    scholar.onRequest = () => (isDown ? new Response('{}', { status: 500 }) : undefined)
    const problems: string[] = []
    const result = await run({}, { problem: (message: string) => void problems.push(message) })
    expect(result).toEqual({ partial: expect.stringContaining('Semantic Scholar answers 500') })
    expect(problems).toEqual([result?.partial ?? ''])
    expect((await findSourceState('s2')).failing_since).not.toBeNull()
    expect((await findPaper(title))?.abstract).not.toBe('')
    expect(await countQueued('s2')).toBeGreaterThan(0)
    isDown = false
    expect(await run()).toBeUndefined()
    expect((await findPaper(paperId(1)))?.metrics.citations).toBe(2)
    expect((await findSourceState('s2')).failing_since).toBeNull()
  })

  test('because the requests of the day are used up, the rest is asked on the next day', async () => {
    await settings('s2').put({ requests_per_day: 1 })
    await storePapers(Array.from({ length: 600 }, (_, index) => index + 1))
    dayAfter(1)
    expect(await run()).toEqual({ partial: expect.stringContaining('Semantic Scholar has been sent all requests') })
    expect(scholar.requests).toHaveLength(1)
    expect((await findSourceState('s2')).failing_since).toBeNull()
    dayAfter(2)
    expect(await run()).toBeUndefined()
    expect(new Set(askedIds()).size).toBe(600)
    expect(askedIds()).toHaveLength(600)
  })

  test('because its key cannot be read, it is not asked without one', async () => {
    await mongoose.connection
      .collection('sources')
      .updateOne({ _id: 's2' as never }, { $set: { 'sealed_key.sealed': 'v1.other.secret' } })
    await storePapers([1])
    dayAfter(1)
    expect(await run()).toEqual({ partial: expect.stringContaining('Semantic Scholar is not asked: its key') })
    expect(scholar.requests).toHaveLength(0)
    expect(await countQueued('s2')).toBe(0)
  })

  test('and a run that is stopped at any step is repeated, with the same result', async () => {
    await settings('openalex').put({ enabled: true })
    await storePapers([1, 2])
    const [title = ''] = await storeTitles(7)
    scholar.papers.push(known(1), known(2))
    openalex.works.push(simOpenWork(7))
    dayAfter(1)
    for (let stopAt = 1; ; stopAt++) {
      let step = 0
      const progress = async () => {
        step += 1
        if (step === stopAt) throw new DOMException('stopped', 'AbortError')
      }
      const isWhole = await run({}, { progress }).then(
        () => true,
        () => false,
      )
      if (isWhole) break
    }
    for (const number of [1, 2]) expect((await findPaper(paperId(number)))?.metrics).toEqual({ citations: 2 })
    expect(await findPaper(title)).toMatchObject({ abstract_from: { name: 'OpenAlex' } })
    expect(new Set(askedIds()).size).toBe(3)
  })
})

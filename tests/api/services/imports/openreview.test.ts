import { expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { lookUpPaper } from '#api/services/imports/lookUpPaper.ts'
import { announcedOn } from '#tests/api/support/preprints.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { useVenues } from '#tests/api/support/venues.ts'
import { noteId, simNotes } from '#tests/simulators/openreview.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, product, work } = useVenues()

test('a paper is looked up by the address of its forum or its file once, and is announced on no day', async () => {
  setClock(new Date('2026-11-24T12:00:00Z'))
  simulator.v2.notes = simNotes(2)
  const ada = await makeReader('ada', ['cs.LG'])
  const ask = (ref: string, more: { job_id?: string } = {}) =>
    lookUpPaper(product, ada, { ref, ...more }, () => undefined)
  const askUntilEnd = async (ref: string) => {
    const first = await ask(ref)
    if ('paper' in first) return first.paper
    return waitUntil(async () => {
      const next = await ask(ref, { job_id: first.waiting.job_id })
      return 'paper' in next && next.paper
    })
  }
  const forum = `https://openreview.net/forum?id=${noteId(2)}&noteId=${noteId(9)}`
  expect(await ask(forum)).toMatchObject({ waiting: { source: 'OpenReview' } })
  work()
  expect(await askUntilEnd(forum)).toMatchObject({
    id: `openreview:${noteId(2)}`,
    kind: 'proceedings',
    venue: { name: 'ICLR 2027' },
    urls: {
      abs: `https://openreview.net/forum?id=${noteId(2)}`,
      pdf: `https://openreview.net/pdf?id=${noteId(2)}`,
    },
  })
  const before = simulator.v2.requests.length
  for (const ref of [`https://openreview.net/pdf?id=${noteId(2)}`, `openreview:${noteId(2)}`])
    expect(await ask(ref)).toMatchObject({ paper: { id: `openreview:${noteId(2)}` } })
  expect(simulator.v2.requests).toHaveLength(before)
  expect(await announcedOn(`openreview:${noteId(2)}`)).toEqual([])
  await expect(askUntilEnd(`openreview:${noteId(7)}`)).rejects.toMatchObject({ code: 'not-found' })
})

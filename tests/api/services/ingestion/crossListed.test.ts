import { expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { findDelivery } from '#api/store/readers/deliveries.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { simPaper, type SimPaper } from '#tests/simulators/simPapers.ts'
import { batch, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'

const { simulator, product, run } = usePipeline()
const WEDNESDAY = '2026-11-18'
/** A paper whose primary archive no user follows. */
const ID = '2611.10100'

/** The feed without the cross-listed paper. */
const withoutPaper = async (response: Response) =>
  new Response(
    (await response.text()).replaceAll(/<item>[^]*?<\/item>/g, (item) => (item.includes(ID) ? '' : item)),
    response,
  )

const crossListed = (changes: Partial<SimPaper> = {}) =>
  simPaper({
    id: ID,
    categories: ['cond-mat.mtrl-sci', 'cs.LG', 'quant-ph'],
    versions: [{ at: new Date('2026-11-17T10:00:00Z') }],
    announced: [{ on: WEDNESDAY, type: 'new' }],
    ...changes,
  })

const cardsOf = async (reader: { _id: string }, day = WEDNESDAY) =>
  (await findDelivery(reader._id, day))?.cards.map(({ paper_id }) => paper_id)

test('A new paper that only some of its feeds list, as a cross-list, is delivered in all of its categories', async () => {
  const ada = await makeReader('ada', ['cs.LG'])
  const after = [...batch(8, '2026-11-19', 10_201), ...batch(8, '2026-11-20', 10_301)]
  simulator.papers.push(...batch(8, WEDNESDAY, 10_001), crossListed(), ...after)
  simulator.onRequest = ({ url }, correct) => (url.endsWith('/rss/cs') ? correct().then(withoutPaper) : undefined)
  setClock(new Date(`${WEDNESDAY}T05:30:00Z`))
  await run('ingest')
  expect(await cardsOf(ada)).toHaveLength(8)

  simulator.onRequest = null
  setClock(new Date('2026-11-20T05:30:00Z'))
  await run('ingest')
  expect(await cardsOf(ada)).toContain(`arxiv:${ID}`)
})

test('A new paper of a missed day is on that day, also when its metadata changed before it was first read', async () => {
  const ada = await makeReader('ada', ['cs.LG'])
  simulator.papers.push(
    ...batch(8, WEDNESDAY, 10_001),
    crossListed({ modified_on: '2026-11-19' }),
    ...batch(8, '2026-11-19', 10_201),
    ...batch(8, '2026-11-20', 10_301),
  )
  setClock(new Date('2026-11-16T05:30:00Z'))
  await run('ingest')
  setClock(new Date('2026-11-20T14:00:00Z'))
  await run('ingest')
  expect(await cardsOf(ada)).toContain(`arxiv:${ID}`)
})

test('Older days are read once the feeds name the cross-lists that OAI-PMH has since the evening', async () => {
  const ada = await makeReader('ada', ['cs.LG'])
  const announced: SimPaper['announced'] = [
    { on: WEDNESDAY, type: 'new' },
    { on: '2026-11-20', type: 'cross', to: ['cs.LG'] },
  ]
  simulator.papers.push(
    ...batch(8, WEDNESDAY, 10_001),
    crossListed({ announced }),
    ...batch(8, '2026-11-19', 10_201),
    ...batch(8, '2026-11-20', 10_301),
  )
  setClock(new Date('2026-11-16T14:00:00Z'))
  await run('ingest')
  setClock(new Date('2026-11-20T03:45:00Z'))
  const older = { from: '2026-11-17', until: '2026-11-19' }
  await expect(ingest(product, older, createJobContext())).rejects.toMatchObject({ details: { refused: true } })
  expect(await run('ingest', { days_back: 3 })).toMatchObject({
    state: 'partial',
    error: expect.stringContaining('Older days are read once'),
  })
  expect(await cardsOf(ada)).toBeUndefined()

  setClock(new Date('2026-11-20T05:10:00Z'))
  await run('ingest', older)
  expect(await cardsOf(ada)).toHaveLength(8)
  expect(await cardsOf(ada, '2026-11-20')).toContain(`arxiv:${ID}`)
})

import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { instantOf, setClock } from '#api/platform/clock.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { paperId } from '#tests/api/support/library.ts'
import { storeSubjects } from '#tests/api/support/subjects.ts'
import { useApp } from '#tests/support/app.ts'

const sink = await startSmtpSink()
const { as, product } = useApp({ sink })
const { me } = as('ada').users
const [DAY, ZONE] = ['2026-11-20', 'Europe/Berlin'] as const
const GROUPS = { 'Wading birds': [paperId(1), paperId(2)], 'Night birds': [paperId(3), paperId(4)] }

beforeEach(async () => {
  await setUpMail(as, sink)
  await storeSubjects(DAY)
})
afterEach(() => setClock(null))
afterAll(() => sink.stop())

async function keepInterests(): Promise<void> {
  for (const id of Object.values(GROUPS).flat()) await me['reading-list'].post({ paper_id: id })
  const items = Object.entries(GROUPS).map(([name, paper_ids]) => ({
    id: name.slice(0, 5),
    name,
    paper_ids,
    share: null,
    paused: false,
  }))
  const { error } = await me.strands.put({ items })
  expect(error).toBeNull()
}

/** Ada's digest: each paper by its id with the heading above it, and the text. */
async function readDigest(changes: Parameters<typeof subscribe>[2]) {
  await subscribe(as, 'ada', { time_zone: ZONE, ...changes })
  setClock(instantOf(DAY, '07:30', ZONE))
  await sendDigests(product, {}, loneRun())
  const { text = '' } = sink.messages().at(-1) ?? {}
  const papers: [id: string, heading: string | undefined][] = []
  let heading: string | undefined
  for (const line of text.replaceAll(/[\u2068\u2069]/g, '').split('\n')) {
    if (['Wading birds', 'Night birds', 'Other papers'].includes(line)) heading = line
    const id = /^Details: .*\/paper\/(.*)/.exec(line)?.[1]
    if (id !== undefined) papers.push([id, heading])
  }
  return { text, papers }
}

/** The papers of the day in the order of the list, with the name of their interest. */
async function readList(): Promise<[string, string | undefined][]> {
  const { cards, strands = [] } = (await me.dashboard.get({ query: { day: DAY } })).data!
  const names = new Map(strands.map(({ id, name }) => [id, name]))
  return cards.map(({ paper, strand_id }) => [paper.id, names.get(strand_id ?? '')])
}

describe('A mail by interest', () => {
  test('has the papers of each interest under its name in the order of the list, then the others, numbered on', async () => {
    await keepInterests()
    const { text, papers } = await readDigest({ by_interest: true })
    const list = await readList()
    const first = list[0]![1]!
    expect(list.map(([, name]) => name).toSorted()).toEqual([
      ...Array<string>(2).fill('Night birds'),
      ...Array<string>(2).fill('Wading birds'),
      ...Array<undefined>(2),
    ])
    const order = [first, ...Object.keys(GROUPS).filter((name) => name !== first), undefined]
    const grouped = order.flatMap((name) => list.filter((one) => one[1] === name))
    expect(papers).toEqual(grouped.map(([id, name]) => [id, name ?? 'Other papers']))
    expect([...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6])
    expect(text).not.toContain('your interest')
  })

  test('has the papers that the mail would have without groups', async () => {
    await keepInterests()
    const { papers } = await readDigest({ by_interest: true, max_papers: 3 })
    const list = await readList()
    expect(papers.map(([id]) => id).toSorted()).toEqual(
      list
        .slice(0, 3)
        .map(([id]) => id)
        .toSorted(),
    )
  })

  test.each([
    ['does not want it', false],
    ['keeps no interest apart', true],
  ])('is the list without headings for a reader who %s', async (_name, by_interest) => {
    if (!by_interest) await keepInterests()
    const { papers, text } = await readDigest({ by_interest })
    expect(papers).toEqual((await readList()).map(([id]) => [id, undefined]))
    expect(text.includes('your interest')).toBe(!by_interest)
  })
})

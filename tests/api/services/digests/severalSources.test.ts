import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { ARXIV_ZONE, instantOf, setClock } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { processPapers } from '#api/services/ingestion/processing.ts'
import { Sources } from '#api/sources/sources.ts'
import { recordAnnouncement } from '#api/store/papers/announcements.ts'
import { announcePreprints, announceTitles } from '#tests/api/support/announce.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { simulateArxiv, simulatePreprints } from '#tests/api/support/pipeline.ts'
import { useApp } from '#tests/support/app.ts'

// Only their calendars are used.
const { simulator, arxiv } = simulateArxiv()
const { simulator: servers, biorxiv, medrxiv } = simulatePreprints()
const sink = await startSmtpSink()
const { as, product } = useApp({ sink, sources: new Sources([arxiv, biorxiv, medrxiv]) })
afterAll(() => Promise.all([sink.stop(), simulator.stop(), servers.stop()]))
beforeEach(() => setUpMail(as, sink))
afterEach(() => setClock(null))

const [THU, FRI, SAT, SUN, MON] = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'] as const
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const [MACHINES, BRAINS] = ['cs.LG', 'biorxiv.neuroscience'] as const

const reader = (name: string, categories: string[], changes: Parameters<typeof subscribe>[2] = {}) =>
  subscribe(as, name, { time_zone: ARXIV_ZONE, weekdays: EVERY_DAY, ...changes }, categories)

/** The mails at this Eastern time, by reader: the texts. */
async function sendAt(day: string, time: string): Promise<Record<string, string>> {
  const before = sink.messages().length
  setClock(instantOf(day, time, ARXIV_ZONE))
  await sendDigests(product, {}, loneRun())
  const mails = sink.messages().slice(before)
  return Object.fromEntries(mails.map(({ to, text }) => [to[0]!.split('@')[0]!, text ?? '']))
}
/** Which of `titles` each mail has. */
const titlesAt = async (day: string, time: string, titles: readonly string[]) =>
  Object.fromEntries(
    Object.entries(await sendAt(day, time)).map(([name, text]) => [
      name,
      titles.filter((title) => text.includes(title)),
    ]),
  )

describe('At the weekend', () => {
  test('a reader of arXiv gets nothing, and misses no day; a reader of a server gets its papers', async () => {
    await reader('ada', [MACHINES])
    await reader('bela', [BRAINS])
    await reader('cleo', [MACHINES, BRAINS])
    await announceTitles(FRI, ['Lanterns'])
    await announcePreprints(FRI, ['Synapses'])
    const titles = ['Lanterns', 'Synapses', 'Axons', 'Dendrites', 'Ropes', 'Glia']
    expect(await titlesAt(FRI, '07:00', titles)).toEqual({
      ada: ['Lanterns'],
      bela: ['Synapses'],
      cleo: ['Lanterns', 'Synapses'],
    })
    await announcePreprints(SAT, ['Axons'])
    expect(await titlesAt(SAT, '07:00', titles)).toEqual({ bela: ['Axons'], cleo: ['Axons'] })
    await announcePreprints(SUN, ['Dendrites'])
    expect(await titlesAt(SUN, '07:00', titles)).toEqual({ bela: ['Dendrites'], cleo: ['Dendrites'] })
    await announceTitles(MON, ['Ropes'])
    await announcePreprints(MON, ['Glia'])
    const monday = await sendAt(MON, '07:00')
    expect(monday['ada']).toContain('Ropes')
    for (const day of ['21 November', '22 November']) expect(monday['ada']).not.toContain(day)
  })

  test('a reader of a server who did not choose these weekdays gets nothing, and is told on Monday what was missed', async () => {
    await reader('bela', [BRAINS], { weekdays: [1, 2, 3, 4, 5] })
    await announcePreprints(FRI, ['Synapses'])
    await sendAt(FRI, '07:00')
    await announcePreprints(SAT, ['Axons'])
    await announcePreprints(SUN, [])
    expect(await sendAt(SAT, '07:00')).toEqual({})
    expect(await sendAt(SUN, '07:00')).toEqual({})
    await announcePreprints(MON, ['Glia'])
    const { bela = '' } = await sendAt(MON, '07:00')
    expect(bela).toContain('Glia')
    expect(bela).toContain('21 November')
    expect(bela).not.toContain('22 November')
  })

  test('a digest without papers is sent to who wants it: that of a server waits for the last hour', async () => {
    await reader('ada', [MACHINES], { skip_empty: false })
    await reader('bela', [BRAINS], { skip_empty: false })
    await announceTitles(FRI, ['Lanterns'])
    await announcePreprints(FRI, ['Synapses'])
    await sendAt(FRI, '07:00')
    const early = await sendAt(SAT, '07:00')
    expect(Object.keys(early)).toEqual(['ada'])
    expect(early['ada']).toContain('arXiv announces no papers on Saturdays and Sundays.')
    const { bela = '' } = await sendAt(SAT, '23:00')
    expect(bela).toContain('bioRxiv has not announced the papers of this day yet.')
  })
})

describe('On a working day', () => {
  test('what a server announced after the mail of its day is in the next one, once', async () => {
    await reader('ada', [MACHINES])
    await reader('cleo', [MACHINES, BRAINS])
    setClock(instantOf(FRI, '00:10', ARXIV_ZONE))
    await announceTitles(FRI, ['Lanterns'])
    expect(Object.keys(await sendAt(FRI, '08:10')).toSorted()).toEqual(['ada', 'cleo'])
    setClock(instantOf(FRI, '10:00', ARXIV_ZONE))
    await announcePreprints(FRI, ['Synapses', 'Axons'])
    setClock(instantOf(MON, '00:10', ARXIV_ZONE))
    await announceTitles(MON, ['Ropes'])
    await announcePreprints(MON, ['Glia'])
    const { ada = '', cleo = '' } = await sendAt(MON, '08:10')
    expect(cleo).toContain('Friday, 20 November 2026, 2 papers:')
    expect(ada).not.toContain('20 November')
    await announceTitles('2026-11-24', ['Decks'])
    await announcePreprints('2026-11-24', ['Nerves'])
    expect((await sendAt('2026-11-24', '08:10'))['cleo']).not.toContain('20 November')
  })

  test.each(['arXiv', 'bioRxiv'])(
    'the digest of both waits for %s until 08:00 Eastern, then goes with what is known',
    async (late) => {
      await reader('ada', [MACHINES], { hour: 6 })
      await reader('bela', [BRAINS], { hour: 6 })
      await reader('cleo', [MACHINES, BRAINS], { hour: 6 })
      if (late === 'arXiv') await announcePreprints(FRI, ['Synapses'])
      else await announceTitles(FRI, ['Lanterns'])
      const [own, title] = late === 'arXiv' ? ['bela', 'Synapses'] : ['ada', 'Lanterns']
      expect(await titlesAt(FRI, '06:00', ['Synapses', 'Lanterns'])).toEqual({ [own]: [title] })
      expect(await sendAt(FRI, '07:30')).toEqual({})
      expect(await titlesAt(FRI, '08:00', ['Synapses', 'Lanterns'])).toEqual({ cleo: [title] })
    },
  )

  test('on which arXiv has a holiday, the papers of a server are sent', async () => {
    const day = '2026-11-27'
    await reader('ada', [MACHINES], { skip_empty: false })
    await reader('bela', [BRAINS])
    await reader('cleo', [MACHINES, BRAINS])
    await recordAnnouncement('arxiv', day, {
      seen: 0,
      complete: false,
      archives: { cs: { state: 'empty', unaccounted: 0 } },
    })
    await announcePreprints(day, ['Synapses'])
    expect(await titlesAt(day, '07:00', ['Synapses'])).toEqual({ bela: ['Synapses'], cleo: ['Synapses'] })
    // The announcement may come late in the day: it is waited for, as on a day without a server.
    const { ada = '' } = await sendAt(day, '23:00')
    expect(ada).toContain('arXiv has a holiday')
  })
})

test('A reader of a topic gets what it matches in any source, on the days on which it is announced', async () => {
  await announcePreprints(THU, ['Lanterns in the brain'])
  await reader('ada', [])
  const { data } = await as('ada').categories.post({ name: 'Lanterns', query: 'lanterns' })
  expect(data?.kind).toBe('topic')
  await announceTitles(FRI, ['Lanterns in fog'])
  setClock(instantOf(FRI, '06:00', ARXIV_ZONE))
  const titles = ['Lanterns in fog', 'Lanterns of axons']
  await processPapers(product, loneRun())
  expect(await titlesAt(FRI, '07:00', titles)).toMatchObject({ ada: ['Lanterns in fog'] })
  await announcePreprints(SAT, ['Lanterns of axons'])
  await processPapers(product, loneRun())
  expect(await titlesAt(SAT, '07:00', titles)).toMatchObject({ ada: ['Lanterns of axons'] })
})

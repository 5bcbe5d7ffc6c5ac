import { beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { setClock } from '#api/platform/clock.ts'
import { parseIssn } from '#api/text/issn.ts'
import { parseJournals } from '#api/sources/crossref/journalEntries.ts'
import { simJournal } from '#tests/simulators/simWorks.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { signal, useCrossref } from './source.ts'

const start = useCrossref()
beforeEach(() => setClock(new Date('2026-11-24T12:00:00Z')))
const counts = (current: number, total: number) => ({ 'current-dois': current, 'total-dois': total })

test('journals are found by words: first the one with this title, then those with papers, then the larger ones', async () => {
  const { simulator, source } = start([])
  simulator.journals = [
    simJournal({ title: 'Imaginary Vision Letters', ISSN: ['9999-9978'], counts: counts(10, 100) }),
    simJournal({ title: 'Old Imaginary Vision', ISSN: ['9999-996X'], counts: counts(0, 90_000) }),
    simJournal({ title: 'Imaginary Vision Reviews', ISSN: ['9999-9951'], counts: counts(10, 400) }),
    simJournal({ title: 'The Journal of Imaginary &amp; Real Vision', counts: counts(1, 5) }),
  ]
  const found = await source.journals.search('journal of imaginary and real vision', { signal })
  expect(found.map(({ title }) => title)).toEqual([
    'The Journal of Imaginary & Real Vision',
    'Imaginary Vision Reviews',
    'Imaginary Vision Letters',
    'Old Imaginary Vision',
  ])
  expect(found[0]).toEqual({
    title: 'The Journal of Imaginary & Real Vision',
    publisher: 'Nowhere Press',
    issns: ['9999-9994', '9999-9986'],
    // 155 papers in 327 days of this year
    per_day: 0.47,
    abstracts: 0.74,
  })
  expect(simulator.requests.map(({ url }) => url)).toEqual([
    '/journals?mailto=ada%40example.org&query=journal+of+imaginary+and+real+vision&rows=40',
  ])
})

test.each(['9999-9986', '99999986', 'ISSN 9999-9986'])('a journal is found by the ISSN “%s”', async (typed) => {
  const { simulator, source } = start([])
  simulator.journals = [simJournal()]
  expect(await source.journals.search(typed, { signal })).toMatchObject([{ title: 'Journal of Imaginary Vision' }])
  expect(simulator.requests.map(({ url }) => url)).toEqual(['/journals/9999-9986?mailto=ada%40example.org'])
})

test('a journal that there is not is none, without a failure; another page with that status is one', async () => {
  const { simulator, source } = start([])
  expect(await source.journals.find('9999-9994', { signal })).toBeNull()
  expect(await source.journals.search('9999-9994', { signal })).toEqual([])
  simulator.fail('foreign-404', { times: 2 })
  expect(source.journals.find('9999-9994', { signal })).rejects.toMatchObject({ code: 'source-unavailable' })
})

test('the papers a day are those of the last year in January, and unknown without any count', async () => {
  setClock(new Date('2026-01-20T12:00:00Z'))
  const { simulator, source } = start([])
  simulator.journals = [simJournal()]
  expect(await source.journals.find('9999-9994', { signal })).toMatchObject({ per_day: 0.94 })
  simulator.journals = [simJournal({ breakdowns: undefined, coverage: null })]
  expect(await source.journals.find('9999-9994', { signal })).toMatchObject({ per_day: null, abstracts: null })
})

test('entries without a title or a valid ISSN are left out, and anything but journals is no answer', () => {
  const items = [simJournal({ title: '' }), simJournal({ ISSN: ['9999-9999'] }), { title: 'x' }, null, simJournal()]
  const body = JSON.stringify({ 'message-type': 'journal-list', message: { items } })
  expect(parseJournals(body)).toHaveLength(1)
  for (const other of ['{}', '<html>', '{"message-type":"work-list","message":{"items":[]}}'])
    expect(() => parseJournals(other)).toThrow(SyntaxError)
})

test.each([
  ['0028-0836', '0028-0836'],
  ['00280836', '0028-0836'],
  [' 2167-8359 ', '2167-8359'],
  ['9999-996x', '9999-996X'],
  ['eISSN: 0028-0836', '0028-0836'],
  ['0028-0837', null],
  ['0028-08361', null],
  ['nature', null],
  ['', null],
])('the ISSN in “%s” is %p', (text, issn) => {
  expect(parseIssn(text)).toBe(issn)
})

if (hasRealData('crossref', 'the recorded list of journals'))
  test('each journal of the recorded list is read', async () => {
    const { json } = (await Bun.file(join(REAL_DATA, 'crossref/test_journals_query_0.json')).json()) as { json: object }
    const found = parseJournals(JSON.stringify(json))
    expect(found).toHaveLength(2)
    for (const { issns, years, total, abstracts } of found) {
      expect(issns.length).toBeGreaterThan(0)
      expect(years.length).toBeGreaterThan(1)
      expect(total).toBeGreaterThan(0)
      expect(abstracts).toBeWithin(0, 1.01)
    }
  })

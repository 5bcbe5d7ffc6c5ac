import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import type { TextChanges } from '#api/contract/textChanges.ts'
import { setClock } from '#api/platform/clock.ts'
import { findSourceState, saveSourceSettings } from '#api/store/sources/sources.ts'
import { getTextChanges } from '#api/services/imports/textChanges.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { plainText } from '#api/text/segments.ts'
import { simulateArxiv } from '#tests/api/support/pipeline.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { harbour, harbourRevised } from '#tests/simulators/harbourText.ts'
import { renderPaperHtml } from '#tests/simulators/paperHtml.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, sources } = simulateArxiv()
const { as, signedOut } = useApp({ sources })
const DAY = '2026-11-20'
const [FIRST, SECOND] = ['2611.90001v1', '2611.90001v2']

beforeEach(async () => {
  setClock(new Date('2026-11-20T12:00:00Z'))
  simulator.requests.length = 0
  simulator.onRequest = null
  simulator.texts.clear()
  simulator.texts.set(FIRST, harbour).set(SECOND, harbourRevised)
  for (const version of [1, 2])
    await announcePapers(DAY, [{ number: 1, changes: { version, announce_type: 'replace' } }])
})
afterEach(() => setClock(null))
afterAll(() => simulator.stop())

const compare = (client = as('ada'), query: { from?: number; to?: number } = {}, id = idOf(1)) =>
  client.papers({ id }).changes.text.get({ query })
const requireChanges = async (): Promise<TextChanges> => {
  const { status, data } = await compare()
  expect(status).toBe(200)
  if (data === null || !('sections' in data)) throw new Error('no comparison')
  return data
}
const failureOf = ({ status, error }: { status: number; error: { value: unknown } | null }) => [
  status,
  (error?.value as { error: { code: string; message: string } } | undefined)?.error,
]
/** Asks without waiting for the answer. */
const ask = () =>
  getTextChanges({ sources }, { paperId: idOf(1), user: null }, { countRequest: () => undefined, waitMs: 1 })
const asked = () => simulator.requests.map(({ url }) => url)

test('the texts of both versions are asked for one after the other, and compared by sections', async () => {
  const { headers } = await compare()
  expect(new Headers(headers).get('cache-control')).toBe('no-store')
  expect(asked()).toEqual([`/html/${FIRST}`, `/html/${SECOND}`])
  expect(simulator.maxConcurrentRequests).toBe(1)
  const { summary, sections, ...rest } = await requireChanges()
  expect(rest).toEqual({
    from: 1,
    to: 2,
    from_url: `${simulator.htmlUrl}/${FIRST}`,
    to_url: `${simulator.htmlUrl}/${SECOND}`,
  })
  expect(summary).toBe(
    '2 of 7 sections changed, 1 section was added, 1 section was removed, 1 was renamed: 15 words added, 7 words removed.',
  )
  expect(
    sections.map(({ number, title, state, old_title, moved }) => [number, title, state, old_title, moved] as unknown),
  ).toEqual([
    [null, 'Abstract', 'same', null, false],
    ['1', 'Introduction', 'same', null, false],
    ['2', 'Method', 'changed', null, false],
    ['2.1', 'Who counts', 'same', 'Keepers', false],
    ['3', 'Old remarks', 'removed', null, false],
    ['3', 'Discussion', 'added', null, false],
    ['4', 'Data', 'same', null, false],
    [null, 'References', 'changed', null, false],
  ])
  const [, , method] = sections
  expect(method?.parts.map(({ op, segments, number }) => [op, plainText(segments), number] as unknown)).toEqual([
    ['same', 'The count of n lanterns takes ', undefined],
    ['removed', 'O(n²) ', undefined],
    ['added', 'O(n log n) ', undefined],
    ['same', 'steps. See Section # for the data.\nx=1/2\nnight; lanterns\n1; ', undefined],
    ['removed', '12 ', true],
    ['added', '14\n', true],
    ['same', 'Figure #: The harbour at night.', undefined],
  ])
})

test('nothing of the texts is stored', async () => {
  await requireChanges()
  const stored = await Promise.all(
    (await mongoose.connection.db!.collections()).map(async (one) => JSON.stringify(await one.find().toArray())),
  )
  expect(stored.join('\n')).toContain('2611.90001')
  expect(stored.join('\n')).not.toContain('the last ferry')
})

test('visitors are refused, and no source is asked for them', async () => {
  expect(failureOf(await compare(signedOut))).toMatchObject([401, { code: 'unauthenticated' }])
  expect(simulator.requests).toEqual([])
})

test('readers who ask for the same comparison at the same time share its requests', async () => {
  const answers = await Promise.all([compare(), compare(), compare(as('ben'))])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(simulator.requests).toHaveLength(2)
})

test.each([
  [FIRST, 1],
  [SECOND, 2],
])('a version without HTML is said: %s', async (key, version) => {
  simulator.texts.delete(key)
  expect(failureOf(await compare())).toMatchObject([
    404,
    { code: 'not-found', message: expect.stringContaining(`arXiv has no HTML of version ${version}`) },
  ])
  expect(simulator.requests).toHaveLength(version)
  expect((await findSourceState('arxiv')).failing_since ?? null).toBeNull()
})

test('a page of another form, and one that is too large, are said', async () => {
  simulator.texts.set(FIRST, '<html><body><h1>Lanterns</h1><p>By hand.</p></body></html>')
  expect(failureOf(await compare())).toMatchObject([404, { message: expect.stringContaining('no sections') }])
  simulator.texts.set(
    FIRST,
    renderPaperHtml(harbour).replace('</article>', `<p>${'x '.repeat(6_000_000)}</p></article>`),
  )
  expect(failureOf(await compare())).toMatchObject([404, { message: expect.stringContaining('too large') }])
  simulator.texts.set(
    FIRST,
    renderPaperHtml(harbour).replace('</article>', `<p>${'x '.repeat(2_000_000)}</p></article>`),
  )
  expect(failureOf(await compare())).toMatchObject([404, { message: expect.stringContaining('too large') }])
})

test.each(['truncated', 'server-error', 'garbage', 'blocked', 'rate-limited', 'empty-body', 'bomb'] as const)(
  'a source that fails (%s) is said, its state stays as it was, and the next request asks it again',
  async (fault) => {
    const { slot: _slot, asked_at: _asked, ...before } = await findSourceState('arxiv')
    simulator.fail(fault, { door: 'html' })
    expect(failureOf(await compare())).toMatchObject([
      fault === 'bomb' ? 404 : 502,
      { code: fault === 'bomb' ? 'not-found' : 'source-unavailable' },
    ])
    expect((await compare()).status).toBe(200)
    expect(await findSourceState('arxiv')).toMatchObject(before)
  },
)

test('while the source takes long, the answer is 202, and the request goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  simulator.onRequest = async (_, correct) => {
    await promise
    return correct()
  }
  expect(await ask()).toEqual({ waiting: { source: 'arXiv', retry_after: 1 } })
  resolve()
  const changes = await waitUntil(async () => {
    const answer = await ask()
    return 'changes' in answer && answer.changes
  })
  expect(changes).toMatchObject({ from: 1, to: 2 })
  expect(simulator.requests).toHaveLength(2)
})

test('versions that do not exist and papers of other sources are refused', async () => {
  expect(failureOf(await compare(as('ada'), { to: 9 }))).toMatchObject([404, { code: 'not-found' }])
  expect((await compare(as('ada'), { from: 2, to: 1 })).status).toBe(422)
  expect((await compare(as('ada'), {}, 'arxiv:2611.99999')).status).toBe(404)
  await announcePapers(DAY, [{ number: 4, changes: { id: 'other:1', source: 'other', source_id: '1', version: 2 } }])
  expect(failureOf(await compare(as('ada'), {}, 'other:1'))).toMatchObject([404, { code: 'not-found' }])
  expect(simulator.requests).toEqual([])
})

test('a source that is switched off, or asked for a pause, is left alone', async () => {
  await saveSourceSettings('arxiv', { enabled: false })
  expect(failureOf(await compare())).toMatchObject([409, { code: 'conflict' }])
  await saveSourceSettings('arxiv', { enabled: true })
  await mongoRateLimit().pause('arxiv', 60_000)
  expect(failureOf(await compare())).toMatchObject([502, { retry_after: expect.any(Number) }])
  expect(simulator.requests).toEqual([])
})

test('a reader has ten comparisons in a quarter of an hour', async () => {
  simulator.texts.delete(FIRST)
  for (let n = 0; n < 10; n++) expect((await compare()).status).toBe(404)
  expect(failureOf(await compare())).toMatchObject([429, { code: 'rate-limited' }])
  expect(simulator.requests).toHaveLength(10)
  expect((await compare(as('ben'))).status).toBe(404)
})

test('hostile pages are read as text alone', async () => {
  const hostile = [
    '<script>steal("<p class=\'ltx_p\'>scripted</p>")</script><svg onload="steal()"><title>drawn</title></svg>',
    '<p class="ltx_p">a\u202Eevil\u2066 &lt;script&gt;alert(1)&lt;/script&gt;<img src=x onerror="steal()"> &#0;&#x202E;end</p>',
    '<template><p>templated</p></template><!-- <p>noted</p> -->',
    `<math alttext="\\href{javascript:alert(1)}{x}&quot;&gt;" display="inline"><mi>hidden</mi></math>`,
  ].join('')
  simulator.texts.set(SECOND, renderPaperHtml(harbourRevised).replace('<section', `${hostile}<section`))
  const { sections } = await requireChanges()
  const text = sections.flatMap(({ parts }) => parts.map(({ segments }) => plainText(segments))).join(' ')
  expect(text).toContain('aevil <script>alert(1)</script>')
  for (const hidden of ['steal', 'drawn', 'templated', 'noted', 'hidden', '\u202E', '\u2066', '\0'])
    expect(text).not.toContain(hidden)
})

test.each([
  ['deeply nested', (html: string) => html.replace('</article>', `${'<div>'.repeat(100_000)}x</article>`)],
  [
    'without any end tag',
    () => `<html><body><article class="ltx_document">${'<section class="ltx_section"><p>x'.repeat(50_000)}</html>`,
  ],
  ['full of opening brackets', (html: string) => html.replace('</article>', `${'<'.repeat(500_000)}</article>`)],
  [
    'with a formula without an end',
    (html: string) => html.replace('</article>', `<math alttext="${'{'.repeat(300_000)}">x</math></article>`),
  ],
])('a page that is %s is answered, and the server answers others meanwhile', async (_, change) => {
  simulator.texts.set(FIRST, change(renderPaperHtml(harbour)))
  const { status } = await compare()
  expect([200, 404, 502]).toContain(status)
  expect(
    (
      await as('ben')
        .papers({ id: idOf(1) })
        .get()
    ).status,
  ).toBe(200)
})

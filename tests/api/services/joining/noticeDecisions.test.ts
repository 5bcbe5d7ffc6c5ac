import { expect, test } from 'bun:test'
import { doiOf, noonAfter, useNoticing } from '#tests/api/support/noticing.ts'
import { simRow } from '#tests/simulators/retractionWatch.ts'

const { app, watch, run, retract, saveArticles, storeArticles, kindsOf } = useNoticing()
const notices = app.as('admin').admin.notices
const listed = async (show?: 'current' | 'set_aside') => (await notices.get({ query: { show } })).data?.items ?? []

test('an admin sets a notice aside with a reason, papers are shown without it whatever the sources say, and it can be restored', async () => {
  const [id = '', other = ''] = await saveArticles(1, 2)
  retract(1)
  retract(2)
  retract(3)
  await run()
  const rows = await listed()
  expect(rows.map(({ doi }) => doi).toSorted()).toEqual([doiOf(1), doiOf(2)])
  const row = rows.find(({ doi }) => doi === doiOf(1))
  expect(row).toMatchObject({ kind: 'retracted', on: '2026-11-19', by: ['publisher'], paper: { id }, set_aside: null })

  const { data } = await notices({ id: row?.id ?? '' }).put({ reason: 'It is about another paper.' })
  expect(data).toMatchObject({ id: row?.id, set_aside: { reason: 'It is about another paper.' } })
  expect([await kindsOf(id), await kindsOf(other)]).toEqual([[], ['retracted']])
  expect((await listed()).map(({ doi }) => doi)).toEqual([doiOf(2)])
  expect(await listed('set_aside')).toMatchObject([{ doi: doiOf(1), paper: { id } }])
  // Another source says the same of the same notice.
  watch.rows.push(simRow(1, { OriginalPaperDOI: doiOf(1) }))
  noonAfter(1)
  await run()
  expect(await kindsOf(id)).toEqual([])

  await notices({ id: row?.id ?? '' }).put({ reason: null })
  expect(await kindsOf(id)).toEqual(['retracted'])
  expect(await listed('set_aside')).toEqual([])
  const audit = await app.as('admin').admin.audit.get({ query: { action: 'notice' } })
  expect(audit.data?.items.map(({ details }) => details)).toEqual(
    expect.arrayContaining([
      `Set aside (retracted, ${doiOf(1)}): It is about another paper.`,
      `Restored (retracted, ${doiOf(1)}).`,
    ]),
  )
})

test('only admins decide, with a reason, about a notice that there is', async () => {
  await storeArticles(1)
  retract(1)
  await run()
  const [row] = await listed()
  const put = (name: string, reason: string | null, id = row?.id ?? '') =>
    app.as(name).admin.notices({ id }).put({ reason })
  expect((await put('ada', 'No.')).status).toBe(403)
  expect((await app.as('ada').admin.notices.get({ query: {} })).status).toBe(403)
  expect((await put('admin', '')).status).toBe(422)
  expect((await put('admin', 'No.', 'unknown')).status).toBe(404)
  expect(await kindsOf(`doi:${doiOf(1)}`)).toEqual(['retracted'])
})

import { describe, expect, test } from 'bun:test'
import { doiOf, noonAfter, useNoticing } from '#tests/api/support/noticing.ts'
import { simNotice, simUpdate } from '#tests/simulators/notices.ts'
import { simRow } from '#tests/simulators/retractionWatch.ts'

const { app, crossref, watch, run, retract, update, storeArticles, saveArticles, kindsOf } = useNoticing()

const row = (number: number, RetractionNature: string, RetractionDate: string) =>
  simRow(number, {
    OriginalPaperDOI: doiOf(1),
    RetractionNature,
    RetractionDate,
    RetractionDOI: `10.5555/notice.${number}`,
  })

describe('The state of a paper', () => {
  test('follows a concern, a retraction and a reinstatement', async () => {
    const [id = ''] = await saveArticles(1)
    const kinds: string[][] = []
    const steps = [
      row(1, 'Expression of concern', '11/2/2026 0:00'),
      row(2, 'Retraction', '11/9/2026 0:00'),
      row(3, 'Reinstatement', '11/16/2026 0:00'),
      row(4, 'Retraction', '11/18/2026 0:00'),
    ]
    for (const [day, step] of steps.entries()) {
      noonAfter(day)
      watch.rows.push(step)
      await run()
      kinds.push(await kindsOf(id))
    }
    expect(kinds).toEqual([['concern'], ['retracted', 'concern'], [], ['retracted']])
  })

  test('is not that of a retraction that was itself retracted', async () => {
    const [id = ''] = await storeArticles(1)
    retract(1)
    await run()
    expect(await kindsOf(id)).toEqual(['retracted'])
    noonAfter(1)
    crossref.works.push(simNotice({ about: `${doiOf(1)}r`, doi: `${doiOf(1)}rr`, on: '2026-11-20' }))
    await run()
    expect(await kindsOf(id)).toEqual([])
    noonAfter(2)
    crossref.works.push(simNotice({ about: `${doiOf(1)}rr`, doi: `${doiOf(1)}rrr`, on: '2026-11-21' }))
    await run()
    expect(await kindsOf(id)).toEqual(['retracted'])
  })

  test('is that of a retraction under the DOI of the paper, and of two notices that name each other', async () => {
    const [own = '', other = ''] = await storeArticles(1, 2)
    crossref.works.push(simNotice({ about: doiOf(1), doi: doiOf(1), on: '2026-11-19' }))
    retract(2)
    crossref.works.push(simNotice({ about: `${doiOf(2)}r`, doi: doiOf(2), on: '2026-11-19' }))
    await run()
    expect(await kindsOf(own)).toEqual(['retracted'])
    expect(await kindsOf(other)).toEqual(['retracted'])
  })

  test('is that of before when a row has disappeared from a whole file, and not when the file is not whole', async () => {
    const ids = await saveArticles(1, 2)
    for (const number of Array.from({ length: 20 }, (_, at) => at + 1))
      watch.rows.push(simRow(number, { OriginalPaperDOI: doiOf(number) }))
    await run()
    const [, second] = watch.rows.splice(1, 2)
    noonAfter(1)
    watch.fail('half')
    expect(await run()).toMatchObject({ partial: expect.stringContaining('it is not used') })
    const status = await app.as('admin').admin['paper-sources-status'].get()
    expect(status.data?.items.find(({ id }) => id === 'retraction-watch')).toMatchObject({
      abilities: ['notices'],
      state: 'slow',
      failure: expect.stringContaining('it is not used'),
    })
    watch.fail('truncated', { times: 2 })
    expect(await run()).toMatchObject({ partial: expect.stringContaining('cannot be read to its end') })
    expect([await kindsOf(ids[0] ?? ''), await kindsOf(ids[1] ?? '')]).toEqual([['retracted'], ['retracted']])
    if (second) watch.rows.push(second)
    expect(await run()).toBeUndefined()
    expect([await kindsOf(ids[0] ?? ''), await kindsOf(ids[1] ?? '')]).toEqual([[], ['retracted']])
  })

  test('is that of before when Crossref does not name a notice any more at the paper, which is asked about weekly', async () => {
    const [id = ''] = await saveArticles(1)
    update(1, simUpdate('10.5555/wrong.r', { source: 'retraction-watch' }))
    await run()
    expect(await kindsOf(id)).toEqual(['retracted'])
    update(1)
    noonAfter(6)
    await run()
    expect(await kindsOf(id)).toEqual(['retracted'])
    noonAfter(7)
    await run()
    expect(await kindsOf(id)).toEqual([])
  })
})

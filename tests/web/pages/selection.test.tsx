import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { item, listApi } from '#tests/web/support/listApi.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { ReadingList } from '#web/pages/ReadingList/ReadingList.tsx'

/** More papers to read than are loaded at once, two of them with a tag, and one that is done. */
const papers = () => [
  ...Array.from({ length: 40 }, (_, index) => item(index + 1, index < 2 ? { tags: ['thesis'] } : {})),
  item(41, { status: 'done' }),
]
const findBar = async () => within(await screen.findByRole('region', { name: 'Selected papers' }))
const open = async (path: string, api = listApi(papers())) => {
  const { person } = await renderPage(<ReadingList />, { api: api.app, path })
  await screen.findByRole('article', { name: 'Paper 1' })
  const exportAs = async (button: string) => {
    await person.click(await screen.findByRole('button', { name: button }))
    await person.click(await screen.findByRole('menuitem', { name: 'BibTeX' }))
  }
  const press = async (name: string) => person.click(await (await findBar()).findByRole('button', { name }))
  return { ...api, person, exportAs, press }
}

test('the export takes what the list shows, says how many papers, and offers all', async () => {
  const { exports, exportAs } = await open('/reading-list?tag=thesis')
  await exportAs('Export 2 papers')
  await waitFor(() => expect(exports).toHaveLength(1))
  const asked = new URLSearchParams(exports[0])
  expect([asked.get('tag'), asked.get('status')]).toEqual(['thesis', 'to_read'])
  await exportAs('Export all 41')
  await waitFor(() => expect(exports).toHaveLength(2))
  expect(Object.fromEntries(new URLSearchParams(exports[1]))).toEqual({ format: 'bibtex', sort: 'added' })
})

test('all papers that match are selected, also those that are not loaded, and exported, moved and removed with Undo', async () => {
  const { stored, removed, exports, person, exportAs, press } = await open('/reading-list')
  await person.click(screen.getByRole('checkbox', { name: 'Select Paper 1' }))
  await press('Select all 40')
  await exportAs('Export 40 selected')
  await waitFor(() => expect(exports).toHaveLength(1))
  expect(JSON.parse(exports[0]!).ids).toHaveLength(40)

  const count = (status: string) => [...stored.values()].filter((each) => each.status === status).length
  await press('Move')
  await person.click(await screen.findByRole('menuitem', { name: 'Move to Done' }))
  await waitFor(() => expect(count('done')).toBe(41))
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(count('done')).toBe(1))

  await press('Remove')
  await waitFor(() => expect(removed.size).toBe(40))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected papers' }) === null).toBe(true))
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(removed.size).toBe(0))
})

test('a refusal is said in the bar, and the papers stay selected', async () => {
  const { refuse, person, press } = await open('/reading-list')
  await person.click(screen.getByRole('checkbox', { name: 'Select Paper 2' }))
  refuse()
  await press('Remove')
  await screen.findByText('It was refused.')
  expect(screen.getByRole('checkbox', { name: 'Select Paper 2', checked: true })).toBeTruthy()
})

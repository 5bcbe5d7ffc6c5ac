import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { hit, searchApi } from '#tests/web/support/searchApi.ts'
import { Search } from '#web/pages/Search/Search.tsx'

const { preferences } = sampleUser
const skimmer = {
  ...sampleUser,
  preferences: { ...preferences, reading: { ...preferences.reading, density: 'headlines' as const } },
}
const [FIRST, SECOND] = ['arxiv:2611.90001', 'arxiv:2611.90002']
const open = (options: Parameters<typeof searchApi>[0] = {}, more: { user?: typeof sampleUser } = {}) => {
  const api = searchApi(options)
  return renderPage(<Search />, { api: api.app, path: '/search?q=lantern', ...more }).then((page) => ({
    ...api,
    ...page,
  }))
}
const dismissedRow = async (title: string) =>
  (
    await screen.findByText(
      (_text, element) => element?.tagName === 'P' && element.textContent === `Not for me: ${title}`,
    )
  ).closest('article')!

describe('Not for me on the papers found', () => {
  test('is stored as on a day, shown in place of the paper with a link to it, and undone there', async () => {
    const { person, rated } = await open()
    const [article] = await screen.findAllByRole('article')
    await person.click(within(article!).getByRole('button', { name: 'Not for me' }))
    const row = await dismissedRow('Lantern 1')
    await waitFor(() => expect(document.activeElement).toBe(row))
    expect(within(row).getByRole('link', { name: 'Lantern 1' }).getAttribute('href')).toBe(`/paper/${FIRST}`)
    await waitFor(() => expect(rated).toEqual([`dislike ${FIRST}`]))
    await person.click(within(row).getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('article', { name: /Lantern 1/ })).toBeTruthy()
    await waitFor(() => expect(rated).toEqual([`dislike ${FIRST}`, `none ${FIRST}`]))
  })

  test('is done with h, which goes on to the next headline, and taken back with u, the last one first', async () => {
    const { person, rated } = await open({}, { user: skimmer })
    await screen.findAllByRole('link', { expanded: false })
    await person.keyboard('jh')
    await dismissedRow('Lantern 1')
    expect(document.activeElement?.textContent).toContain('Lantern 2')
    await waitFor(() => expect(rated).toHaveLength(1))
    await person.keyboard('h')
    await dismissedRow('Lantern 2')
    await waitFor(() => expect(rated).toEqual([`dislike ${FIRST}`, `dislike ${SECOND}`]))
    await person.keyboard('u')
    await waitFor(() => expect(rated.at(-1)).toBe(`none ${SECOND}`))
    await screen.findByRole('article', { name: /Lantern 2/ })
    await person.keyboard('u')
    await waitFor(() => expect(rated.at(-1)).toBe(`none ${FIRST}`))
  })

  test('is shown of papers that the server knows as dismissed or liked', async () => {
    const { person } = await open({
      changes: () => ({ items: [hit(1, { dismissed: true }), hit(2, { liked: true })] }),
    })
    await dismissedRow('Lantern 1')
    const liked = await screen.findByRole('article', { name: /Lantern 2/ })
    await person.click(within(liked).getByRole('button', { name: 'More actions' }))
    expect(await screen.findByRole('menuitem', { name: 'Take back the like' })).toBeTruthy()
  })

  test('that the server refuses leaves the paper, and says what was not stored', async () => {
    const { person } = await open({ failsUndo: () => true })
    const [article] = await screen.findAllByRole('article')
    await person.click(within(article!).getByRole('button', { name: 'Not for me' }))
    const alert = await within(await screen.findByRole('article', { name: /Lantern 1/ })).findByRole('alert')
    expect(alert.textContent).toBe('“Not for me” was not stored. The index is unavailable.')
  })

  test('that cannot be taken back says so, and is tried again', async () => {
    let fails = false
    const { person, rated } = await open({ failsUndo: () => fails })
    const [article] = await screen.findAllByRole('article')
    await person.click(within(article!).getByRole('button', { name: 'Not for me' }))
    const row = await dismissedRow('Lantern 1')
    await waitFor(() => expect(rated).toHaveLength(1))
    fails = true
    await person.click(within(row).getByRole('button', { name: 'Undo' }))
    const retry = await screen.findByRole('button', { name: 'Retry' })
    fails = false
    await person.click(retry)
    await screen.findByRole('article', { name: /Lantern 1/ })
    await waitFor(() => expect(rated.at(-1)).toBe(`none ${FIRST}`))
  })
})

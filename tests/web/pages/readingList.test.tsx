import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { samplePaper } from '#tests/support/samples.ts'
import { item, listApi } from '#tests/web/support/listApi.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { ContentPaintedContext } from '#web/shared/useIsPainted.ts'
import { ReadingList } from '#web/pages/ReadingList/ReadingList.tsx'

const row = (title: string) => screen.getByRole('article', { name: title })
const findRow = (title: string) => screen.findByRole('article', { name: title })
const note = () => screen.findByRole('textbox', { name: 'Your note' })

describe('the reading list', () => {
  test('says once that its content is painted, for what waits for it in the shell', async () => {
    const { app } = listApi([item(1)])
    let painted = 0
    const page = (
      <ContentPaintedContext value={() => (painted += 1)}>
        <ReadingList />
      </ContentPaintedContext>
    )
    await renderPage(page, { api: app, path: '/reading-list' })
    // Loaded after the rows are painted.
    await note()
    expect(painted).toBe(1)
  })

  test('shows the counts of all states and the papers of the chosen one', async () => {
    const { app } = listApi([item(1), item(2, { status: 'done' }), item(3)])
    const { person, router } = await renderPage(<ReadingList />, { api: app, path: '/reading-list?item=none' })
    await findRow('Paper 1')
    expect(screen.queryByText('Paper 2')).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Done 1' }))
    await waitFor(() => expect(screen.queryAllByText('Paper 2').length).toBeGreaterThan(0))
    expect(router.state.location.search).toBe('?tab=done')
    expect(screen.getByRole('button', { name: 'All 3' })).toBeTruthy()
  })

  test('shows a row with Undo in place of a removed paper, and restores the paper there', async () => {
    const { app, removed } = listApi([item(1), item(2), item(3)])
    const { person } = await renderPage(<ReadingList />, { api: app, path: '/reading-list' })
    await person.click(within(await findRow('Paper 2')).getByRole('button', { name: 'More for Paper 2' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    expect(await screen.findByText('Removed: Paper 2')).toBeTruthy()
    await waitFor(() => expect([...removed]).toEqual(['item-2']))
    const removedRow = screen.getByText('Removed: Paper 2').parentElement!
    const undo = within(removedRow).getByRole('button', { name: 'Undo' })
    await waitFor(() => expect(document.activeElement).toBe(undo))
    await person.click(undo)
    await findRow('Paper 2')
    expect(removed.size).toBe(0)
    expect(screen.getAllByRole('article').map((each) => within(each).getByRole('link').textContent)).toEqual([
      'Paper 1',
      'Paper 2',
      'Paper 3',
    ])
  })

  test('restores several removed papers at once', async () => {
    const { app, removed } = listApi([item(1), item(2), item(3)])
    const { person } = await renderPage(<ReadingList />, { api: app, path: '/reading-list' })
    for (const title of ['Paper 1', 'Paper 3']) {
      await person.click(within(await findRow(title)).getByRole('button', { name: `More for ${title}` }))
      await person.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    }
    await waitFor(() => expect(removed.size).toBe(2))
    const bar = (await screen.findByText('2 removed')).parentElement!
    await person.click(within(bar).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(removed.size).toBe(0))
    await findRow('Paper 1')
    await findRow('Paper 3')
  })

  test('keeps a paper that could not be removed, and shows the error', async () => {
    const { app, refuse } = listApi([item(1), item(2)])
    const { person } = await renderPage(<ReadingList />, { api: app, path: '/reading-list' })
    await findRow('Paper 2')
    refuse()
    await person.click(within(row('Paper 2')).getByRole('button', { name: 'More for Paper 2' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    expect(await screen.findByText('Could not remove. Try again.')).toBeTruthy()
    expect(row('Paper 2')).toBeTruthy()
  })

  test('says in the paper that covers the list on a phone that it could not be moved', async () => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
    happyDOM.setViewport({ width: 390 })
    try {
      const { app, refuse } = listApi([item(1)])
      const { person } = await renderPage(<ReadingList />, { api: app, path: '/reading-list?item=item-1' })
      const detail = within(await screen.findByRole('dialog', { name: 'Paper 1' }))
      refuse()
      await person.click(detail.getByRole('button', { name: 'Done' }))
      expect((await detail.findByRole('alert')).textContent).toStartWith('Could not move. ')
      expect(detail.getByRole('button', { name: 'To read', pressed: true })).toBeTruthy()
    } finally {
      happyDOM.setViewport({ width: 1024 })
    }
  })

  test('moves a paper to another state and shows the new state', async () => {
    const { app, stored } = listApi([item(1), item(2)])
    const { person } = await renderPage(<ReadingList />, { api: app, path: '/reading-list' })
    const detail = within(await screen.findByRole('region', { name: 'Paper 1' }))
    await person.click(detail.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('Moved to Done')).toBeTruthy()
    await waitFor(() => expect(stored.get('item-1')?.status).toBe('done'))
    expect(screen.getByRole('button', { name: 'Done 1' })).toBeTruthy()
  })

  test('moves with j from the row that has the focus, takes the focus along, and acts on it', async () => {
    const { app, stored } = listApi([item(1), item(2), item(3)])
    const { person, router } = await renderPage(<ReadingList />, { api: app, path: '/reading-list' })
    await findRow('Paper 1')
    act(() => within(row('Paper 2')).getByRole('link').focus())
    await person.keyboard('x')
    expect(screen.getByRole('checkbox', { name: 'Select Paper 2', checked: true })).toBeTruthy()
    await person.keyboard('j')
    await waitFor(() => expect(router.state.location.search).toContain('item=item-3'))
    expect(row('Paper 3').contains(document.activeElement)).toBe(true)
    await person.keyboard('e')
    await waitFor(() => expect(stored.get('item-3')?.status).toBe('done'))
  })

  test('undoes a removal and a move one after the other with u', async () => {
    const { app, stored, removed } = listApi([item(1), item(2)])
    const { person } = await renderPage(<ReadingList />, { api: app, path: '/reading-list' })
    await findRow('Paper 1')
    await person.keyboard('e')
    expect(await screen.findByText('Moved to Done: Paper 1')).toBeTruthy()
    await person.click(within(row('Paper 2')).getByRole('button', { name: 'More for Paper 2' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    await waitFor(() => expect([...removed]).toEqual(['item-2']))
    await waitFor(() => expect(screen.queryByRole('menu') === null).toBe(true))
    await person.keyboard('u')
    await waitFor(() => expect([...removed]).toEqual([]))
    expect(stored.get('item-1')?.status).toBe('done')
    await person.keyboard('u')
    await waitFor(() => expect(stored.get('item-1')?.status).toBe('to_read'))
  })

  test('saves the note of the open paper and shows it in the list', async () => {
    const { app, stored } = listApi([item(1), item(2)])
    const { person } = await renderPage(<ReadingList />, { api: app, path: '/reading-list?item=item-2' })
    await person.type(await note(), 'ask for the raw frames')
    await person.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeTruthy()
    expect(stored.get('item-2')?.notes).toBe('ask for the raw frames')
    expect(within(row('Paper 2')).getByText('ask for the raw frames')).toBeTruthy()
  })

  test('merges both notes on "Keep both" after the note was changed in another window', async () => {
    const { app, stored } = listApi([item(1)])
    const { person } = await renderPage(<ReadingList />, { api: app, path: '/reading-list' })
    const field = await note()
    stored.set('item-1', { ...stored.get('item-1')!, notes: 'theirs', version: 2 })
    await person.type(field, 'mine')
    await person.keyboard('{Control>}s{/Control}')
    await person.click(await screen.findByRole('button', { name: 'Keep both' }))
    await waitFor(() => expect(stored.get('item-1')?.notes).toBe('theirs\n\nmine'))
  })

  test('adds a tag in the spelling of the list, keeps a tag that another window added, and filters by a tag', async () => {
    const { app, stored } = listApi([item(1, { tags: ['Lab'] }), item(2, { tags: ['Sea'] })])
    const { person } = await renderPage(<ReadingList />, { api: app, path: '/reading-list?item=item-2' })
    const field = await screen.findByRole('combobox', { name: 'Tags' })
    // The filter of the list shows that the tags are loaded.
    await screen.findByRole('combobox', { name: 'Tag' })
    stored.set('item-2', { ...stored.get('item-2')!, tags: ['Sea', 'theirs'], version: 2 })
    await person.type(field, 'lab{Enter}')
    await waitFor(() => expect(stored.get('item-2')).toMatchObject({ tags: ['Sea', 'theirs', 'Lab'], version: 3 }))
    expect(await within(row('Paper 2')).findByText('#Sea #theirs #Lab')).toBeTruthy()
    await person.click(screen.getByRole('combobox', { name: 'Tag' }))
    await person.click(await screen.findByRole('option', { name: 'theirs' }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Paper 1' }) === null).toBe(true))
    expect(row('Paper 2')).toBeTruthy()
  })

  test('opens an item of another tab from the URL with one request, and reports an unknown item', async () => {
    const { app, requestedIds } = listApi([item(1), item(2, { status: 'done' })])
    await renderPage(<ReadingList />, { api: app, path: '/reading-list?item=item-2' })
    expect(await screen.findByRole('heading', { name: 'Paper 2' })).toBeTruthy()
    expect(requestedIds).toEqual(['item-2'])
    cleanup()
    await renderPage(<ReadingList />, { api: app, path: '/reading-list?item=item-9' })
    expect(await screen.findByText('That paper is not on your list')).toBeTruthy()
  })

  test('makes no path of an API call of the id in the URL', async () => {
    const { app } = listApi([item(1)])
    const paths = new Set<string>()
    app.onRequest(({ request }) => void paths.add(new URL(request.url).pathname))
    await renderPage(<ReadingList />, { api: app, path: '/reading-list?item=..%2F..' })
    expect(await findRow('Paper 1')).toBeTruthy()
    expect([...paths].filter((path) => !/^\/api\/(users\/me\/|auth\/me$)/.test(path))).toEqual([])
  })

  test('labels newer versions and withdrawals', async () => {
    const { app } = listApi([
      item(1, { newer_version: 3, saved_version: 1 }),
      item(2, { withdrawn: true, paper: { ...item(2).paper, comment: 'An error in the second lemma' } }),
    ])
    await renderPage(<ReadingList />, { api: app, path: '/reading-list' })
    expect(within(await findRow('Paper 1')).getByText('v3 is out, you saved v1')).toBeTruthy()
    const link = within(row('Paper 1')).getByRole('link', { name: 'What changed' })
    expect(link.getAttribute('href')).toBe(`/paper/${item(1).paper.id}?changes=1..3`)
    expect(within(row('Paper 2')).getByText('Withdrawn')).toBeTruthy()
    expect(within(row('Paper 2')).getByText('An error in the second lemma')).toBeTruthy()
  })

  test('shows different messages for an empty list, an empty tab and a filter without results', async () => {
    const emptyPage = await renderPage(<ReadingList />, { api: listApi([]).app, path: '/reading-list' })
    expect(await screen.findByText('Papers you save land here')).toBeTruthy()
    emptyPage.unmount()
    const api = listApi([item(1)]).app
    const tab = await renderPage(<ReadingList />, { api, path: '/reading-list?tab=done' })
    expect(await screen.findByText('Nothing is done yet')).toBeTruthy()
    tab.unmount()
    const { person } = await renderPage(<ReadingList />, { api, path: '/reading-list?q=nowhere' })
    await person.click(await screen.findByRole('button', { name: 'Show the whole tab' }))
    await findRow('Paper 1')
  })

  test('shows 30 papers, and the rest after "Show more"', async () => {
    const many = Array.from({ length: 41 }, (_, index) =>
      item(1, {
        id: `item-${index}`,
        paper: { ...samplePaper, id: `arxiv:${index}`, title: `No ${index}`, title_segments: [] },
      }),
    )
    const { person } = await renderPage(<ReadingList />, { api: listApi(many).app, path: '/reading-list' })
    expect(await screen.findByText('30 of 41')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Show 11 more' }))
    expect(await screen.findByText('That is all: 41.')).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(41)
  })
})

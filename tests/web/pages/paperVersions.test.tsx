import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { PaperDetails } from '#api/contract/papers.ts'
import type { PaperChanges, VersionWaiting } from '#api/contract/versions.ts'
import { textChanges } from '#stories/config/versionSamples.ts'
import { sampleCard, samplePaper, sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { PaperPage } from '#web/pages/Paper/Paper.tsx'

const paper: PaperDetails = {
  ...samplePaper,
  version: 3,
  versions: [3, 2, 1].map((version) => ({ version, at: `2026-11-1${version}T10:00:00.000Z` })),
  state: { ...sampleCard.state, saved: false },
}
const sameWords = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ')
const comparison = (from: number, to: number): PaperChanges => ({
  from,
  to,
  from_at: null,
  to_at: null,
  summary: `Only the title changed from ${from} to ${to}.`,
  withdrawn: false,
  fields: [
    {
      field: 'title',
      kind: 'text',
      parts: [
        { op: 'same', segments: [{ text: `${sameWords} ` }] },
        { op: 'removed', segments: [{ text: '12 ' }], number: true },
        { op: 'added', segments: [{ text: '14 ' }], number: true },
        { op: 'same', segments: [{ text: 'lanterns' }] },
      ],
    },
    {
      field: 'authors',
      kind: 'list',
      parts: [
        { op: 'same', segments: [{ text: 'Mirela Quillfeather' }] },
        { op: 'same', segments: [{ text: 'Wei Zhang' }] },
        { op: 'added', segments: [{ text: 'Ana Ribeiro' }] },
      ],
    },
  ],
})

/** The page of the paper at an address; `waits`: so many answers say that the source is being asked. */
async function open(search = '', { waits = 0, noHtml = false } = {}) {
  const asked: string[] = []
  let left = waits
  const waiting: VersionWaiting = { source: 'arXiv', version: 1, retry_after: 0.01 }
  const api = new Elysia({ prefix: '/api' })
    .get('/auth/me', () => sampleUser)
    .get('/papers/:id', () => paper)
    .get('/papers/:id/changes', ({ query: { from, to }, status }) => {
      asked.push(`${from}..${to}`)
      return left-- > 0 ? status(202, waiting) : comparison(Number(from), Number(to))
    })
    .get('/papers/:id/changes/text', ({ query: { from, to }, status }) => {
      asked.push(`text ${from}..${to}`)
      if (left-- > 0) return status(202, { source: 'arXiv', retry_after: 0.01 })
      const error = { code: 'not-found', message: 'arXiv has no HTML of version 1.', request_id: 'r-1' }
      return noHtml ? status(404, { error }) : { ...textChanges, from: Number(from), to: Number(to) }
    })
    .post('/papers/:id/click', () => {
      asked.push('opened')
      return { clicks: 1 }
    })
    .get('/users/me/reading-list/tags', () => ({ items: [], total: 0 }))
  await renderPage(<PaperPage />, { api, path: `/paper/${samplePaper.id}${search}`, route: '/paper/*' })
  return { asked }
}
const buttonOf = (version: number) => screen.findByRole('button', { name: `What changed in version ${version}` })

test('what changed in a version is read when it is opened, and marks the updates of the paper as read', async () => {
  const { asked } = await open()
  const button = await buttonOf(3)
  expect(screen.queryByRole('button', { name: 'What changed in version 1' })).toBeNull()
  expect(asked).toEqual([])
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(await screen.findByText('Only the title changed from 2 to 3.')).toBeTruthy()
  expect(asked.toSorted()).toEqual(['2..3', 'opened'])
  await userEvent.click(await buttonOf(2))
  expect(await screen.findByText('Only the title changed from 1 to 2.')).toBeTruthy()
  expect(screen.queryByText('Only the title changed from 2 to 3.')).toBeNull()
  await userEvent.click(await buttonOf(2))
  await waitFor(() => expect(screen.queryByText('Only the title changed from 1 to 2.') === null).toBe(true))
})

test('an address opens the comparison of its two versions', async () => {
  const { asked } = await open('?changes=1..3')
  expect(await screen.findByText(/From version 1 to version 3: .*from 1 to 3/)).toBeTruthy()
  await waitFor(() => expect(asked.toSorted()).toEqual(['1..3', 'opened']))
})

test.each(['?changes=3', '?changes=a..b', '?changes=1..9', '?changes=1..1'])(
  'an address without such versions opens none: %s',
  async (search) => {
    const { asked } = await open(search)
    expect((await buttonOf(3)).getAttribute('aria-expanded')).toBe('false')
    expect(asked).toEqual([])
  },
)

test('changes are marked and named, and a long run without one is unfolded with the focus in it', async () => {
  await open('?changes=2..3')
  const removed = (await screen.findByText('12')).closest('del')
  expect(removed?.textContent).toContain('removed:')
  expect(within(removed!).getByText('12').tagName).toBe('STRONG')
  expect((await screen.findByText('14')).closest('ins')?.textContent).toContain('added:')
  expect((await screen.findByText('Ana Ribeiro')).parentElement?.textContent).toBe(
    'Mirela Quillfeather, Wei Zhang,  added: Ana Ribeiro',
  )
  expect(screen.queryByText(/word3 /)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '… 32 words the same …' }))
  expect(document.activeElement?.textContent).toStartWith('word0 word1')
})

test('while the source is asked that is said, until the comparison is there', async () => {
  const { asked } = await open('?changes=1..2', { waits: 2 })
  expect(await screen.findByText('Asking arXiv for version 1…')).toBeTruthy()
  expect(await screen.findByText('Only the title changed from 1 to 2.')).toBeTruthy()
  expect(asked.filter((one) => one === '1..2')).toHaveLength(3)
})

test('the texts are compared when that is asked for, and their sections open', async () => {
  const { asked } = await open('?changes=1..2')
  const button = await screen.findByRole('button', { name: 'Compare the text of v1 and v2' })
  expect(asked.filter((one) => one.startsWith('text'))).toEqual([])
  await userEvent.click(button)
  const part = await screen.findByRole('region', { name: 'What changed in the text' })
  await waitFor(() => expect(document.activeElement === part).toBe(true))
  expect(await within(part).findByText(/^2 of 7 sections changed/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Compare the text/ })).toBeNull()
  const section = within(part).getByRole('button', { name: '2 Counting at night' })
  await userEvent.click(section)
  expect(section.getAttribute('aria-expanded')).toBe('true')
  expect(within(part).getByText('12').closest('del')?.textContent).toContain('removed:')
  expect(asked.filter((one) => one.startsWith('text'))).toEqual(['text 1..2'])
})

test('a version without HTML is said, and not asked for again', async () => {
  const { asked } = await open('?changes=1..2', { noHtml: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Compare the text of v1 and v2' }))
  const part = await screen.findByRole('region', { name: 'What changed in the text' })
  expect((await within(part).findByRole('alert')).textContent).toBe('arXiv has no HTML of version 1.')
  expect(asked.filter((one) => one.startsWith('text'))).toHaveLength(1)
})

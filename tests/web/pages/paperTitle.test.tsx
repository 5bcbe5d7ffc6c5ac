import { waitFor } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { PaperDetails } from '#api/contract/papers.ts'
import { cleanTitle } from '#api/text/clean.ts'
import { toTitleSegments } from '#api/text/segments.ts'
import { sampleCard, samplePaper, sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { PaperPage } from '#web/pages/Paper/Paper.tsx'
import { plainTitle } from '#web/shared/plainTitle.ts'

test('the title of the browser has the formulas of a paper as text', async () => {
  const title = cleanTitle(String.raw`$\ensuremath{\alpha}$-owls of \ce{H2O}, $\mathds{1}$ and $\rtwo$`)
  const paper: PaperDetails = {
    ...samplePaper,
    title,
    title_segments: toTitleSegments(title),
    versions: [],
    state: { ...sampleCard.state, saved: false },
  }
  const api = new Elysia({ prefix: '/api' })
    .get('/auth/me', () => sampleUser)
    .get('/papers/:id', () => paper)
    .get('/users/me/reading-list/tags', () => ({ items: [], total: 0 }))
  await renderPage(<PaperPage />, { api, path: `/paper/${samplePaper.id}`, route: '/paper/*' })
  await waitFor(() => expect(document.title).toStartWith('α-owls of H₂O, 𝟙 and rtwo'))
})

test('a paper without segments has its title as it is', () => {
  expect(plainTitle({ title: 'Owls', title_segments: [] })).toBe('Owls')
})

import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { CategoryNames } from '#web/app/CategoryNames.tsx'
import { CategoryCode } from '#web/components/atoms/CategoryCode.tsx'

const JOURNAL = 'journal.9999-9994'

/** Shows the codes to a user who follows `category_ids`. `release` lets the answer with the names out. */
async function show(codes: readonly string[], category_ids: string[], { fails = false } = {}) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  let requests = 0
  const api = new Elysia({ prefix: '/api' })
    .get('/auth/me', () => ({ ...sampleUser, category_ids }))
    .get('/categories', async ({ set }) => {
      requests += 1
      await promise
      if (fails) {
        set.status = 422
        return { error: { code: 'invalid-input', message: 'No.', request_id: 'r-1' } }
      }
      return { items: [{ id: JOURNAL, name: 'Journal of Imaginary Vision', kind: 'journal' }], total: 1 }
    })
  const page = (
    <CategoryNames>
      {codes.map((code) => (
        <CategoryCode key={code} code={code} />
      ))}
    </CategoryNames>
  )
  const view = await renderPage(page, { api, path: '/', user: { ...sampleUser, category_ids } })
  const text = () => view.container.textContent
  return { text, release, requests: () => requests }
}

test('a journal that is followed is called by its name, and a journal until that is loaded', async () => {
  const { text, release } = await show([JOURNAL], ['cs.LG', JOURNAL])
  await waitFor(() => expect(text()).toBe('Journal'))
  release()
  expect(await screen.findByText('Journal of Imaginary Vision')).toBeTruthy()
})

test('one that is not known is called by its ISSN, also when the names could not be loaded', async () => {
  const { release } = await show(['journal.9999-997X'], [JOURNAL])
  release()
  expect(await screen.findByText('ISSN 9999-997X')).toBeTruthy()
  const failed = await show([JOURNAL], [JOURNAL], { fails: true })
  failed.release()
  expect(await screen.findByText('ISSN 9999-9994')).toBeTruthy()
})

test('nothing is asked for a user who follows no journal', async () => {
  const { text, requests } = await show(['biorxiv.zoology', 'chemrxiv', JOURNAL], ['cs.LG', 'chemrxiv'])
  await waitFor(() => expect(text()).toBe('bioRxiv zoologyChemRxivISSN 9999-9994'))
  expect(requests()).toBe(0)
})

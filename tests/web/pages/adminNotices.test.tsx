import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Admin } from '#web/pages/Admin/Admin.tsx'
import { admin, adminApi } from './adminApi.ts'

const TITLE = 'Slow lanterns in a narrow valley of glass'

test('an admin sets a notice aside with a reason, and restores one', async () => {
  const { app, calls } = adminApi()
  const { person } = await renderPage(<Admin />, { api: app, path: '/admin?tab=ingestion', user: admin })
  const table = await screen.findByRole('table', { name: 'Notices' })
  for (const text of [TITLE, 'Retracted on 18 November 2026', 'the publisher, Retraction Watch'])
    expect(table.textContent).toContain(text)
  await person.click(within(table).getByRole('button', { name: `Set aside: ${TITLE}` }))
  const dialog = await screen.findByRole('dialog')
  await person.click(within(dialog).getByRole('button', { name: 'Set the notice aside' }))
  expect(calls.filter(({ path }) => path.startsWith('notices/'))).toEqual([])
  await person.type(within(dialog).getByRole('textbox'), ' Another paper. ')
  await person.click(within(dialog).getByRole('button', { name: 'Set the notice aside' }))
  await person.click(await screen.findByRole('combobox', { name: 'Notices to show' }))
  await person.click(await screen.findByRole('option', { name: 'Set aside' }))
  await person.click(await screen.findByRole('button', { name: `Restore: ${TITLE}` }))
  await waitFor(() =>
    expect(calls.flatMap(({ path, body }) => (path.startsWith('notices/') ? [[path, body]] : []))).toEqual([
      ['notices/0f3e0f3e0f3e0f3e0f3e', { reason: 'Another paper.' }],
      ['notices/1a2b1a2b1a2b1a2b1a2b', { reason: null }],
    ]),
  )
})

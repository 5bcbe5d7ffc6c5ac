import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Admin } from '#web/pages/Admin/Admin.tsx'
import { admin, adminApi } from './adminApi.ts'

const TITLE = 'Slow lanterns in a narrow valley of glass'

test('an admin sees both titles of a suspect, joins it or never, and parts what was joined', async () => {
  const { app, calls } = adminApi()
  const { person } = await renderPage(<Admin />, { api: app, path: '/admin?tab=ingestion', user: admin })
  const table = await screen.findByRole('table', { name: 'Duplicates' })
  for (const text of [TITLE, 'Tides in salt marshes', 'declared by the authors', '8% of the title words'])
    expect(table.textContent).toContain(text)
  await person.click(screen.getByRole('button', { name: `Join: ${TITLE}` }))
  await person.click(await screen.findByRole('button', { name: `Never join: ${TITLE}` }))
  await person.click(screen.getByRole('combobox', { name: 'Show' }))
  await person.click(await screen.findByRole('option', { name: 'Joined' }))
  await person.click(await screen.findByRole('button', { name: `Part: ${TITLE}` }))
  expect(await screen.findByText('Parted')).toBeTruthy()
  const decided = () => calls.filter(({ path }) => path.startsWith('duplicates/'))
  const reason = 'Decided in the admin panel.'
  await waitFor(() =>
    expect(decided().map(({ path, body }) => [path, body])).toEqual([
      ['duplicates/join', { ids: ['arxiv:2611.90001', 'doi:10.5555/b'] }],
      ['duplicates/part', { id: 'arxiv:2611.90001', record_ids: ['doi:10.5555/b'], reason }],
      ['duplicates/part', { id: 'arxiv:2611.90001', record_ids: ['doi:10.5555/a'], reason }],
    ]),
  )
})

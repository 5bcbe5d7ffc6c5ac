import { afterEach, beforeEach, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import { Elysia } from 'elysia'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { DayBook } from '#web/pages/Dashboard/DayBook.tsx'

/** A ZIP file has bytes that are no text. */
const BYTES = Uint8Array.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0, 0x80])
const saved: Blob[] = []
const { createObjectURL } = URL
beforeEach(() => {
  saved.length = 0
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
})
afterEach(() => {
  URL.createObjectURL = createObjectURL
})

test('The papers of a day are downloaded byte for byte, and a failure is said', async () => {
  let fails = true
  const api = new Elysia().get('/api/users/me/delivered/:file', ({ params: { file }, set }) => {
    if (!fails && file === '2026-11-20.epub')
      return new Response(BYTES, { headers: { 'content-type': 'application/epub+zip' } })
    set.status = 404
    return { error: { code: 'not-found', message: 'No papers were put together for you.', request_id: 'r-1' } }
  })
  const { person } = await renderPage(<DayBook day="2026-11-20" />, { api, path: '/dashboard' })
  const link = await screen.findByRole('button', { name: 'Friday’s papers for an e-reader (EPUB)' })
  await person.click(link)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('The book could not be downloaded. No papers were put together for you.')
  fails = false
  await person.click(link)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(new Uint8Array(await saved[0]!.arrayBuffer())).toEqual(BYTES)
  expect(screen.queryByRole('alert')).toBeNull()
})

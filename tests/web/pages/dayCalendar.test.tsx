import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { days, openDashboard } from '#tests/web/support/dashboard.tsx'

const MONTH = 'GET /users/me/dashboard/days'
const openCalendar = async (options: Parameters<typeof openDashboard>[0] = {}) => {
  const view = await openDashboard({ days, ...options })
  const name = await screen.findByRole('button', { name: 'Fri 20 Nov' })
  expect(view.reads).not.toContain(MONTH)
  await view.person.click(name)
  const calendar = within(await screen.findByRole('dialog', { name: 'Choose a day' }))
  return { ...view, calendar, name }
}

describe('the calendar of the days', () => {
  test('says of each day how many papers it has and how many are not seen, and opens it', async () => {
    const { person, calendar, address } = await openCalendar()
    const { outline } = days['2026-11-19']!
    const unseen = outline.filter(({ state }) => !state.seen).length
    const thursday = await calendar.findByRole('gridcell', { name: /^19 November: / })
    const seen = unseen === 0 ? 'all seen' : unseen === outline.length ? 'none seen' : `${unseen} not seen`
    expect(thursday.getAttribute('aria-label')).toBe(
      `19 November: ${outline.length} ${outline.length === 1 ? 'paper' : 'papers'}, ${seen}`,
    )
    expect(calendar.getByRole('gridcell', { name: '16' })).toBeTruthy()
    await person.click(thursday)
    await waitFor(() => expect(address()).toBe('?day=2026-11-19'))
  })

  test('asks for a month when it is shown', async () => {
    const { person, calendar, reads } = await openCalendar()
    await calendar.findByRole('gridcell', { name: /^20 November: / })
    const before = reads.filter((name) => name === MONTH).length
    await person.click(calendar.getByRole('button', { name: 'Previous month' }))
    await waitFor(() => expect(reads.filter((name) => name === MONTH).length).toBeGreaterThan(before))
    await waitFor(() => expect(calendar.queryByRole('gridcell', { name: /November/ })).toBeNull())
  })

  test('says that the marks failed, and a day can be chosen or the marks asked for again', async () => {
    const failing = new Set([MONTH])
    const { person, calendar } = await openCalendar({ failing })
    await calendar.findByText(/Days with papers cannot be marked: Something went wrong on our side\./)
    expect(calendar.getByRole('gridcell', { name: '19' }).matches(':disabled')).toBe(false)
    failing.clear()
    await person.click(calendar.getByRole('button', { name: 'Try again' }))
    await calendar.findByRole('gridcell', { name: /^19 November: / })
    expect(calendar.queryByText(/cannot be marked/)).toBeNull()
  })
})

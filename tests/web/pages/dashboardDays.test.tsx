import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { journalPaper, samplePaper, sampleUser } from '#tests/support/samples.ts'
import type { Dashboard } from '#api/contract/dashboard.ts'
import type { CatchUp } from '#api/contract/taste.ts'
import { makeCard } from '#tests/web/support/days.ts'
import { days, empty, friday, openDashboard, thursday, titles } from '#tests/web/support/dashboard.tsx'

const admin = { ...sampleUser, is_admin: true }
const withFreshness = (changes: Partial<Dashboard['freshness']>) => ({
  ...days,
  '2026-11-20': { ...friday, freshness: { ...friday.freshness, ...changes } },
})

test.each(['2026-13-45', '2026-02-30', '2026-11', 'tomorrow'])(
  'the newest day is shown for the address of a day that does not exist: %s',
  async (day) => {
    const { reads } = await openDashboard({ days, path: `/dashboard?day=${day}` })
    expect(await screen.findByRole('heading', { level: 1, name: 'Friday, 20 November' })).toBeTruthy()
    expect(reads.filter((name) => name.startsWith('GET /users/me/dashboard'))).not.toBeEmpty()
  },
)

describe('what is known about a day', () => {
  test('is a note with the number of unaccounted records if the day was recovered', async () => {
    await openDashboard({ days: withFreshness({ day_state: 'recovered', unaccounted: 13 }) })
    expect(await screen.findByText(/Recovered afterwards; may be incomplete: 13 records/)).toBeTruthy()
  })

  test('is one line about all missing days, which lists them and opens one', async () => {
    const missing_days = ['2026-11-17', '2026-11-18', '2026-11-19']
    const { person, address } = await openDashboard({ days: withFreshness({ missing_days }) })
    await person.click(await screen.findByText('We were away: 3 days are missing, 17 to 19 November'))
    expect(screen.queryByRole('link', { name: 'Fetch them' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Thu 19 Nov' }))
    await waitFor(() => expect(address()).toBe('?day=2026-11-19'))
  })

  test('leads an admin from the missing days to the back-fill', async () => {
    await openDashboard({ days: withFreshness({ missing_days: ['2026-10-30', '2026-11-18'] }), user: admin })
    expect(await screen.findByText('We were away: 2 days are missing, 30 October to 18 November')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Fetch them' }).getAttribute('href')).toBe('/admin?tab=ingestion')
    expect(screen.getByText('Days missing')).toBeTruthy()
  })

  test('says on a missed day that it can be fetched; only an admin gets the link', async () => {
    const missed = empty({ reason: 'missed', missing_days: ['2026-11-20'] })
    const first = await openDashboard({ days: missed })
    expect(await screen.findByText('We missed this day')).toBeTruthy()
    expect(screen.getByText(/It can still be fetched/)).toBeTruthy()
    expect(screen.queryByText(/We were away/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Fetch this day' })).toBeNull()
    first.unmount()
    await openDashboard({ days: missed, user: admin })
    const link = await screen.findByRole('link', { name: 'Fetch this day' })
    expect(link.getAttribute('href')).toBe('/admin?tab=ingestion&day=2026-11-20')
  })

  test('names the day on which nothing was announced', async () => {
    await openDashboard({ days: empty({ reason: 'announced_nothing' }) })
    expect(await screen.findByText('arXiv announced nothing on Friday 20 November')).toBeTruthy()
  })

  test('dates the cause of a failure and says when the next announcement is expected', async () => {
    const failure = 'The feed answered 503.'
    await openDashboard({
      days: withFreshness({
        failing_since: '2026-11-20T04:10:00.000Z',
        failed_at: '2026-11-20T08:12:00.000Z',
        failure,
        next_expected_at: '2026-11-23T01:30:00.000Z',
      }),
    })
    const note = await screen.findByText(/The source could not be reached since Fri 20 Nov/)
    expect(note.textContent).toMatch(/Fri 20 Nov, \d\d:\d\d: The feed answered 503\. The next announcement is expected/)
  })

  test('marks a card whose title has changed, with the announced title', async () => {
    const [card] = friday.cards
    const changed = { ...friday, cards: [{ ...card!, title_before: 'Lamps of old' }] }
    const { person } = await openDashboard({ days: { '2026-11-20': changed } })
    const mark = await screen.findByText('Title changed since it was announced')
    await person.click(mark)
    expect(screen.getByText('Lamps of old')).toBeTruthy()
  })
})

const paper = { ...samplePaper, urls: { abs: 'about:blank' } }
const ask = async (ref: string, options: Parameters<typeof openDashboard>[0]) => {
  const view = await openDashboard({ days, ...options })
  await view.person.click(await screen.findByRole('button', { name: 'Ask about a paper' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask about a paper' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox')))
  await view.person.paste(ref)
  await view.person.keyboard('{Enter}')
  return { ...view, dialog }
}

describe('the question where a paper went', () => {
  test('is answered with the categories, of which one can be followed, and the paper can be saved', async () => {
    const answer = { ref: '2611.9', fate: 'other_categories' as const, day: '2026-11-17', categories: ['cs.CV'], paper }
    const { person, calls, dialog } = await ask(' 2611.9 ', { whereabouts: { '2611.9': answer } })
    expect((await dialog.findByText(/Announced on Tue 17 Nov in cs.CV only/)).closest('output')).toBeTruthy()
    await person.click(dialog.getByRole('button', { name: 'Follow cs.CV' }))
    expect(await dialog.findByText(/You follow cs.CV now/)).toBeTruthy()
    const category_ids = [...sampleUser.category_ids, 'cs.CV']
    expect(calls).toEqual([`PUT /users/me ${JSON.stringify({ category_ids })}`])
    await person.click(dialog.getByRole('button', { name: 'Save it' }))
    expect(await dialog.findByRole('link', { name: /open it in your reading list/ })).toBeTruthy()
  })

  test('makes a journal, which no reader follows yet, a category before it is followed', async () => {
    const article = journalPaper()
    const { categories } = article
    const answer = { ref: 'x', fate: 'other_categories' as const, day: '2026-11-17', categories, paper: article }
    const { person, calls, dialog } = await ask('x', { whereabouts: { x: answer } })
    expect(await dialog.findByText(/^Announced on Tue 17 Nov in Journal of Imaginary Vision only;/)).toBeTruthy()
    await person.click(dialog.getByRole('button', { name: 'Follow Journal of Imaginary Vision' }))
    expect(await dialog.findByText(/You follow Journal of Imaginary Vision now/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: /^Follow/ })).toBeNull()
    const category_ids = [...sampleUser.category_ids, 'journal.9999-9994']
    expect(calls).toEqual([
      'POST /categories {"kind":"journal","issn":"9999-9994"}',
      `PUT /users/me ${JSON.stringify({ category_ids })}`,
    ])
  })

  test('names the mute, which can be lifted', async () => {
    const user = { ...sampleUser, interests: { ...sampleUser.interests, muted_terms: ['Survey', 'lamp'] } }
    const whereabouts = { x: { ref: 'x', fate: 'muted' as const, day: '2026-11-19', because: 'survey' } }
    const { person, calls, dialog } = await ask('x', { user, whereabouts })
    await person.click(await dialog.findByRole('button', { name: 'Lift the mute “Survey”' }))
    expect(await dialog.findByText(/“survey” is not muted any more/)).toBeTruthy()
    expect(calls).toEqual(['PUT /users/me {"interests":{"muted_terms":["lamp"],"muted_authors":[]}}'])
  })

  test('opens the papers below the cut of the day on which the paper is', async () => {
    const whereabouts = { x: { ref: 'x', fate: 'below_cut' as const, day: '2026-11-18', place: 312, of: 340, paper } }
    const { person, reads, dialog } = await ask('x', { whereabouts })
    expect(await dialog.findByText('Below the cut on Wed 18 Nov, place 312 of 340.')).toBeTruthy()
    await person.click(dialog.getByRole('button', { name: 'See it below the cut' }))
    expect(await screen.findByRole('dialog', { name: 'Over the daily limit, Wed 18 Nov' })).toBeTruthy()
    await waitFor(() => expect(reads).toContain('GET /users/me/ledger/2026-11-18/below_cut'))
  })

  test('closes the dialog to show the day on which the paper was shown', async () => {
    const whereabouts = { x: { ref: 'x', fate: 'shown' as const, day: thursday.day, place: 1, of: 1 } }
    const { person, address, dialog } = await ask('x', { whereabouts })
    await person.click(await dialog.findByRole('button', { name: 'Show Thu 19 Nov' }))
    await waitFor(() => expect(address()).toBe('?day=2026-11-19'))
    await waitFor(() => expect(screen.queryAllByRole('dialog').length).toBe(0))
  })

  test('shows a pasted value as text, also when nothing matches it', async () => {
    const { dialog } = await ask('<img src=x onerror=alert(1)>', {})
    expect(await dialog.findByText(/Not in the library: “<img src=x onerror=alert\(1\)>”/)).toBeTruthy()
    expect(document.querySelector('[role=dialog] img')).toBeNull()
  })

  test('says what is missing if the field is empty, and repeats a failed question on "Try again"', async () => {
    const failing = new Set(['GET /users/me/whereabouts'])
    const { person, reads, dialog } = await ask(' ', { failing })
    expect(dialog.getByText('Enter an arXiv id, a DOI, an address or a title.')).toBeTruthy()
    expect(reads).not.toContain('GET /users/me/whereabouts')
    await person.paste('2611.9')
    await person.keyboard('{Enter}')
    await dialog.findByRole('alert')
    failing.clear()
    await person.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText(/Not in the library/)).toBeTruthy()
  })
})

describe('after days away', () => {
  const catchUp: CatchUp = {
    since: '2026-11-10T07:00:00.000Z',
    days: [
      { day: '2026-11-20', papers: 3, below: 0 },
      { day: '2026-11-19', papers: 41, below: 40 },
    ],
    papers: 44,
    minutes: 2,
    cards: [makeCard(1), { ...makeCard(7), delivered_on: '2026-11-19' }],
  }
  const away = {
    ...days,
    '2026-11-20': { ...friday, catch_up: { days: 8, papers: 44, best: 2, minutes: 2 }, mixed: true },
  }

  test('one list shows the best of the missed days, keeps its cards while it is read, and leads to the days', async () => {
    const { person, calls, address, reads } = await openDashboard({ days: away, catchUp })
    await person.click(await screen.findByRole('button', { name: 'Catch up' }))
    expect(await screen.findByText('The best 2 of 44 papers in 2 days, about 2 minutes.')).toBeTruthy()
    await waitFor(() => expect(titles()).toEqual(['Lantern 1', 'Lantern 7']))
    expect(address()).toBe('?catch-up=1')
    const [first, second] = screen.getAllByRole('article')
    expect(within(second!).getByText('Thu 19 Nov')).toBeTruthy()

    await person.click(within(first!).getByRole('button', { name: 'Save' }))
    expect(await within(first!).findByRole('button', { name: 'Saved', pressed: true })).toBeTruthy()
    await waitFor(() =>
      expect(calls).toContain('POST /users/me/reading-list {"paper_id":"arxiv:2611.90001","found_by":"day"}'),
    )
    await waitFor(() => expect(reads).toContain('GET /users/me/reading-list'))
    expect(titles()).toEqual(['Lantern 1', 'Lantern 7'])

    await person.click(screen.getByRole('button', { name: 'Thu 19 Nov: 40' }))
    await waitFor(() => expect(address()).toBe('?day=2026-11-19'))
    await waitFor(() => expect(titles()).toEqual(['Lantern 7']))
  })

  test('the days are reachable one by one, from the oldest missed one', async () => {
    const { person, address } = await openDashboard({ days: away, catchUp })
    await person.click(await screen.findByRole('button', { name: 'Day by day' }))
    await waitFor(() => expect(address()).toBe('?day=2026-11-19'))
  })
})

test('the reading budget ends with a line in the list of the day, not in a filtered list', async () => {
  const withBudget = { ...days, '2026-11-20': { ...friday, budget: { papers: 1, minutes: 1 } } }
  const { person } = await openDashboard({ days: withBudget })
  const end = await screen.findByText('Your 20 minutes end here. 2 more below.')
  const [first, second] = screen.getAllByRole('article')
  expect(first!.compareDocumentPosition(end) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(second!.compareDocumentPosition(end) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
  await person.click(screen.getByRole('checkbox', { name: 'Unseen only' }))
  await waitFor(() => expect(screen.queryAllByText(/end here/).length).toBe(0))
})

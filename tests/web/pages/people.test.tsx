import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { Person, PersonChanges, PersonInput } from '#api/contract/people.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { people, unsurePerson } from '#stories/config/peopleSamples.ts'
import { AskAboutAuthor } from '#web/pages/Dashboard/AskAboutAuthor.tsx'
import { PeopleSection } from '#web/pages/Taste/PeopleSection.tsx'

const fail = (set: { status?: number | string }, message: string) => {
  set.status = 422
  return { error: { code: 'invalid-input', message, request_id: 'r-9' } }
}

/** In-memory API of followed authors. Records the changes in `calls`; fails while `failing` is set. */
function makeApi() {
  const calls: string[] = []
  const state = { failing: false }
  const api = new Elysia({ prefix: '/api' })
    .get('/users/me/people', ({ set }) => (state.failing ? fail(set, 'Not now.') : people))
    .put('/users/me/people/:author/papers/:paper', ({ params, body, set }): Person | object => {
      calls.push(
        `${decodeURIComponent(params.author)} ${decodeURIComponent(params.paper)} ${(body as PersonInput).value}`,
      )
      if (state.failing) return fail(set, 'Not now.')
      return { ...unsurePerson, theirs: 13, unsure: 6, ask: unsurePerson.ask.slice(1) }
    })
    .put('/users/me/people/:author', ({ params, body, set }): Person | object => {
      const { orcid } = body as PersonChanges
      calls.push(`${decodeURIComponent(params.author)} ${orcid}`)
      return state.failing ? fail(set, 'This is not an ORCID iD.') : { ...unsurePerson, orcid }
    })
  return { api, calls, state }
}

test('A card asks about an author, says the answer, and takes it back', async () => {
  const { api, calls, state } = makeApi()
  const { person: user } = await renderPage(<AskAboutAuthor author="Wei Wang" paperId="doi:10.5555/a.b" />, {
    api,
    path: '/',
  })
  const group = screen.getByRole('group', { name: 'Is this the Wei Wang you follow?' })
  state.failing = true
  await user.click(within(group).getByRole('button', { name: 'No' }))
  expect((await within(group).findByRole('alert')).textContent).toBe('Not stored. Not now.')
  state.failing = false
  await user.click(within(group).getByRole('button', { name: 'No' }))
  const undo = await within(group).findByRole('button', { name: 'Undo' })
  expect(group.textContent).toContain('Not by the Wei Wang you follow.')
  await waitFor(() => expect(document.activeElement).toBe(undo))
  await user.keyboard('{Enter}')
  await within(group).findByRole('button', { name: 'Yes' })
  expect(calls).toEqual(['no', 'no', 'null'].map((value) => `Wei Wang doi:10.5555/a.b ${value}`))
})

test('The authors of the taste page are judged and given an iD', async () => {
  const { api, calls, state } = makeApi()
  const { person: user } = await renderPage(<PeopleSection />, { api, path: '/', user: sampleUser })
  const row = (await screen.findByRole('heading', { name: 'Wei Wang' })).closest('li')!
  expect(row.textContent).toContain('12 papers by this author, 31 by others of the name, 7 not known')
  await user.click(within(row).getByText('2 to judge, 2 judged, ORCID iD'))
  await user.click(within(row).getAllByRole('button', { name: 'Yes' })[0]!)
  await waitFor(() => expect(row.textContent).toContain('13 papers by this author'))
  state.failing = true
  await user.type(within(row).getByRole('textbox', { name: 'ORCID iD, optional' }), '1234{Enter}')
  expect((await within(row).findByRole('alert')).textContent).toBe('Not stored. This is not an ORCID iD.')
  expect(calls).toEqual(['Wei Wang arxiv:2611.00301 yes', 'Wei Wang 1234'])
})

test('Authors that cannot be loaded are loaded again on request', async () => {
  const { api, state } = makeApi()
  state.failing = true
  const { person: user } = await renderPage(<PeopleSection />, { api, path: '/', user: sampleUser })
  const retry = await screen.findByRole('button', { name: /^Try again|^Retry/ })
  state.failing = false
  await user.click(retry)
  await screen.findByRole('heading', { name: 'Wei Wang' })
})

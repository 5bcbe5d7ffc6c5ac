import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { feed, found, labels, openPicker, QUERY, SUBJECT, VENUE, VISION } from './pickerApi.tsx'

describe('the picker finds subjects, queries, venues and feeds', () => {
  test('subjects of a preprint server, with its name and how many papers, each once', async () => {
    const { person, field, value, made } = await openPicker(() => found([SUBJECT]))
    await person.type(field, 'preprints.org social')
    await screen.findByText('1 subject of a preprint server')
    expect(labels('Subjects of preprint servers')).toEqual(['Social SciencesPreprints.org · about 64 a day'])
    await person.click(screen.getByRole('checkbox', { name: /^Social Sciences/ }))
    await waitFor(() => expect(value()).toEqual([SUBJECT.code]))
    expect(made).toEqual([{ kind: 'subject', subject: SUBJECT.code }])
    expect(screen.getByRole('button', { name: /^Preprints\.org social sciences/ })).toBeTruthy()
    expect(screen.getByText(/^1 category chosen/)).toBeTruthy()
  })

  test('the words as a query of PubMed: how many papers, how it is read, and what is not known there', async () => {
    const rare = { ...QUERY, code: 'pubmed.00000000000000a2', per_day: 0, detail: '', ignored: ['glaer'] }
    const { person, field, value, made } = await openPicker((words) =>
      found(words === 'glaer' ? [rare] : [VISION, QUERY]),
    )
    await person.type(field, 'lantern AND glare')
    await screen.findByText('As a query of PubMed')
    expect(labels('Queries of PubMed')).toEqual([
      'lantern AND glareabout 3 a day · read as lantern[All Fields] AND glare[All Fields]',
    ])
    await person.click(screen.getByRole('checkbox', { name: /^lantern AND glare/ }))
    await waitFor(() => expect(value()).toEqual([QUERY.code]))
    expect(made).toEqual([{ kind: 'query', source: 'pubmed', query: 'lantern AND glare' }])
    expect(screen.getByRole('button', { name: 'lantern AND glare, remove with Delete' })).toBeTruthy()
    expect(screen.getByText(/^1 query chosen/)).toBeTruthy()
    await person.clear(field)
    await person.type(field, 'glaer')
    await screen.findByText(/no papers in the last week · PubMed does not know “glaer”/)
  })

  test('venues of OpenReview in a group of their own, with the number of their papers, and none is missed', async () => {
    const workshop = { ...VENUE, code: 'openreview.00000000000000c2', name: 'ICLR 2027 Workshop', detail: '' }
    const { person, field, value, made } = await openPicker((words) =>
      found(words === 'iclr' ? [VENUE, workshop, QUERY] : [QUERY]),
    )
    await person.type(field, 'iclr')
    await screen.findByText('2 venues of OpenReview')
    expect(labels('Venues of OpenReview')).toEqual(['ICLR 2027 Conference2,260 accepted papers', 'ICLR 2027 Workshop'])
    await person.click(screen.getByRole('checkbox', { name: /^ICLR 2027 Conference/ }))
    await waitFor(() => expect(value()).toEqual([VENUE.code]))
    expect(made).toEqual([{ kind: 'venue', venue: 'ICLR.cc/2027/Conference' }])
    expect(screen.getByText(/^1 venue chosen/)).toBeTruthy()
    await person.clear(field)
    await person.type(field, 'sheep')
    await screen.findByText('As a query of PubMed')
    expect(screen.queryByText(/No venue/)).toBeNull()
  })

  test('feeds at an address, with their newest items; no category and no journal is missed there', async () => {
    const notes = feed('Notes')
    const { person, field, value, made } = await openPicker(() => found([notes, feed('Notes, comments')]))
    await person.type(field, 'https://blog.example.org/')
    expect(screen.getByText('Looking for feeds…')).toBeTruthy()
    await screen.findByText('2 feeds')
    expect(screen.queryByText(/^No (?:category|journal)/)).toBeNull()
    expect(labels('Feeds')[0]).toBe(
      'Notesabout 4 a week · 20 items, the newest of 2026-11-20, titles only · newest: Why we count lanterns; Sheep at dusk',
    )
    await person.click(screen.getByRole('checkbox', { name: /^Notes about/ }))
    await waitFor(() => expect(value()).toEqual([notes.code]))
    expect(made).toEqual([{ kind: 'feed', url: 'https://blog.example.org/atom.xml' }])
  })

  test('says that there is no feed, and why an address cannot be read', async () => {
    const message = 'There is no feed at this address, and the page names none.'
    let answer = found([])
    const { person, field } = await openPicker(() => answer)
    await person.type(field, 'blog.example.org/notes')
    expect(await screen.findByText('No feed at this address.')).toBeTruthy()
    answer = found([], [{ source: 'feed', message }])
    await person.type(field, '/2')
    expect(await screen.findByText(`${message} Categories can be chosen all the same.`)).toBeTruthy()
  })
})

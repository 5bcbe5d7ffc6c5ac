import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { CATEGORIES_MAX } from '#api/contract/limits.ts'
import { found, journal, labels, openPicker, VISION } from './pickerApi.tsx'

describe('the picker finds journals', () => {
  test('after a pause and from three characters on, below the categories that are found at once', async () => {
    const { person, field, asked } = await openPicker(() => found([VISION]))
    await person.type(field, 'vi')
    expect(screen.getByRole('checkbox', { name: /^cs.CV/ })).toBeTruthy()
    expect(screen.queryByText(/journals/i)).toBeNull()
    await person.type(field, 'sion')
    expect(screen.getByText('Looking for journals, venues and papers at PubMed…')).toBeTruthy()
    expect(await screen.findByText('1 journal')).toBeTruthy()
    expect(asked).toEqual(['vision'])
    expect(labels()).toEqual(['Journal of Imaginary VisionNowhere Press · about 12 a week · abstracts for 90 %'])
    expect(screen.getByRole('checkbox', { name: /^cs.CV/ })).toBeTruthy()
  })

  test('says what is rare a week, that there are titles only, and the ISSN where titles are the same', async () => {
    const letters = journal('Imaginary Letters', ['9999-9951'], { per_day: 0.4, abstracts: 0.001 })
    const others = journal('Imaginary Letters', ['9999-9943', '9999-996X'], { detail: '', per_day: null })
    const { person, field } = await openPicker(() => found([letters, others, VISION]))
    await person.type(field, '9999-9951')
    await screen.findByText('3 journals')
    expect(labels()).toEqual([
      'Imaginary LettersNowhere Press · about 3 a week · titles only · ISSN 9999-9951',
      'Imaginary Lettersabstracts for 90 % · ISSN 9999-9943, 9999-996X',
      'Journal of Imaginary VisionNowhere Press · about 12 a week · abstracts for 90 %',
    ])
  })

  test('makes a category of the one that is pressed, and chooses it by its name; a second press removes it', async () => {
    const { person, field, value, made } = await openPicker(() => found([VISION]), ['cs.CV'])
    await person.type(field, 'imaginary')
    const box = await screen.findByRole('checkbox', { name: /^Journal of Imaginary Vision/ })
    box.focus()
    await person.keyboard(' ')
    await waitFor(() => expect(value()).toEqual(['cs.CV', 'journal.9999-9994']))
    expect(made).toEqual([{ kind: 'journal', issn: '9999-9994' }])
    expect(screen.getByRole('button', { name: `${VISION.name}, remove with Delete` })).toBeTruthy()
    expect(screen.getByText('1 category and 1 journal chosen, about 92 papers a day.')).toBeTruthy()
    expect(labels()).toHaveLength(1)
    await person.keyboard(' ')
    expect(value()).toEqual(['cs.CV'])
    await person.keyboard(' ')
    expect(value()).toEqual(['cs.CV', 'journal.9999-9994'])
    expect(made).toHaveLength(1)
    await person.clear(field)
    await person.click(screen.getByRole('button', { name: /^Journals \(2\)\s*1 chosen$/ }))
    expect(screen.getByRole('checkbox', { name: /^Journal of Imaginary Vision/, checked: true })).toBeTruthy()
  })

  test('knows a followed journal by its other ISSN', async () => {
    const sheep = journal('Annals of Untold Sheep', ['9999-9927', '9999-997X'], { abstracts: 0 })
    const { person, field, value } = await openPicker(() => found([sheep]), ['journal.9999-997X'])
    await person.type(field, 'sheep')
    const box = screen.getByRole('checkbox', { name: /^Annals/, checked: true })
    box.focus()
    expect(labels()).toEqual(['Annals of Untold SheepMeadow Society · ISSN 9999-997X · titles only · about 2 a week'])
    await screen.findByText(/^Nowhere Press · about 12 a week · titles only$/)
    expect(document.activeElement).toBe(box)
    await person.keyboard(' ')
    expect(value()).toEqual([])
  })
})

describe('the picker keeps working', () => {
  test('when nothing is found', async () => {
    const { person, field } = await openPicker(() => found([]))
    await person.type(field, 'zzz')
    expect(await screen.findByText('No journal for “zzz”.')).toBeTruthy()
    expect(screen.getByText('No category for “zzz”.')).toBeTruthy()
  })

  test('when Crossref cannot be asked, until it can', async () => {
    const failures = [{ source: 'crossref', message: 'Crossref does not answer.' }]
    let answer = found([], failures)
    const { person, field, value } = await openPicker(() => answer)
    await person.type(field, 'vision')
    expect(await screen.findByText('Crossref does not answer. Categories can be chosen all the same.')).toBeTruthy()
    await person.click(screen.getByRole('checkbox', { name: /^cs.CV/ }))
    expect(value()).toEqual(['cs.CV'])
    answer = found([VISION])
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('checkbox', { name: /^Journal of Imaginary Vision/ })).toBeTruthy()
    expect(screen.queryByText(/does not answer/)).toBeNull()
  })

  test('when a journal cannot be made: the row says why, and nothing is lost', async () => {
    const { person, field, value, state } = await openPicker(() => found([VISION]), ['cs.CV'])
    state.refusal = 'Crossref has no journal with the ISSN 9999-9994.'
    await person.type(field, 'imaginary')
    const box = await screen.findByRole('checkbox', { name: /^Journal of Imaginary Vision/ })
    await person.click(box)
    expect((await screen.findByRole('alert')).textContent).toBe(state.refusal)
    expect(box).toHaveProperty('checked', false)
    expect(value()).toEqual(['cs.CV'])
    state.refusal = ''
    await person.click(box)
    await waitFor(() => expect(value()).toEqual(['cs.CV', 'journal.9999-9994']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('when another one is chosen while a journal is being made', async () => {
    const { person, field, value } = await openPicker(() => found([VISION]))
    await person.type(field, 'vision')
    const box = await screen.findByRole('checkbox', { name: /^Journal of Imaginary Vision/ })
    box.click()
    screen.getByRole('checkbox', { name: /^cs.CV/ }).click()
    await waitFor(() => expect(value()).toEqual(['cs.CV', 'journal.9999-9994']))
  })

  test('when as many as possible are chosen: no further journal is made', async () => {
    const most = Array.from({ length: CATEGORIES_MAX }, (_, index) => `topic-${index}`)
    const { person, field, value, made } = await openPicker(() => found([VISION]), most)
    await person.type(field, 'vision')
    await person.click(await screen.findByRole('checkbox', { name: /^Journal of Imaginary Vision/ }))
    expect(value()).toHaveLength(CATEGORIES_MAX)
    expect(made).toEqual([])
    expect(screen.getByText(/is the most one can follow/)).toBeTruthy()
  })

  test('while offline: journals are not found, and it says so', async () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    try {
      const { person, field } = await openPicker(() => Promise.reject(new Error('no network')))
      await person.type(field, 'vision')
      expect(await screen.findByText(/^Journals, venues and queries could not be loaded\./)).toBeTruthy()
      expect(screen.getByRole('checkbox', { name: /^cs.CV/ })).toBeTruthy()
    } finally {
      Reflect.deleteProperty(navigator, 'onLine')
    }
  })
})

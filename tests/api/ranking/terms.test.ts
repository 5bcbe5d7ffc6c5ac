import { describe, expect, test } from 'bun:test'
import { termId } from '#api/ranking/features/terms.ts'
import { dotSparse } from '#api/ranking/features/sparse.ts'
import { countTerms, explainTerms, sumFrequencies } from '#api/ranking/ranker.ts'
import { inventPapers, toDay } from './support/invented.ts'

describe('The terms of a paper', () => {
  test('are words and pairs of words, the same for TeX and plain spelling, a title counting double', () => {
    const { ids, counts } = countTerms({ title: 'Magnetic $\\alpha$-RuCl$_3$', abstract: 'Magnets. Magnetic order' })
    const count = (text: string) => counts[ids.indexOf(termId(text)!)]
    expect([count('alpha RuCl3'), count('magnetic'), count('magnetic order')]).toEqual([2, 3, 1])
    // A pair does not cross the end of a sentence, or a word without meaning.
    expect(count('magnets magnetic')).toBeUndefined()
    const across = countTerms({ title: 'Roosting of herons', abstract: '' }).ids
    expect([termId('roosting'), termId('roosting herons')].map((id) => across.includes(id!))).toEqual([true, false])
    expect(countTerms({ title: 'The', abstract: 'of and a' }).ids.length).toBe(0)
    expect(termId('grey night heron')).toBeNull()
  })

  test('are also compounds with one small word in the middle, and no words that say nothing', () => {
    const { ids } = countTerms({
      title: 'Nest-of-twigs, a state-of-the-art nest',
      abstract: 'From reed to marsh everyone wants something different',
    })
    const has = (text: string) => ids.includes(termId(text)!)
    expect([has('nest-of-twigs'), has('nest twigs'), has('state art'), has('reed marsh')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(['everyone', 'wants', 'something', 'different'].map(termId)).toEqual([null, null, null, null])
  })

  test('have no label from a web address, and from around it they do', () => {
    const paper = {
      title: 'Herons at www.marsh.example/owls',
      abstract: 'Code: \\url{https://reeds.example/co/datasets}. Open HTTP://x.example/tides marsh.',
    }
    const texts = explainTerms(paper, countTerms(paper).ids)
    const labelOf = (term: string) => texts.get(termId(term)!)
    expect(['https', 'www', 'reeds', 'co datasets', 'datasets', 'owls', 'tides'].map(labelOf).filter(Boolean)).toEqual(
      [],
    )
    expect(['herons', 'code', 'open', 'marsh'].map(labelOf)).toEqual(['Herons', 'Code', 'Open', 'marsh'])
  })

  test('are labelled as the paper writes them, without TeX and with the fewest capitals', () => {
    const paper = {
      title: 'Roosting of Herons in $\\Lambda$CDM',
      abstract:
        'Night  herons, of course. The $\\Lambda \\text{CDM}$ herons at $3\\sigma$ have $\\sigma_8$ and $H_{0}$. An owl’s "old tree".',
    }
    const texts = explainTerms(paper, countTerms(paper).ids)
    const terms = ['roosting', 'heron', 'night heron', 'lambda cdm', '3 sigma', 'sigma8', 'H0', 'owl', 'owl old']
    expect(terms.map((term) => texts.get(termId(term)!))).toEqual([
      'Roosting',
      'herons',
      'Night herons',
      'ΛCDM',
      '3σ',
      'σ₈',
      'H₀',
      'owl',
      'owl’s old',
    ])
    expect([...texts].filter(([id, text]) => termId(text) !== id)).toEqual([])
  })

  test('have subscripts without Unicode characters as readers say them', () => {
    const texts = ['n_S', '$M_{\\rm BH}$', '$f_{NL}$ bounds', '$\\sigma_{\\rm SI}$'].flatMap((title) => [
      ...explainTerms({ title, abstract: '' }, countTerms({ title, abstract: '' }).ids),
    ])
    expect(texts.map(([, text]) => text)).toEqual(['nS', 'BH', 'M BH', 'fNL', 'bounds', 'fNL bounds', 'σ', 'SI', 'σSI'])
    expect(texts.filter(([id, text]) => termId(text) !== id)).toEqual([])
  })

  test('that the library has once are not features, and features have the length 1', () => {
    const rare = countTerms({ title: 'heron', abstract: 'xylophage' })
    const known = sumFrequencies([rare, countTerms({ title: 'heron', abstract: '' })], 3)
    expect(known).toMatchObject({
      version: 3,
      papers: 2,
      ids: Uint32Array.of(termId('heron')!),
      counts: Uint32Array.of(2),
    })
    const { features } = toDay(
      [{ ...inventPapers(1, 1)[0]!, title: 'heron', abstract: 'xylophage', names: [], categories: [] }],
      known,
    )[0]!
    expect(features.ids).toEqual(Uint32Array.of(termId('heron')!))
    expect(dotSparse(features, features)).toBeCloseTo(1)
  })
})

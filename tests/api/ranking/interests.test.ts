import { describe, expect, test } from 'bun:test'
import type { Interests } from '#api/contract/users.ts'
import { indexWords, readPaperWords, type PaperText } from '#api/ranking/dayWords.ts'
import { compileInterests, findFollowedAuthors, findKeywords, findMute, findMutes } from '#api/ranking/interests.ts'
import { tabulateAbbreviations } from '#api/text/abbreviations.ts'

const paper = (changes: Partial<PaperText> = {}): PaperText => ({
  title: 'Counting lanterns',
  abstract: 'A benchmark of night vision.',
  authors: ['Mirela Quillfeather'],
  ...changes,
})
const interests = (changes: Partial<Interests>): Interests => ({
  keywords: [],
  authors: [],
  muted_terms: [],
  muted_authors: [],
  ...changes,
})
const dayOf = (...papers: PaperText[]) => indexWords(papers.map(readPaperWords))
const hides = (muted: string, words: string) =>
  findMute(paper({ title: 'Untitled', abstract: `Of one ${words}.` }), interests({ muted_terms: [muted] })) !== null

describe('A muted term', () => {
  test.each([
    ['lantern', 'Lanterns'],
    ['Lanterns', 'lantern'],
    ['réseau', 'RESEAU'],
    ['box', 'boxes'],
    ['biases', 'bias'],
    ['study', 'studies'],
    ['movies', 'movie'],
    ['hero', 'heroes'],
    ['matrix', 'matrices'],
    ['hypotheses', 'hypothesis'],
    ['LLM', 'LLMs'],
    ['night visions', 'night vision'],
    ['night vision', 'night-vision'],
    ['modal', 'multi-modal'],
    ['$\\alpha$', 'alpha'],
    ['C++', 'C++'],
    ['colour', 'color'],
    ['optimization', 'optimisation'],
    ['optimisation', 'optimizations'],
    ['fine-tuning', 'finetuning'],
    ['finetuning', 'fine tuning'],
    ['multi-modal', 'multimodal'],
    ['Flu-19', 'Flu19'],
    ['flu19', 'Flu-19'],
    ['dark-room lamps', 'darkroom lamp'],
  ])('%s hides %s', (muted, words) => {
    expect(hides(muted, words)).toBe(true)
  })

  test.each([
    ['generic', 'generate'],
    ['generic', 'genera'],
    ['news', 'new'],
    ['new', 'news'],
    ['DoE', 'does'],
    ['mean', 'means'],
    ['university', 'universe'],
    ['universe', 'universities'],
    ['review', 'reviewer'],
    ['organ', 'organization'],
    ['GP', 'GPS'],
    ['LOS', 'loss'],
    ['lantern', 'lanternfish'],
    ['lens', 'lensing'],
    ['fine-tuning', 'fine tuned'],
    ['night vision', 'vision by night'],
    ['C', 'C++'],
    ['…', 'words'],
  ])('%s does not hide %s', (muted, words) => {
    expect(hides(muted, words)).toBe(false)
  })

  test('is not found across the end of the title', () => {
    expect(findMute(paper(), interests({ muted_terms: ['lanterns a', 'a benchmark'] }))).toBe('a benchmark')
  })
})

test('A muted name hides the papers of the same author only', () => {
  const day = dayOf(
    paper({ authors: ['Bas Kruidenier', 'Quillfeather, Mirela'] }),
    paper({ authors: ['M. Quillfeather'] }),
    paper({ authors: ['Magda Quillfeather'] }),
  )
  const muting = compileInterests(interests({ muted_authors: ['mirela quillfeather'] }))
  expect([...findMutes(muting, day)]).toEqual([[0, 'mirela quillfeather']])
})

describe('A keyword', () => {
  const papers = [
    paper({ title: 'Strong Gravitational Lensing', abstract: 'One lens.' }),
    paper({ title: 'Gravitationally  lensed quasars', abstract: 'Gravitational lenses.' }),
    paper({ title: 'Multi-modal herons', abstract: 'Large Language Models (LLMs) of multimodal herons.' }),
    paper({ title: 'LLM herons', abstract: 'Finetuned and generated in $\\Lambda$CDM.' }),
    paper({ title: 'Generic galaxies', abstract: 'A university. Gravitational waves; lens.' }),
  ]
  const day = dayOf(...papers)
  const abbreviations = tabulateAbbreviations([{ short: ['llm'], long: ['large', 'language', 'model'], texts: 9 }])
  test.each([
    ['gravitational lens', ['0 title Gravitational Lensing', '1 title Gravitationally  lensed']],
    ['multimodal heron', ['2 title Multi-modal herons']],
    ['multi-modal', ['2 title Multi-modal']],
    ['LLMs', ['2 abstract LLMs', '3 title LLM']],
    ['fine-tuning', ['3 abstract Finetuned']],
    ['LCDM', ['3 abstract ΛCDM']],
    ['generic', ['4 title Generic']],
    ['university', ['4 abstract university']],
    ['universe', []],
    ['waves lens', ['4 abstract waves; lens']],
    ['heron gravitational', []],
  ])('%s is found as the papers write it, in the title before the abstract', (keyword, found) => {
    const matches = findKeywords(compileInterests(interests({ keywords: [keyword] })), day)
    expect(matches.map(({ position, field, written }) => `${position} ${field} ${written}`)).toEqual(found)
  })

  test('is found in its short and its long form', () => {
    const withAbbreviations = indexWords(papers.map(readPaperWords), abbreviations)
    for (const keyword of ['LLM', 'large language model']) {
      const matches = findKeywords(compileInterests(interests({ keywords: [keyword] })), withAbbreviations)
      expect(matches.map(({ position, keyword: text }) => [position, text]).toSorted()).toEqual([
        [2, keyword],
        [3, keyword],
      ])
    }
  })
})

test('A followed author is found for each entry that it matches', () => {
  const day = dayOf(
    paper({ authors: ['M. Quillfeather', 'Wei-Li Wang'] }),
    paper({ authors: ['Wei Wang', 'Mirela Quillfeather'] }),
  )
  const following = compileInterests(
    interests({ authors: ['Quillfeather, M. B.', 'Mirela Quillfeather', 'Wei Wang', '!'] }),
  )
  expect(
    findFollowedAuthors(following, day).map(({ position, name, match }) => `${position} ${name}: ${match}`),
  ).toEqual([
    '0 M. Quillfeather: maybe',
    '1 Mirela Quillfeather: maybe',
    '0 M. Quillfeather: maybe',
    '1 Mirela Quillfeather: same',
    '1 Wei Wang: same',
  ])
})

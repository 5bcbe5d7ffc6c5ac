import { describe, expect, test } from 'bun:test'
import { mayHaveStem, stemWord } from '#api/text/stems.ts'

const oneStem = [
  'lens lenses lensed lensing',
  'retrieve retrieves retrieved retrieving retrieval',
  'generate generates generated generating generation',
  'community communities',
  'university universities',
  'organize organizes organizing organization organisation organise',
  'organ organs',
  'embed embeds embedded embedding embeddings',
  'bias biases biased',
  'code codes coded coding',
  'map maps mapped mapping',
  'gas gases',
  'study studies studied studying',
  'axis axes',
  'matrix matrices',
  'hypothesis hypotheses',
  'phenomenon phenomena',
  'spectrum spectra',
  'supernova supernovae',
  'analyze analyse analyzing analysing analysis analyses',
  'colour color colours coloured',
  'behaviour behaviors behavior',
  'modelling modeling modelled modeled model models',
  'centre center centres',
  'fibre fibers',
  'catalogue catalog catalogs',
  'neighbouring neighboring',
  'haemoglobin hemoglobin',
  'sulphur sulfur',
  'stable stably stability',
  'robust robustly robustness',
  'detect detected detection detections',
  'observe observed observation',
  'physical physics physically',
  'oestrogen estrogen oestrogens',
  'oedema edema',
  'foetal fetal',
  'found find',
  'mice mouse',
]

const stemsOf = (words: string) => [...new Set(words.split(' ').map(stemWord))]

describe('A stem', () => {
  test.each(oneStem)('is the same for %s', (words) => {
    expect(stemsOf(words)).toHaveLength(1)
  })

  test.each([
    'generic generate general generative genera',
    'universe university universal',
    'community commune communication',
    'news new',
    'organ organization',
    'hope hop',
    'us use',
    'star start state static',
    'mission miss',
    'cause causal',
    'even evening',
    'critic critical',
    'transform transformer',
    'police policy',
    'four for',
    'this thi',
    'promise promize',
    'optimize optimal',
    'animal animate',
  ])('is different for each of %s', (words) => {
    expect(stemsOf(words)).toHaveLength(words.split(' ').length)
  })

  test.each(oneStem)('is not ruled out by the first letter of any of %s', (words) => {
    for (const word of words.split(' ')) expect(mayHaveStem(word, ['quark', stemWord(word)])).toBe(true)
  })

  test('is ruled out for a word with another first letter', () => {
    expect(mayHaveStem('model', [stemWord('graphs'), stemWord('networks')])).toBe(false)
  })
})

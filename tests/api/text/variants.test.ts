import { describe, expect, test } from 'bun:test'
import { learnAbbreviations, stemKey, tabulateAbbreviations } from '#api/text/abbreviations.ts'
import { stemWord } from '#api/text/stems.ts'
import { variantsOf } from '#api/text/variants.ts'
import { foldWords } from '#api/text/words.ts'

/** The words of all spellings occur in some text. */
const contextOf = (spellings: readonly string[]) => {
  const words = new Set(spellings.flatMap(foldWords).map(stemWord))
  return { frequencyOf: (word: string) => Number(words.has(stemWord(word))) }
}
const formsOf = (text: string, context: Parameters<typeof variantsOf>[1]) => {
  const words = foldWords(text)
  return [words, ...variantsOf(words, context)].map(stemKey)
}

describe('The forms of a term', () => {
  test.each([
    [['fine-tuning', 'finetuning', 'fine tuning', 'Fine–Tuning', 'fine-tuned', 'finetuned']],
    [['multi-modal', 'multimodal']],
    [['zero-shot', 'zeroshot', 'zero shot']],
    [['U-Net', 'UNet', 'U-Nets']],
    [['GPT-4o', 'GPT4o', 'GPT 4o']],
    [['X-ray', 'Xray', 'x rays']],
    [['6-DoF', '6DoF']],
    [['ΛCDM', 'LambdaCDM', 'LCDM', '$\\Lambda$CDM', 'Lambda-CDM']],
    [['Hα', 'H-alpha', 'Halpha', 'H$\\alpha$', 'H alpha']],
    [['Lyα', 'Lyman-alpha', 'Ly$\\alpha$', 'Lyman α', 'Lya']],
    [['colour', 'color', 'Colours']],
    [['Schrödinger', 'Schroedinger', 'Schrodinger']],
    [['Müller', 'Mueller', 'Muller']],
    [['Schölkopf', 'Schoelkopf']],
  ])('include every spelling: %p', (spellings) => {
    const context = contextOf(spellings)
    for (const one of spellings)
      for (const other of spellings) expect(formsOf(one, context)).toContain(stemKey(foldWords(other)))
  })

  test.each([
    ['notable', 'no table'],
    ['Yue', 'Yu'],
    ['Joel', 'Jol'],
    ['Suen', 'Sun'],
    ['a round', 'around'],
    ['C++', 'C'],
    ['ly gamma', 'lambda gamma'],
  ])('of %s do not include %s', (one, other) => {
    expect(formsOf(one, contextOf([one, other]))).not.toContain(stemKey(foldWords(other)))
  })

  test('include the parts of a word if they are about as frequent as the word', () => {
    const frequencies = new Map([
      ['multimodal', 90],
      ['multi', 80],
      ['modal', 40],
      ['recommendation', 90],
      ['recommend', 5],
      ['ation', 50],
    ])
    const context = { frequencyOf: (word: string) => frequencies.get(word) ?? 0 }
    expect(formsOf('multimodal', context)).toEqual(['multimodal', 'multi modal'])
    expect(formsOf('recommendation', context)).toEqual(['recommendat'])
  })

  test('include abbreviations in both directions, also within a phrase', () => {
    const context = {
      frequencyOf: () => 0,
      abbreviations: tabulateAbbreviations(learnAbbreviations([lanterns, lanterns])),
    }
    expect(formsOf('LNM', context)).toEqual(['lnm', 'larg night model'])
    expect(formsOf('agents of large night models', context)).toContain('agent of lnm')
  })
})

const lanterns = 'We train large night models (LNMs) by light.'

describe('Abbreviations learned from a text', () => {
  test.each([
    ['We train large night models (LNMs) by light.', 'lnms', 'large night models'],
    ['A multi-modal lantern model (MLM) shines.', 'mlm', 'multi modal lantern model'],
    ['With proximal lantern optimization (PLO).', 'plo', 'proximal lantern optimization'],
    ['We use self-supervised lighting (SSL; see below).', 'ssl', 'self supervised lighting'],
    ['Arms with 6-degrees of freedom (DoF).', 'dof', 'degrees of freedom'],
    ['The heron lantern telescope array (HeLTA) opened.', 'helta', 'heron lantern telescope array'],
    ['A pre-trained light model (PLM).', 'plm', 'pre trained light model'],
    ['The LNM (large night model) shines.', 'lnm', 'large night model'],
    ['Point spread functions (PSFs) in 3D Gaussian Splatting (3DGS).', '3dgs', '3d gaussian splatting'],
  ])('%s', (text, short, long) => {
    expect(learnAbbreviations([text]).map((one) => [one.short.join(' '), one.long.join(' ')])).toContainEqual([
      short,
      long,
    ])
  })

  test.each([
    'The lanterns (see Fig. 2) are lit (in red).',
    'Herons in light (XYZ) and (A) others.',
    'It ends. Large night (LNM) starts.',
    'An unclosed (LNM',
    '(LNM) at the start',
  ])('are not found in "%s"', (text) => {
    expect(learnAbbreviations([text])).toEqual([])
  })

  test('are used when two texts define them and one meaning prevails', () => {
    const table = tabulateAbbreviations([
      { short: ['gp'], long: ['gaussian', 'process'], texts: 5 },
      { short: ['gp'], long: ['general', 'practitioner'], texts: 5 },
      { short: ['lnm'], long: ['large', 'night', 'model'], texts: 3 },
      { short: ['lnm'], long: ['lost', 'night', 'moth'], texts: 1 },
      { short: ['once'], long: ['only', 'named', 'ce'], texts: 1 },
    ])
    expect(['gp', 'lnm', 'once'].map((short) => table.longOf(short)?.join(' '))).toEqual([
      undefined,
      'large night model',
      undefined,
    ])
    expect(table.shortOf(stemKey(['large', 'night', 'models']))).toEqual(['lnm'])
  })
})

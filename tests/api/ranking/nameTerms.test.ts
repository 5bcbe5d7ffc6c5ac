import { describe, expect, test } from 'bun:test'
import { countTerms, nameTerms } from '#api/ranking/ranker.ts'
import { termId } from '#api/ranking/features/terms.ts'

/** The label of a term in a sentence of an abstract; null where it names no subject there. */
function nameIn(abstract: string, term: string): string | null {
  const id = termId(term)!
  expect([...countTerms({ title: '', abstract }).ids]).toContain(id)
  return nameTerms({ title: '', abstract }, [id]).get(id)?.label ?? null
}

describe('The name of a term', () => {
  test.each([
    ['Agents for all-weather lanterns.', 'weather lanterns', 'all-weather lanterns'],
    ['We train on low-noise pseudo-melodies here.', 'noise pseudo', 'low-noise pseudo-melodies'],
    ['A W-Net segments feathers.', 'net', 'W-Net'],
    ['The new Heron 4.5 of last year.', 'heron 4', 'Heron 4.5'],
    ['Instance segmentation of wicks.', 'instance segmentation', 'Instance segmentation'],
    ['The images of Data Release 2.', 'release 2', 'Release 2'],
    ['Lanterns under climate change.', 'climate change', 'climate change'],
    ['From the Ada Lind Wide Field Telescope, images.', 'lind wide', 'Ada Lind Wide Field Telescope'],
  ])('has whole words and compounds: %s', (abstract, term, label) => {
    expect(nameIn(abstract, term)).toBe(label)
  })

  test.each([
    ['a verb', 'The varnish prevents overcooking of bows.', 'prevents overcooking'],
    ['a verb', 'Each lantern generates light.', 'generates'],
    ['a verb', 'A wick illuminates and improves glass.', 'improves glass'],
    ['an adverb', 'The wick substantially shortens.', 'wick substantially'],
    ['an adjective', 'Measured in real-world nocturnal light.', 'world nocturnal'],
    ['an adjective', 'Nocturnal herons sleep.', 'nocturnal'],
    ['an empty noun', 'The advantages of glass.', 'advantages'],
    ['an empty noun', 'Our methodology.', 'methodology'],
    ['an empty noun', 'With glass improvement.', 'glass improvement'],
    ['a poor quality', 'Of existing lanterns.', 'existing lanterns'],
    ['a count', 'The winner of Task 3 is a heron.', 'task 3'],
    ['a modifier', 'For low-oil lanterns.', 'oil'],
    ['a number in words', 'The eight lanterns of a pier.', 'eight'],
    ['a verb', 'The assistants rarely ask keepers.', 'ask'],
    ['a pronoun', 'Lanterns that cost nothing burn well.', 'cost nothing'],
    ['a sign', 'At the level of $\\sigma$ only.', 'sigma'],
  ])('is not %s: %s', (_kind, abstract, term) => {
    expect(nameIn(abstract, term)).toBeNull()
  })

  test.each([
    ['Learned glass blowing.', 'glass blowing'],
    ['Graphics of birds.', 'graphics'],
    ['In dark energy surveys.', 'dark energy'],
    ['Wing variance reduction.', 'variance reduction'],
    ['A signal of herons.', 'signal'],
    ['Decoding by herons.', 'decoding'],
    ['SAM 2 for herons.', 'sam 2'],
    ['Deep diffusion policies.', 'diffusion policies'],
    ['LLMs and CT.', 'ct'],
  ])('is that of a subject: %s', (abstract, term) => {
    expect(nameIn(abstract, term)?.toLowerCase()).toBe(term)
  })

  test('is taken from the place where the term is a subject', () => {
    const paper = { title: 'Lanterns generate light', abstract: 'The generation of light.' }
    const id = termId('generation')!
    expect(nameTerms(paper, [id]).get(id)).toEqual({ label: 'generation', key: 'generation' })
  })

  test('keeps the term as its key', () => {
    const id = termId('purpose lanterns')!
    const named = nameTerms({ title: '', abstract: 'For multi-purpose lanterns.' }, [id]).get(id)
    expect(named).toEqual({ label: 'multi-purpose lanterns', key: 'purpose lanterns' })
    expect(termId(named!.key)).toBe(id)
  })
})

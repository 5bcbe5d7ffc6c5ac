import { describe, expect, test } from 'bun:test'
import { categories, subjects } from '#api/text/taxonomy/taxonomy.ts'
import { nameOfCategory } from '#api/contract/preprintServers.ts'

const words = (name: string) => (name === 'HIV/AIDS' ? name : name.toLowerCase())

describe('A category is named to readers', () => {
  test('by server and subject, for every subject of the preprint servers', () => {
    expect(subjects.map(({ id }) => nameOfCategory(id))).toEqual(
      subjects.map(({ archive_name, name }) => `${archive_name} ${words(name)}`),
    )
    expect(nameOfCategory('biorxiv.cell-biology')).toBe('bioRxiv cell biology')
    expect(nameOfCategory('medrxiv.hiv-aids')).toBe('medRxiv HIV/AIDS')
  })

  test('by its code where it has no other name', () => {
    const codes = [
      ...categories.map(({ id }) => id),
      'graphs-1',
      'biorxiv',
      'biorxiv.',
      'biorxivx.zoology',
      'constructor.x',
      '',
    ]
    expect(codes.map(nameOfCategory)).toEqual(codes)
  })
})

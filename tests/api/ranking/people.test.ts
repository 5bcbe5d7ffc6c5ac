import { describe, expect, test } from 'bun:test'
import { readMention, type Mention } from '#api/ranking/people/mention.ts'
import { countNames, expectNamesakes } from '#api/ranking/people/nameCounts.ts'
import { judgeMention, knowPerson, type PersonFacts } from '#api/ranking/people/person.ts'
import { readAuthorName } from '#api/text/authorName.ts'

const NAMES =
  'Wei Zhou, Wei Lin, Wei Feng, Jun Wang, Jun Lin, Fang Wang, Lei Wang, Wei Wang, Ada Brandtholm, Mirela Quillfeather'
const counts = countNames(NAMES.split(', ').map(readAuthorName))
const NO_TERMS = { ids: new Uint32Array(), values: new Float32Array() }

interface Made {
  coauthors?: string[]
  categories?: string[]
  name?: string
  orcid?: string
  affiliation?: string
}
let made = 0
const mention = ({ coauthors = [], categories = ['cs.LG'], name = 'Wei Wang', ...facts }: Made = {}): Mention =>
  readMention(
    {
      id: `paper ${++made}`,
      authors: [{ name, ...facts }, ...coauthors.map((one) => ({ name: one }))],
      categories,
      features: NO_TERMS,
    },
    0,
  )
const person = (facts: Partial<PersonFacts> = {}, name = 'Wei Wang') =>
  knowPerson({ name: readAuthorName(name), orcid: null, yes: [], no: [], own: [], namesakes: [], counts, ...facts })
const outcome = (facts: Partial<PersonFacts>, one: Mention, name?: string) =>
  judgeMention(person(facts, name), one).outcome

const expected = (name: string) => expectNamesakes(readAuthorName(name), counts)

describe('The number of expected namesakes', () => {
  test('is large for common parts, nothing for a name that is met only as a whole, and not for a family name', () => {
    expect(expected('Wei Wang')).toBeCloseTo((3 * 3) / 10)
    expect(expected('Mirela Quillfeather')).toBe(0)
    expect(expected('Xanthe Nowheresen')).toBe(0)
    expect(expected('Wang')).toBe(0)
  })

  test('counts every given name with an initial', () => {
    expect(expected('W. Wang')).toBeGreaterThan(expected('Wei Wang'))
    expect(expectNamesakes(readAuthorName('Wei Wang'), countNames([]))).toBe(0)
  })
})

describe('A mention', () => {
  const yes = [mention({ coauthors: ['Ada Brandtholm', 'Mirela Quillfeather'] })]

  test('that shares rare co-authors with a known paper is theirs', () => {
    expect(outcome({ yes }, mention({ coauthors: ['Ada Brandtholm', 'Mirela Quillfeather'] }))).toBe('theirs')
  })

  test('that shares only a co-author with a common name is not sure', () => {
    const common = [mention({ coauthors: ['Jun Wang'] })]
    const rare = [mention({ coauthors: ['Ada Brandtholm'] })]
    const probability = (known: Mention[], coauthor: string) =>
      judgeMention(person({ yes: known }), mention({ coauthors: [coauthor] })).probability
    expect(probability(common, 'Jun Wang')).toBeLessThan(probability(rare, 'Ada Brandtholm'))
  })

  test('of another field without a common co-author is by another person', () => {
    expect(outcome({ yes }, mention({ categories: ['math.AG'], coauthors: ['Xanthe Nowheresen'] }))).toBe('other')
  })

  test('of the same field without a common co-author is not known', () => {
    expect(outcome({ yes }, mention({ coauthors: ['Xanthe Nowheresen'] }))).toBe('unsure')
  })

  test('is known by co-authors of co-authors who are sure', () => {
    const between = mention({
      coauthors: ['Ada Brandtholm', 'Mirela Quillfeather', 'Xanthe Nowheresen', 'Jorun Field'],
    })
    const far = mention({ coauthors: ['Xanthe Nowheresen', 'Jorun Field'] })
    expect(outcome({ yes }, far)).toBe('unsure')
    expect(outcome({ yes, namesakes: [far, between] }, far)).toBe('theirs')
  })

  test('with an iD is decided by it, also by that of a paper that was judged', () => {
    const orcid = '0000-0002-1825-0097'
    const own = mention({ categories: ['math.AG'], orcid })
    const other = mention({ coauthors: ['Ada Brandtholm', 'Mirela Quillfeather'], orcid: '0000-0001-5109-3700' })
    expect([outcome({ yes, orcid }, own), outcome({ yes, orcid }, other)]).toEqual(['theirs', 'other'])
    const judged = [mention({ orcid })]
    expect([outcome({ yes: judged }, own), outcome({ yes: judged }, other)]).toEqual(['theirs', 'other'])
  })

  test('that shares co-authors with what is not theirs is by another person', () => {
    const no = [mention({ coauthors: ['Xanthe Nowheresen'] })]
    const alike = mention({ coauthors: ['Xanthe Nowheresen'] })
    expect([outcome({ no }, alike), outcome({ yes, no }, alike)]).toEqual(['other', 'other'])
  })

  test('is more likely theirs with the same affiliation than with another one', () => {
    const placed = [mention({ affiliation: 'Institute of Invented Studies, Lanternholm' })]
    const probability = (affiliation?: string) =>
      judgeMention(person({ yes: placed }), mention(affiliation === undefined ? {} : { affiliation })).probability
    const [same, none, other] = ['Lanternholm, Invented Studies', undefined, 'University of Nowhere'].map(probability)
    expect(same).toBeGreaterThan(none!)
    expect(none).toBeGreaterThan(other!)
  })

  test('of a rare name is theirs until a paper of the name is judged not to be', () => {
    const rare = { name: 'Mirela Quillfeather', categories: ['math.AG'] }
    expect(outcome({}, mention(rare), 'Mirela Quillfeather')).toBe('theirs')
    expect(outcome({ no: [mention({ name: 'Mirela Quillfeather' })] }, mention(rare), 'Mirela Quillfeather')).toBe(
      'unsure',
    )
  })

  test('that was judged stays so against all evidence', () => {
    const [one] = yes
    expect(outcome({ yes, no: [one!] }, one!)).toBe('theirs')
    expect(outcome({ no: [one!], namesakes: yes }, one!)).toBe('other')
  })
})

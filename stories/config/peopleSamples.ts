import type { People, Person, PersonMention } from '#api/contract/people.ts'
import { samplePaper } from '#tests/support/samples.ts'

const mentionOf = (number: number, changes: Partial<PersonMention> = {}): PersonMention => ({
  paper: {
    ...samplePaper,
    id: `arxiv:2611.${String(number).padStart(5, '0')}`,
    authors: [{ name: 'Tomás Óðinsson' }, { name: 'Wei Wang' }, { name: 'Ines Aldercroft' }],
  },
  name: 'Wei Wang',
  evidence: ['shares a co-author with papers of theirs', 'another field: math.AG'],
  value: null,
  ...changes,
})

export const unsurePerson: Person = {
  author: 'Wei Wang',
  muted: false,
  orcid: null,
  family_name: false,
  theirs: 12,
  other: 31,
  unsure: 7,
  more: false,
  ask: [mentionOf(301), mentionOf(302, { evidence: ['no co-author in common with papers of theirs'] })],
  judged: [mentionOf(303, { value: 'yes', evidence: [] }), mentionOf(304, { value: 'no', evidence: [] })],
}
export const surePerson: Person = {
  ...unsurePerson,
  author: 'Mirela Quillfeather',
  orcid: '0000-0002-1825-0097',
  theirs: 1,
  other: 0,
  unsure: 0,
  ask: [],
  judged: [],
}
export const familyName: Person = { ...surePerson, author: 'Vantongerloo', orcid: null, family_name: true, theirs: 5 }
export const mutedPerson: Person = { ...unsurePerson, author: 'Karim Adeyemi', muted: true, more: true, theirs: 150 }
const crowd = Array.from({ length: 300 }, (_, at) => ({ name: `Xanthe Quorl${at}` }))
const longName =
  'Maria-Theodora Donaudampfschifffahrtsgesellschaftskapitänswitwenverein-Vantongerloo de la Quillfeather'
export const crowdedPerson: Person = {
  ...unsurePerson,
  author: longName,
  ask: [mentionOf(305, { name: longName, paper: { ...samplePaper, id: 'arxiv:2611.00305', authors: crowd } })],
  judged: [],
}

const listOf = (items: Person[]): People => ({ items, total: items.length })
export const people = listOf([unsurePerson, surePerson, familyName, mutedPerson])
export const surePeople = listOf([surePerson, familyName])
export const noPeople = listOf([])

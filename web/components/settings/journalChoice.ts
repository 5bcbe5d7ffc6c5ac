import type { Category, Followable } from '#api/contract/categories.ts'
import { issnOf } from '../../shared/preprintServers.ts'
import { describeVolume, detailsOf, volumeOf } from './categoryChoice.ts'

/** A journal as it is offered. */
export interface JournalChoice {
  name: string
  /** The first one is that of the journal's category, if there is one. */
  issns: readonly string[]
  details: readonly string[]
  /** Whether it is a category already. */
  isCategory: boolean
}

/** The code of a journal's category. */
export const codeOfIssn = (issn: string): string => `journal.${issn}`

/**
 * The journals that Crossref found, in its order, after those of `known` that it did not find. A journal stays at its
 * place when it becomes a category.
 */
export function listJournals(known: readonly Category[], found: readonly Followable[]): JournalChoice[] {
  const journals = found.filter(({ kind }) => kind === 'journal')
  const titles = Map.groupBy(journals, ({ name }) => name)
  const choices = journals.map((journal) => {
    const issns = issnsOf(journal)
    const category = known.find(({ id }) => issns.some((issn) => codeOfIssn(issn) === id))
    const ownIssn = category && issnOf(category.id)
    return {
      name: journal.name,
      issns: ownIssn === undefined ? issns : [ownIssn, ...issns.filter((issn) => issn !== ownIssn)],
      details: describeJournal(journal, (titles.get(journal.name)?.length ?? 0) > 1),
      isCategory: category !== undefined,
    }
  })
  const others = known.filter(({ id }) => !choices.some(({ issns }) => issns.some((issn) => codeOfIssn(issn) === id)))
  return [
    ...others.map((category) => ({
      name: category.name,
      issns: [issnOf(category.id)].filter((issn) => issn !== undefined),
      details: detailsOf(category),
      isCategory: true,
    })),
    ...choices,
  ]
}

/** Those of `issn`, and that of its code. */
const issnsOf = ({ code, issn = [] }: Followable): string[] => [
  ...new Set([issnOf(code), ...issn].filter((one) => one !== undefined)),
]

/** Publisher, amount, share of abstracts; the ISSN tells journals of the same title apart. */
function describeJournal(journal: Followable, hasNamesake: boolean): string[] {
  const { detail, abstracts } = journal
  const volume = describeVolume(volumeOf(journal))
  return [
    detail,
    volume && `about ${volume}`,
    abstracts !== undefined && describeAbstracts(abstracts),
    hasNamesake && `ISSN ${issnsOf(journal).join(', ')}`,
  ].filter((part) => typeof part === 'string' && part !== '') as string[]
}

/** "abstracts for 90 %"; what would be rounded to nothing is nothing. */
const describeAbstracts = (share: number): string =>
  share < 0.005 ? 'titles only' : `abstracts for ${Math.round(share * 100)} %`

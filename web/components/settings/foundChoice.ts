import type { Category, CategoryInput, Followable } from '#api/contract/categories.ts'
import { issnOf } from '../../shared/preprintServers.ts'
import { describeVolume, detailsOf, volumeOf } from './categoryChoice.ts'

/** What readers make categories of. */
export type FoundKind = 'subject' | 'journal' | 'venue' | 'query' | 'feed'

/** A subject of a preprint server, a journal, a venue, a query or a feed as it is offered. */
export interface FoundChoice {
  name: string
  /** Codes of its category, of which it has one at most. The first one is that of the category, if there is one. */
  codes: readonly [string, ...string[]]
  details: readonly string[]
  /** What makes it a category; null if it is one already. */
  input: CategoryInput | null
}

/**
 * What was found of one kind, in its order, after those of `known` that were not found. It stays at its place when it
 * becomes a category.
 */
export function listChoices(
  kind: FoundKind,
  known: readonly Category[],
  found: readonly Followable[],
): readonly FoundChoice[] {
  const ofKind = found.filter((one) => one.kind === kind)
  const names = Map.groupBy(ofKind, ({ name }) => name)
  const categories = known.filter((category) => category.kind === kind)
  const choices = ofKind.map((one): FoundChoice => {
    const codes = codesOf(one)
    const made = categories.find(({ id }) => codes.includes(id))
    return {
      name: one.name,
      codes: made === undefined ? codes : [made.id, ...codes.filter((code) => code !== made.id)],
      details: describe(one, (names.get(one.name)?.length ?? 0) > 1),
      input: made === undefined ? inputOf(one) : null,
    }
  })
  const others = categories.filter(({ id }) => !choices.some(({ codes }) => codes.includes(id)))
  return [
    ...others.map((category): FoundChoice => {
      return { name: category.name, codes: [category.id], details: detailsOf(category), input: null }
    }),
    ...choices,
  ]
}

const issnsOf = ({ code, issn = [] }: Followable): string[] => [
  ...new Set([issnOf(code), ...issn].filter((one) => one !== undefined)),
]

/** A journal has a code for each of its ISSNs. */
const codesOf = (one: Followable): [string, ...string[]] =>
  one.kind === 'journal'
    ? [one.code, ...issnsOf(one).flatMap((issn) => (`journal.${issn}` === one.code ? [] : `journal.${issn}`))]
    : [one.code]

function inputOf(one: Followable): CategoryInput {
  if (one.kind === 'journal') return { kind: 'journal', issn: issnsOf(one)[0] ?? '' }
  if (one.kind === 'subject') return { kind: 'subject', subject: one.code }
  if (one.kind === 'query') return { kind: 'query', source: 'pubmed', query: one.query ?? one.name }
  if (one.kind === 'venue') return { kind: 'venue', venue: one.venue ?? '' }
  return { kind: 'feed', url: one.address ?? '' }
}

/**
 * Server or publisher, amount, share of abstracts; the ISSN tells journals of the same title apart, the address feeds, the id venues.
 */
function describe(one: Followable, hasNamesake: boolean): string[] {
  const { kind, detail, abstracts, ignored = [], sample, address, venue } = one
  const volume = describeVolume(volumeOf(one))
  const amount = volume === undefined ? kind === 'query' && 'no papers in the last week' : `about ${volume}`
  const parts = {
    subject: [detail, amount],
    journal: [
      detail,
      amount,
      abstracts !== undefined && describeAbstracts(abstracts),
      hasNamesake && `ISSN ${issnsOf(one).join(', ')}`,
    ],
    venue: [detail, hasNamesake && venue],
    query: [
      amount,
      ignored.length > 0 && `PubMed does not know ${ignored.map((phrase) => `“${phrase}”`).join(', ')}`,
      detail && `read as ${detail}`,
    ],
    feed: [amount, detail, hasNamesake && address, sample.length > 0 && `newest: ${sample.join('; ')}`],
  }
  return parts[kind as FoundKind].filter((part) => typeof part === 'string' && part !== '') as string[]
}

/** "abstracts for 90 %"; what would be rounded to nothing is nothing. */
const describeAbstracts = (share: number): string =>
  share < 0.005 ? 'titles only' : `abstracts for ${Math.round(share * 100)} %`

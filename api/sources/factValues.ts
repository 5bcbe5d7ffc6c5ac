import { cleanAbstract, cleanLine } from '../text/clean.ts'
import { canonicalWorkId } from '../text/workIds.ts'
import type { AskedPaper, FactsPage } from './enriching.ts'
import { readMarkup, readMarkupWithoutMail } from './markup.ts'

// What the readers of facts about papers have in common.

/** In characters. */
const SUMMARY_MAX = 1_000
const ADDRESS_MAX = 2_000
const ID_MAX = 1_000

/**
 * Ids that can be put into a request, by what they begin with. A service can refuse all papers of a request because of one
 * id that it cannot read.
 */
const FORMS = {
  'arxiv:': /^(?:\d{4}\.\d{4,5}|[a-z-]+\/\d{7})$/,
  'doi:': /^10\.\d{4,9}\/[^\s\p{Cc}\p{Cs}]{1,300}$/u,
  'pmid:': /^[1-9]\d{0,8}$/,
  'pmc:': /^[1-9]\d{0,9}$/,
} as const
export type IdPrefix = keyof typeof FORMS

/** An identifier of a paper in two parts: "arxiv:" and "2609.90001". */
export interface AskedId {
  prefix: IdPrefix
  rest: string
}

/** The id to ask about a paper with: the first of its ids in the order of `prefixes`; null if it has none. */
export function chooseId({ ids }: AskedPaper, prefixes: readonly IdPrefix[]): AskedId | null {
  for (const prefix of prefixes) {
    const rest = ids
      .filter((id) => id.startsWith(prefix))
      .map((id) => id.slice(prefix.length))
      .find((id) => FORMS[prefix].test(id))
    if (rest !== undefined) return { prefix, rest }
  }
  return null
}

/** The facts of several answers as one page. */
export const joinPages = (pages: readonly FactsPage[]): FactsPage => ({
  facts: new Map(pages.flatMap(({ facts }) => [...facts])),
  rejected: pages.flatMap(({ rejected }) => rejected),
})

/** An abstract as it is stored; undefined without one. */
export const toAbstract = (text: string | null | undefined): string | undefined =>
  cleanAbstract(readMarkupWithoutMail(text ?? '')) || undefined

/** A summary as one line; undefined without one. */
export const toSummary = (text: string | null | undefined): string | undefined =>
  cleanLine(readMarkup(text ?? ''), SUMMARY_MAX) || undefined

/** A number of citations and the like; undefined for one that counts nothing. */
export const toCount = (number: number | null | undefined): number | undefined =>
  Number.isSafeInteger(number) && number != null && number >= 0 ? number : undefined

/** An https address without a password in its normal form; undefined for any other text. */
export function toSecureAddress(text: string | null | undefined): string | undefined {
  const url = text != null && text.length <= ADDRESS_MAX ? URL.parse(text) : null
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  return url.href.length <= ADDRESS_MAX ? url.href : undefined
}

/** An identifier of a work in canonical form; undefined for any other text. */
export const toWorkId = (text: string | null | undefined): string | undefined =>
  text != null && text.length <= ID_MAX ? (canonicalWorkId(text) ?? undefined) : undefined

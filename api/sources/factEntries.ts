import type { TObject } from '@sinclair/typebox'
import type { AskedPaper, Facts, FactsPage } from './enriching.ts'
import { readEntry } from './jsonRecords.ts'

/** A record with more is that of a collection. */
const LINKS_MAX = 10

type Links = NonNullable<Facts['links']>

/** What an answer says about one work. */
export interface FactEntry {
  /** The identifiers of the work in canonical form. */
  ids: string[]
  facts: Facts
}

/** The entries of an answer, in its order. */
export interface ReadEntries {
  entries: FactEntry[]
  rejected: FactsPage['rejected']
}

/** Converts each entry of an answer. */
export function readEntries<Schema extends TObject>(
  items: readonly unknown[],
  reader: Parameters<typeof readEntry<Schema, FactEntry>>[1],
): ReadEntries {
  const result: ReadEntries = { entries: [], rejected: [] }
  for (const item of items) {
    const entry = readEntry(item, reader)
    if ('value' in entry) result.entries.push(entry.value)
    else result.rejected.push(entry)
  }
  return result
}

/** A paper with the entries about it, at least one. */
export interface Match {
  paper: AskedPaper
  entries: [FactEntry, ...FactEntry[]]
}

/**
 * Returns the entries about each paper: those with the id that it is stored under first, then those with its other
 * identifiers. Papers without an entry are left out, and entries about other papers.
 */
export function matchEntries(papers: readonly AskedPaper[], entries: readonly FactEntry[]): Match[] {
  const byId = new Map<string, FactEntry[]>()
  for (const entry of entries) {
    for (const id of entry.ids) {
      const known = byId.get(id)
      if (known === undefined) byId.set(id, [entry])
      else known.push(entry)
    }
  }
  return papers.flatMap((paper) => {
    const [first, ...others] = new Set([paper.id, ...paper.ids].flatMap((id) => byId.get(id) ?? []))
    return first === undefined ? [] : [{ paper, entries: [first, ...others] }]
  })
}

/** Each link once; none if there are more than one work can have. */
export function limitLinks(links: Links): Links {
  const each = new Map(links.map((link) => [`${link.type} ${link.to}`, link]))
  return each.size > LINKS_MAX ? [] : [...each.values()]
}

/**
 * Links a paper to the DOIs that its entry has and the paper lacks: that of its article for a paper of arXiv. An entry with
 * several papers of arXiv, or that is only about another identifier of the paper, links nothing.
 */
export function linkDois({ id, ids }: AskedPaper, entry: FactEntry): Links {
  if (!entry.ids.includes(id) || entry.ids.some((other) => other.startsWith('arxiv:') && !ids.includes(other)))
    return []
  const type = id.startsWith('arxiv:') ? 'preprint-of' : 'same-as'
  const lacking = entry.ids.filter((other) => other.startsWith('doi:') && !ids.includes(other))
  return limitLinks(lacking.map((to) => ({ type, to })))
}

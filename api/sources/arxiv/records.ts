import type { Author } from '../../contract/papers.ts'
import { parseArxivId } from '../../text/arxivId.ts'
import { cleanAbstract, cleanLine, cleanTitle } from '../../text/clean.ts'
import { parseDoi } from '../../text/doi.ts'
import { canonicalCategories, canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { saysWithdrawn, withdrawnBy } from '../../text/withdrawal.ts'
import type { SourceRecord } from '../source.ts'

/** A paper as one of arXiv's interfaces reports it, before cleaning. Empty text means that it is not reported. */
export interface RawPaper {
  /** Any form of the id, with or without its version. */
  id: string
  version?: number
  title: string
  abstract: string
  authors: Author[]
  /** As reported, primary first. */
  categories: string[]
  primary?: string
  published_at?: Date
  updated_at?: Date
  dois: string[]
  comment: string
  journal_ref: string
  license: string
  withdrawn?: boolean
  source_interface: 'rss' | 'oai' | 'api'
}

/** The largest collaborations have several thousand. */
const AUTHORS_MAX = 10_000
/** A category as arXiv writes it, "cs.LG" or "hep-th". ACM and MSC classes, which submitters add, have other forms. */
const CATEGORY = /^[a-z]+(?:-[a-z]+)*(?:\.[A-Za-z]{2}[A-Za-z-]*)?$/

/** Converts `raw` to a record without announcement. Throws Error with the reason when `raw` is not valid. */
export function toRecord(raw: RawPaper): SourceRecord {
  const parsed = parseArxivId(raw.id)
  if (!parsed) throw new Error(`"${raw.id.slice(0, 80)}" is not an arXiv id`)
  if (raw.authors.length > AUTHORS_MAX) throw new Error(`it has more than ${AUTHORS_MAX} authors`)
  const title = cleanTitle(raw.title)
  if (title === '') throw new Error('it has no title')
  for (const at of [raw.published_at, raw.updated_at])
    if (at && Number.isNaN(at.getTime())) throw new Error('it has a date that cannot be read')
  const version = raw.version ?? parsed.version ?? null
  if (version !== null && !(Number.isInteger(version) && version > 0))
    throw new Error('its version is not a positive integer')
  const abstract = cleanAbstract(raw.abstract)
  const comment = cleanLine(raw.comment)
  const withdrawn = raw.withdrawn ?? saysWithdrawn(comment, abstract)
  const by = withdrawn ? withdrawnBy(comment, abstract) : null
  const [primary] = canonicalCategories(raw.primary === undefined ? raw.categories.slice(0, 1) : [raw.primary])
  const categories = [...new Set([...(primary === undefined ? [] : [primary]), ...canonicalCategories(raw.categories)])]
  const unknown = raw.categories.filter((code) => CATEGORY.test(code) && canonicalCategory(code) === null)
  return {
    id: `arxiv:${parsed.id}`,
    source: 'arxiv',
    source_id: parsed.id,
    version,
    title,
    abstract: abstract || null,
    authors: raw.authors,
    categories,
    ...(unknown.length > 0 && { unknown_categories: unknown }),
    primary_category: primary ?? null,
    published_at: raw.published_at ?? null,
    updated_at: raw.updated_at ?? null,
    announced_on: null,
    announce_type: null,
    announced_in: null,
    changed_on: null,
    version_dates: [],
    doi: raw.dois.map(parseDoi).find((doi) => doi !== null) ?? null,
    comment: comment || null,
    journal_ref: cleanLine(raw.journal_ref) || null,
    license: raw.license.trim() || null,
    code_url: codeUrlIn(comment) ?? codeUrlIn(abstract),
    withdrawn,
    ...(by !== null && { withdrawn_by: by }),
    source_interface: raw.source_interface,
  }
}

const codeUrlIn = (text: string): string | null =>
  /https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|huggingface\.co)\/[\w./~#?=&%+-]*[\w/]/i.exec(text)?.[0] ?? null

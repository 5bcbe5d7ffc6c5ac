import { canonicalWorkId } from '../../text/workIds.ts'
import { parseArxivId } from '../../text/arxivId.ts'
import { parseDoi } from '../../text/doi.ts'
import { attributesOf, PAGE_MAX } from './feedPage.ts'

/** What a page says about the paper that it is about. */
export type PaperPage =
  /** The one paper: "doi:10.5555/a", "arxiv:2611.01234", "pmid:99900001" or an address of a known form. */
  | { reference: string }
  /** It names none, or several in the same field, as a table of contents does; or it is a PDF. */
  | { papers: 'none' | 'several' | 'pdf' }

/** A tag of a head. What is in quotes may have angle brackets in it. */
const TAG = /<(meta|link|script|style|title|body)\b((?:[^"'<>]|"[^"]{0,20000}"|'[^']{0,20000}'){0,4000})>/iy
const SCRIPTS_MAX = 50
/** Levels of `@graph` and `mainEntity` in which a description of the page is. */
const DEPTH_MAX = 6

/** The fields that name the paper of a page, the surest first. */
const FIELDS = [
  'citation_doi',
  'citation_arxiv_id',
  'citation_pmid',
  'prism.doi',
  'dc.identifier',
  'bepress_citation_doi',
  'json-ld',
  'canonical',
] as const
type Field = (typeof FIELDS)[number]

const doiIn = (text: string): string[] => {
  const doi = parseDoi(text)
  return doi === null ? [] : [`doi:${doi}`]
}
const doiInAddress = (text: string): string[] =>
  /^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/|doi:)/i.test(text) ? doiIn(text) : []

/** How a value of a field is read as a reference. */
const READ: Readonly<Record<Field, (text: string) => string[]>> = {
  citation_doi: doiIn,
  citation_arxiv_id(text) {
    const arxiv = parseArxivId(text)
    return arxiv === null ? [] : [`arxiv:${arxiv.id}`]
  },
  citation_pmid: (text) => (/^[1-9]\d{0,8}$/.test(text) ? [`pmid:${text}`] : []),
  'prism.doi': doiIn,
  'dc.identifier': doiIn,
  bepress_citation_doi: doiIn,
  'json-ld': doiInAddress,
  canonical: (text) => (/^https?:\/\//i.test(text) ? [text] : []),
}

/**
 * Finds the paper that a page is about in the fields of its head that publishers fill in for search engines: the first
 * field with an identifier of a work decides. Nothing of the page is run. Takes linear time.
 */
export function parsePaperPage(html: string, _options: object = {}): PaperPage {
  if (/^\s*%PDF-/.test(html)) return { papers: 'pdf' }
  const values = Map.groupBy(valuesIn(html.slice(0, PAGE_MAX)), ({ field }) => field)
  for (const field of FIELDS) {
    const byId = new Map<string, string>()
    for (const { value } of values.get(field) ?? [])
      for (const reference of READ[field](value.trim())) {
        const id = canonicalWorkId(reference)
        if (id !== null && !byId.has(id)) byId.set(id, reference)
      }
    const [reference] = byId.values()
    if (byId.size > 1) return { papers: 'several' }
    if (reference !== undefined) return { reference }
  }
  return { papers: 'none' }
}

interface Value {
  field: Field
  value: string
}

const isField = (name: string): name is Field => FIELDS.some((field) => field === name)

/** The values of the fields in a head, in their order. A head without an end goes on to the body, or to the end. */
function* valuesIn(html: string): Generator<Value> {
  let scripts = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = html.indexOf('-->', at)
      if (at === -1) return
      continue
    }
    TAG.lastIndex = at
    const [tag, written = '', source = ''] = TAG.exec(html) ?? []
    at += tag?.length ?? 1
    const name = written.toLowerCase()
    if (tag === undefined) continue
    if (name === 'body') return
    const attributes = attributesOf(source)
    if (name === 'meta') yield* ofMeta(attributes)
    else if (name === 'link') {
      const isCanonical = /(?:^|\s)canonical(?:\s|$)/i.test(attributes.get('rel') ?? '')
      if (isCanonical) yield { field: 'canonical', value: attributes.get('href') ?? '' }
    } else {
      // What is in these elements is text.
      const closing = new RegExp(`</${name}`, 'gi')
      closing.lastIndex = at
      const end = closing.exec(html)?.index
      if (end === undefined) return
      const isData = name === 'script' && /^application\/ld\+json\b/i.test(attributes.get('type') ?? '')
      if (isData && ++scripts <= SCRIPTS_MAX) yield* ofData(html.slice(at, end))
      at = end
    }
  }
}

function* ofMeta(attributes: ReadonlyMap<string, string>): Generator<Value> {
  const field = (attributes.get('name') ?? attributes.get('property') ?? '').toLowerCase()
  const scheme = attributes.get('scheme') ?? 'doi'
  // Other identifiers than DOIs are in the same field: those of the publisher, an ISSN.
  if (!isField(field) || (field === 'dc.identifier' && !/doi/i.test(scheme))) return
  yield { field, value: attributes.get('content') ?? '' }
}

/** The values of a description of the page in JSON-LD. Works that it cites, and the issue that it is in, are others. */
function* ofData(json: string): Generator<Value> {
  for (const node of nodesOf(parse(json), DEPTH_MAX))
    for (const name of ['identifier', 'sameAs'])
      for (const value of textsIn(node[name])) yield { field: 'json-ld', value }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Recovered: a script that is no JSON names no paper.
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function* nodesOf(data: unknown, depth: number): Generator<Record<string, unknown>> {
  if (!isObject(data) || depth === 0) return
  if (Array.isArray(data)) {
    for (const one of data) yield* nodesOf(one, depth - 1)
    return
  }
  yield data
  yield* nodesOf(data['@graph'], depth - 1)
  yield* nodesOf(data['mainEntity'], depth - 1)
}

/** The texts of an identifier: itself, those of a list, and those of a PropertyValue. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((one) => (Array.isArray(one) ? [] : textsIn(one)))
  if (!isObject(value)) return []
  const { value: text, propertyID } = value
  const isDoi = typeof propertyID === 'string' && /^doi$/i.test(propertyID)
  const written = typeof text === 'string' ? [isDoi && text.startsWith('10.') ? `doi:${text}` : text] : []
  return [value['@id'], value['url']].reduce<string[]>(
    (texts, one) => (typeof one === 'string' ? [...texts, one] : texts),
    written,
  )
}

import { canonical, escapeAttribute, escapeXml, isoSeconds, visibleAt, type Seen } from './arxivState.ts'
import { parseQuery, type Query } from './arxivQuery.ts'
import type { SimPaper } from './simPapers.ts'

export interface ApiFaults {
  /** The page has the correct total but no entries. */
  emptyPage: boolean
  /** The page has only half of its entries. */
  shortPage: boolean
  /** The total differs from page to page. */
  driftingTotal: boolean
  /** The page starts with the last entry of the previous page. */
  duplicates: boolean
  /** The layout from before November 2025. */
  oldFormat: boolean
}

interface QueryRequest {
  papers: readonly SimPaper[]
  fields: URLSearchParams
  at: Date
  faults: ApiFaults
}

const WINDOW_MAX = 10_000
const sortFields = ['relevance', 'lastUpdatedDate', 'submittedDate']
const sortOrders = ['ascending', 'descending']
const wellFormed = /^(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v[1-9]\d*)?$/

/** The response of the query API to the query parameters `fields`. */
export function respondToQuery({ papers, fields, at, faults }: QueryRequest): Response {
  const refuse = (message: string) => renderError(message, at)
  const searchQuery = fields.get('search_query') ?? ''
  const ids = (fields.get('id_list') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  const numbers: number[] = []
  for (const [name, preset] of [
    ['start', '0'],
    ['max_results', '10'],
  ] as const) {
    const value = fields.get(name) ?? preset
    if (!/^-?\d+$/.test(value)) return refuse(`${name} must be an integer`)
    if (Number(value) < 0) return refuse(`${name} must be non-negative`)
    numbers.push(Number(value))
  }
  const [start = 0, size = 10] = numbers
  const sortBy = fields.get('sortBy') ?? 'relevance'
  const sortOrder = fields.get('sortOrder') ?? 'descending'
  if (!sortFields.includes(sortBy)) return refuse(`sortBy must be in: ${sortFields.join(', ')}`)
  if (!sortOrders.includes(sortOrder)) return refuse(`sortOrder must be in: ${sortOrders.join(', ')}`)
  if (searchQuery === '' && ids.length === 0) return refuse('One of `search_query` and `id_list` must be specified')
  const bad = ids.find((id) => !wellFormed.test(id))
  if (bad !== undefined) return refuse(`incorrect id format for ${bad}`)
  if (size === 0 || start + size > WINDOW_MAX) return new Response('Internal Server Error', { status: 500 })
  let query: Query | null = null
  try {
    query = searchQuery === '' ? null : parseQuery(searchQuery, fields.get('raw') === '1')
  } catch {
    return refuse(`Invalid query string: '${searchQuery}'`)
  }
  const visible = visibleAt(papers, at)
  const listed = ids.length > 0 ? ids.flatMap((id) => findVersion(visible, id)) : visible
  const found = listed.filter((seen) => query === null || query.matches(seen))
  const sorted = ids.length > 0 && sortBy === 'relevance' ? found : sort(found, sortBy, sortOrder === 'ascending')
  const page = sorted.slice(start, start + size)
  const before = faults.duplicates && start > 0 ? sorted.slice(start - 1, start) : []
  const shown = faults.emptyPage
    ? []
    : [...before, ...page].slice(0, faults.shortPage ? Math.ceil(page.length / 2) : size)
  const total = sorted.length + (faults.driftingTotal ? Math.floor(start / size) % 3 : 0)
  const frame = { searchQuery: query?.text ?? '', ids: ids.join(','), start, size, total, at }
  const body = faults.oldFormat ? renderOld(frame, shown) : renderNew(frame, shown)
  return new Response(body, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } })
}

function findVersion(visible: readonly Seen[], id: string): Seen[] {
  const [, bare = '', version] = /^(.*?)(?:v(\d+))?$/.exec(id.replace(/\.[A-Z]{2}\//, '/')) ?? []
  const seen = visible.find(({ paper }) => paper.id === bare)
  if (!seen || Number(version ?? 1) > seen.version) return []
  if (version === undefined) return [seen]
  const { said } = seen.paper.versions[Number(version) - 1] ?? {}
  return [{ ...seen, paper: { ...seen.paper, ...said }, version: Number(version) }]
}

/** No tie-break: papers with equal times keep their order in `papers`. */
function sort(found: readonly Seen[], by: string, ascending: boolean): Seen[] {
  if (by === 'relevance') return [...found]
  const time = ({ paper, version }: Seen) => paper.versions[by === 'submittedDate' ? 0 : version - 1]?.at.getTime() ?? 0
  return found.toSorted((one, other) => (ascending ? time(one) - time(other) : time(other) - time(one)))
}

interface Frame {
  searchQuery: string
  ids: string
  start: number
  size: number
  total: number
  at: Date
}

const opening = `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">`

function renderNew({ searchQuery, ids, start, size, total, at }: Frame, page: readonly Seen[]): string {
  const parameters = `search_query=${searchQuery}&id_list=${ids}&start=${start}&max_results=${size}`
  const hash = new Bun.CryptoHasher('sha1').update(parameters).digest('base64').replace(/=+$/, '')
  const search = searchQuery.replaceAll(' ', '+').replaceAll('"', '%22')
  return `${opening}
  <id>https://arxiv.org/api/${hash}</id>
  <title>arXiv Query: ${escapeXml(parameters)}</title>
  <updated>${isoSeconds(at)}</updated>
  <link href="https://arxiv.org/api/query?search_query=${escapeAttribute(search)}&amp;start=${start}&amp;max_results=${size}&amp;id_list=${ids}" type="application/atom+xml"/>
  <opensearch:itemsPerPage>${size}</opensearch:itemsPerPage>
  <opensearch:totalResults>${total}</opensearch:totalResults>
  <opensearch:startIndex>${start}</opensearch:startIndex>
${page.map(renderEntry).join('')}</feed>
`
}

const field = (name: string, value: string | undefined) =>
  value ? `    <arxiv:${name}>${escapeXml(value)}</arxiv:${name}>\n` : ''

function renderEntry({ paper, version }: Seen): string {
  const address = `${paper.id}v${version}`
  const codes = canonical(paper)
  return `  <entry>
    <id>http://arxiv.org/abs/${address}</id>
    <title>${escapeXml(paper.title)}</title>
    <updated>${isoSeconds(paper.versions[version - 1]?.at ?? new Date(0))}</updated>
    <link href="https://arxiv.org/abs/${address}" rel="alternate" type="text/html"/>
    <link href="https://arxiv.org/pdf/${address}" rel="related" type="application/pdf" title="pdf"/>
    <summary>${escapeXml(paper.abstract)}</summary>
${codes.map((code) => `    <category term="${code}" scheme="http://arxiv.org/schemas/atom"/>\n`).join('')}    <published>${isoSeconds(paper.versions[0]?.at ?? new Date(0))}</published>
${field('comment', paper.comment)}    <arxiv:primary_category term="${codes[0] ?? ''}"/>
${field('journal_ref', paper.journal_ref)}${paper.authors.map(renderAuthor).join('')}${(paper.dois ?? [])
    .map(
      (doi) =>
        `${field('doi', doi)}    <link rel="related" href="https://doi.org/${escapeAttribute(doi)}" title="doi"/>\n`,
    )
    .join('')}  </entry>
`
}

const renderAuthor = ({ name, affiliation }: SimPaper['authors'][number]) => `    <author>
      <name>${escapeXml(name)}</name>
${affiliation ? `      <arxiv:affiliation>${escapeXml(affiliation)}</arxiv:affiliation>\n` : ''}    </author>
`

const wrap = (text: string, width: number) => text.replace(new RegExp(`(.{${width}}\\S*) `, 'g'), '$1\n')

function renderOld({ searchQuery, ids, start, size, total, at }: Frame, page: readonly Seen[]): string {
  const arxiv = 'xmlns:arxiv="http://arxiv.org/schemas/atom"'
  const search = 'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"'
  const entries = page.map(({ paper, version }) => {
    const address = `http://arxiv.org/abs/${paper.id}v${version}`
    return `  <entry>
    <id>${address}</id>
    <updated>${isoSeconds(paper.versions[version - 1]?.at ?? new Date(0))}</updated>
    <published>${isoSeconds(paper.versions[0]?.at ?? new Date(0))}</published>
    <title>${escapeXml(wrap(paper.title, 60).replaceAll('\n', '\n  '))}</title>
    <summary>  ${escapeXml(wrap(paper.abstract, 70))}
</summary>
${paper.authors.map(({ name }) => `    <author>\n      <name>${escapeXml(name)}</name>\n    </author>\n`).join('')}${paper.comment ? `    <arxiv:comment ${arxiv}>${escapeXml(paper.comment)}</arxiv:comment>\n` : ''}    <link href="${address}" rel="alternate" type="text/html"/>
    <arxiv:primary_category ${arxiv} term="${paper.categories[0] ?? ''}" scheme="http://arxiv.org/schemas/atom"/>
${paper.categories.map((code) => `    <category term="${escapeAttribute(code)}" scheme="http://arxiv.org/schemas/atom"/>\n`).join('')}  </entry>
`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title type="html">ArXiv Query: search_query=${escapeXml(searchQuery)}&amp;id_list=${ids}&amp;start=${start}&amp;max_results=${size}</title>
  <id>http://arxiv.org/api/9WDV40Gi</id>
  <updated>${at.toISOString().slice(0, 10)}T00:00:00-04:00</updated>
  <opensearch:totalResults ${search}>${total}</opensearch:totalResults>
  <opensearch:startIndex ${search}>${start}</opensearch:startIndex>
  <opensearch:itemsPerPage ${search}>${size}</opensearch:itemsPerPage>
${entries.join('')}</feed>
`
}

function renderError(message: string, at: Date): Response {
  const id = `https://arxiv.org/api/errors#${escapeXml(message.replaceAll(' ', '_'))}`
  const body = `${opening}
  <id>https://arxiv.org/</id>
  <title>arXiv Search Results</title>
  <updated>${isoSeconds(at)}</updated>
  <opensearch:itemsPerPage>1</opensearch:itemsPerPage>
  <opensearch:totalResults>1</opensearch:totalResults>
  <opensearch:startIndex>0</opensearch:startIndex>
  <entry>
    <id>${id}</id>
    <title>Error</title>
    <updated>${isoSeconds(at)}</updated>
    <link href="${id}" rel="alternate" type="text/html"/>
    <summary>${escapeXml(message)}</summary>
    <author>
      <name>arXiv api core</name>
    </author>
  </entry>
</feed>
`
  return new Response(body, { status: 400, headers: { 'content-type': 'application/atom+xml; charset=utf-8' } })
}

import { categories } from '#api/text/taxonomy/taxonomy.ts'
import { escapeXml, type Seen } from './arxivState.ts'
import type { SimPaper } from './simPapers.ts'

export const formats = ['oai_dc', 'arXiv', 'arXivOld', 'arXivRaw']

/** The metadata of a paper in one of the four formats. Fields without a value are omitted. */
export function renderMetadata(seen: Seen, prefix: string): string {
  if (prefix === 'arXivRaw') return renderRaw(seen)
  if (prefix === 'oai_dc') return renderDublinCore(seen)
  return renderStructured(seen, prefix)
}

const opening = (name: string) =>
  `                        <${name} xmlns="http://arxiv.org/OAI/${name}/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://arxiv.org/OAI/${name}/ https://oaipmh.arxiv.org/OAI/${name}.xsd">`

const field = (name: string, value: string | undefined) =>
  value ? `            <${name}>${escapeXml(value)}</${name}>\n` : ''

const commonFields = ({ categories: codes, comment, journal_ref, dois, license, title }: SimPaper, authors: string) =>
  field('title', title) +
  authors +
  field('categories', codes.join(' ')) +
  field('comments', comment) +
  field('journal-ref', journal_ref) +
  field('doi', dois?.join(' ')) +
  field('license', license)

/** In arXivRaw, accents stay TeX and the authors are free text, both as submitted. */
function renderRaw({ paper, version }: Seen): string {
  const versions = paper.versions.slice(0, version).map(
    ({ at, source_type }, n) => `            <version version="v${n + 1}">
                <date>${at.toUTCString()}</date>
                <size>${12 + n}kb</size>
${source_type ? `                <source_type>${source_type}</source_type>\n` : ''}            </version>
`,
  )
  return `${opening('arXivRaw')}
        <id>${paper.id}</id>
        <submitter>${escapeXml(paper.authors[0]?.name ?? '')}</submitter>
${versions.join('')}${commonFields(paper, field('authors', paper.authors_text ?? names(paper)))}            <abstract>  ${escapeXml(paper.abstract)}</abstract>
    </arXivRaw>
`
}

const names = ({ authors }: SimPaper) => {
  const all = authors.map(({ name, affiliation }) => (affiliation ? `${name} (${affiliation})` : name))
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all.join('')
}

/** As on the new server, `created` is the day of the latest version and `updated` the day it was processed. */
function renderStructured({ paper, version, datestamp }: Seen, prefix: string): string {
  const created = paper.versions[version - 1]?.at.toISOString().slice(0, 10)
  const authors =
    prefix === 'arXivOld'
      ? field('authors', names(paper))
      : `            <authors>\n${paper.authors.map(renderAuthor).join('')}            </authors>\n`
  const dates = prefix === 'arXivOld' ? '' : field('created', created) + field('updated', datestamp)
  return `${opening(prefix)}
        <id>${paper.id}</id>
${dates}${commonFields(paper, authors)}            <abstract>${escapeXml(toUnicode(paper.abstract))}</abstract>
    </${prefix}>
`
}

const renderAuthor = ({ name }: SimPaper['authors'][number]) => {
  const [family = name, ...given] = name.split(' ').toReversed()
  return `                <author>\n${field('keyname', family)}${field('forenames', given.toReversed().join(' '))}                </author>\n`
}

/** arXiv, arXivOld and Dublin Core have Greek letters as Unicode, even inside formulas. */
const toUnicode = (text: string) =>
  text.replace(/\\(alpha|beta|gamma|lambda|epsilon)(?![a-z])/g, (_, name: string) => greek[name] ?? name)
const greek: Record<string, string> = { alpha: 'α', beta: 'β', gamma: 'γ', lambda: 'λ', epsilon: 'ϵ' }

function renderDublinCore({ paper, version }: Seen): string {
  const day = (n: number) => paper.versions[n]?.at.toISOString().slice(0, 10)
  const subjects = paper.categories.map((code) => categories.find(({ id }) => id === code)?.name ?? code)
  return `            <oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
${field('dc:title', paper.title)}${paper.authors.map(({ name }) => field('dc:creator', name.replace(/^(.*) (\S+)$/, '$2, $1'))).join('')}${subjects.map((name) => field('dc:subject', name)).join('')}${field('dc:description', `${toUnicode(paper.abstract)} `)}${field('dc:description', paper.comment)}${field('dc:date', day(0))}${version > 1 ? field('dc:date', day(version - 1)) : ''}${field('dc:type', 'text')}${field('dc:identifier', `https://arxiv.org/abs/${paper.id}`)}${field('dc:identifier', `http://arxiv.org/abs/${paper.id}`)}            </oai_dc:dc>
`
}

import type { CSLName } from '@citation-js/core'
import type { Paper, Venue } from '../contract/papers.ts'
import { nameOfServer } from '../contract/preprintServers.ts'
import { dateOf, toReference } from './reference.ts'

/** Authors named at most, as in the seventh edition of the APA's manual: the first 19 and the last. */
const NAMED_AUTHORS = 20

/** One line: "Quillfeather, M., & Holt, S. (2026). Counting lanterns. arXiv:2611.90001 [cs.LG]. https://…" and "\n". */
export function writePlain(paper: Paper): string {
  const { title = '', author = [], note, DOI, URL = '' } = toReference({ paper })
  const server = nameOfServer(paper.source)
  const venue = paper.venue ?? (server === undefined ? undefined : { name: server })
  const names = author.map(toShortName)
  const authors =
    names.length > NAMED_AUTHORS
      ? `${names.slice(0, NAMED_AUTHORS - 1).join(', ')}, … ${names.at(-1)}`
      : names.length > 1
        ? `${names.slice(0, -1).join(', ')}, & ${names.at(-1)}`
        : (names[0] ?? 'No author')
  const category = paper.primary_category === null ? '' : ` [${paper.primary_category}]`
  const parts = [
    `${authors} (${dateOf(paper)?.slice(0, 4) ?? 'n.d.'})`,
    title,
    ...(paper.source === 'arxiv' ? [`arXiv:${paper.source_id}${category}`] : []),
    ...(venue === undefined ? [] : [describeVenue(venue)]),
    ...(note === undefined ? [] : [note]),
  ]
  const link = DOI === undefined ? URL : `https://doi.org/${DOI}`
  return `${parts.map((part) => (/[.?!]$/.test(part) ? part : `${part}.`)).join(' ')} ${link}\n`.replace(/ +/g, ' ')
}

/** "Journal of Imaginary Vision, 3(1), 11-29" */
const describeVenue = ({ name, volume, issue, pages }: Venue): string =>
  [name, `${volume ?? ''}${issue === undefined ? '' : `(${issue})`}`, pages].filter(Boolean).join(', ')

/** "van der Berg, J. M., Jr", or the literal name. */
function toShortName({ literal, family = '', given = '', suffix }: CSLName): string {
  if (literal !== undefined) return literal
  const initials = given.split(/\s+/).map((name) =>
    name
      .split('-')
      .map((part) => (part === '' ? '' : `${[...part][0]}.`))
      .join('-'),
  )
  return [family, initials.join(' '), suffix].filter(Boolean).join(', ')
}

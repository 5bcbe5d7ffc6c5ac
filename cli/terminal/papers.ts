import { describeNotice, NOTICES } from '#api/contract/limits.ts'
import type { Paper } from '#api/contract/papers.ts'
import type { Reason } from '#api/contract/reasons.ts'
import {
  categoryNamesOf,
  creditOf,
  describeNoAbstract,
  isNotReviewed,
  nameOfCategory,
  NOT_REVIEWED,
  serverOf,
} from '#api/contract/preprintServers.ts'
import { cleanText } from './style.ts'
import type { Column } from './table.ts'

/** Authors named in a table; of the others it says how many they are. */
const NAMED = 2

/** The columns of a list of papers: what identifies one, and in a wide terminal more. */
export const paperColumns: readonly Column<Paper>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'announced', value: ({ announced_on }) => announced_on ?? '-' },
  { title: 'title', value: markedTitle, truncatable: true, least: 36 },
  { title: 'category', hideable: true, value: mainCategory, truncatable: true, least: 16 },
  { title: 'authors', hideable: true, value: ({ authors }) => shortenAuthors(authors), truncatable: true },
]

/** The same columns for rows that contain a paper. */
export const columnsOfPaperIn = <Row extends { paper: Paper }>(): Column<Row>[] =>
  paperColumns.map(({ value, ...column }) => ({ ...(column as Column<Row>), value: ({ paper }) => value(paper) }))

/** "[Retracted] Counting lanterns" */
function markedTitle({ notices = [], title }: Paper): string {
  const words = new Set(notices.map(({ kind }) => NOTICES[kind]))
  return words.size === 0 ? title : `[${[...words].join(', ')}] ${title}`
}

/** The journal of an article, else the primary category. */
function mainCategory(paper: Paper): string {
  const [first = '-'] = categoryNamesOf({ ...paper, categories: [paper.primary_category ?? ''] })
  return first === '' ? '-' : first
}

function shortenAuthors(authors: Paper['authors']): string {
  const named = authors.slice(0, NAMED).map(({ name }) => name)
  return [...named, ...(authors.length > NAMED ? [`${authors.length - NAMED} more`] : [])].join(', ')
}

/** Why a paper is shown: the sentence of the web and of the mails. */
export function reasonText({ kind, text, maybe }: Reason): string {
  const sentences: Record<Reason['kind'], string> = {
    category: `you follow ${nameOfCategory(text)}`,
    topic: `you follow the search “${text}”`,
    typed_topic: `your topic “${text}”`,
    keyword: `matches “${text}”`,
    author: maybe ? `perhaps by ${text}` : `by ${text}`,
    term: `about ${text}`,
    near: `close to ${text}`,
    strand: `your interest “${text}”`,
    cites: `cites ${text}`,
    explore: `to learn whether you like ${nameOfCategory(text)}`,
    next_door: `from next door: ${nameOfCategory(text)}`,
  }
  return sentences[kind]
}

/** A paper with its abstract, wrapped to `width` columns; not wrapped without it. */
export function formatPaper(paper: Paper, more: readonly (readonly [string, string])[], width?: number): string {
  const { id, title, abstract, authors, announced_on, version, urls, doi, comment, journal_ref } = paper
  const facts: [string, string | null | undefined][] = [
    ['id', version === null ? id : `${id}, version ${version}`],
    ['authors', authors.map(({ name }) => name).join(', ')],
    ['categories', categoryNamesOf(paper).join(', ')],
    ['announced', announced_on],
    ['source', describeSource(paper)],
    ['journal', journal_ref],
    ['doi', doi],
    ['comment', comment],
    ['page', urls.abs],
    ['pdf', urls.pdf],
    ['code', urls.code],
    ...factsOfServices(paper),
    ...(paper.withdrawn ? [['state', 'withdrawn'] as [string, string]] : []),
    ...(paper.notices ?? []).map((notice): [string, string] => ['notice', `${describeNotice(notice)}, ${notice.url}`]),
    ...more.map(([name, value]): [string, string] => [name, value]),
  ]
  const shown = facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
  return [wrap(title, width), formatFacts(shown, width), wrap(abstract || describeNoAbstract(paper), width)]
    .filter(Boolean)
    .join('\n\n')
}

/** What other services know about a paper, each named. */
function factsOfServices({ metrics, facts_from = [], abstract_from, summary }: Paper): [string, string | undefined][] {
  const counted = (fact: 'citations' | 'upvotes') => {
    const by = facts_from.find(({ facts }) => facts.includes(fact))
    return by === undefined || !metrics[fact] ? undefined : `${metrics[fact]} (${by.name}, ${by.url})`
  }
  return [
    ['citations', counted('citations')],
    ['votes', counted('upvotes')],
    ['abstract from', abstract_from && `${abstract_from.name}, ${abstract_from.url}`],
    ['in short', summary && `${summary.text} (written by a program of ${summary.name}, ${summary.url})`],
  ]
}

/** What is said of where a paper comes from; empty for arXiv, whose ids name it. */
const describeSource = (paper: Paper): string =>
  [serverOf(paper), creditOf(paper), isNotReviewed(paper) && NOT_REVIEWED].filter(Boolean).join('. ')

/** One fact after the other, with the values aligned and wrapped. */
function formatFacts(facts: readonly (readonly [name: string, value: string])[], width: number | undefined): string {
  const indent = Math.max(...facts.map(([name]) => name.length)) + 2
  return facts
    .map(([name, value]) => {
      const lines = wrap(value, width && Math.max(1, width - indent)).split('\n')
      return name.padEnd(indent) + lines.join(`\n${' '.repeat(indent)}`)
    })
    .join('\n')
}

/** Breaks the lines of each paragraph between words. */
function wrap(text: string, width: number | undefined): string {
  const paragraphs = cleanText(text)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
  return paragraphs.map((paragraph) => (width === undefined ? paragraph : Bun.wrapAnsi(paragraph, width))).join('\n\n')
}

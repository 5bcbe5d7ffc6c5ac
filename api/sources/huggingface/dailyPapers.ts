import { Type, type Static } from '@sinclair/typebox'
import { parseArxivId } from '../../text/arxivId.ts'
import { cleanLine } from '../../text/clean.ts'
import type { Facts } from '../enriching.ts'
import { readEntries, type FactEntry, type ReadEntries } from '../factEntries.ts'
import { toCount, toSecureAddress } from '../factValues.ts'
import { maybe, MaybeText as Text, parseJson } from '../jsonRecords.ts'

/** In characters. */
const SUMMARY_MAX = 600
/** As the sites that are found in the comments of authors. */
const CODE_HOSTS = /^(?:www\.)?(?:github\.com|gitlab\.com|huggingface\.co)$/

/** The fields of a paper of a list that are read. Others, and absent ones, are fine. */
const DailyPaper = Type.Object({
  paper: Type.Object({
    /** Of arXiv, without a version. */
    id: Type.String(),
    upvotes: maybe(Type.Number()),
    projectPage: Text,
    githubRepo: Text,
    githubStars: maybe(Type.Number()),
    ai_summary: Text,
  }),
  numComments: maybe(Type.Number()),
})
type DailyPaper = Static<typeof DailyPaper>

/** One page of a list. */
export interface DailyPapersPage extends ReadEntries {
  /** Papers of the page, including those that were rejected. */
  count: number
}

/** Parses a page of the papers of a day. A paper that cannot be used is returned with the reason. Throws SyntaxError for anything else. */
export function parseDailyPapers(body: string, { invalidUtf8 = false }: { invalidUtf8?: boolean }): DailyPapersPage {
  const answer = parseJson(body)
  if (!Array.isArray(answer)) throw new SyntaxError('it has no list of records')
  return { ...readEntries(answer, { schema: DailyPaper, invalidUtf8, read: toEntry }), count: answer.length }
}

function toEntry({ paper, numComments }: DailyPaper): FactEntry {
  const id = parseArxivId(paper.id)?.id
  if (id === undefined) throw new Error(`“${paper.id.slice(0, 80)}” is not an arXiv id`)
  const [upvotes, comments, stars] = [paper.upvotes, numComments, paper.githubStars].map(toCount)
  const code_url = toCodeAddress(paper.githubRepo)
  const project_url = toSecureAddress(paper.projectPage)
  const summary = cleanLine(paper.ai_summary ?? '', SUMMARY_MAX)
  const facts: Facts = {
    url: `https://huggingface.co/papers/${id}`,
    ...(upvotes !== undefined && { upvotes }),
    ...(comments !== undefined && { comments }),
    ...(code_url !== undefined && { code_url }),
    ...(code_url !== undefined && stars !== undefined && { stars }),
    ...(project_url !== undefined && { project_url }),
    ...(summary !== '' && { summary }),
  }
  return { ids: [`arxiv:${id}`], facts }
}

/** The address of a repository without the fragment of its page; undefined for any other text. */
function toCodeAddress(text: string | null | undefined): string | undefined {
  const address = URL.parse(toSecureAddress(text) ?? '')
  if (address === null || !CODE_HOSTS.test(address.hostname) || address.pathname === '/') return undefined
  address.hash = ''
  return address.href
}

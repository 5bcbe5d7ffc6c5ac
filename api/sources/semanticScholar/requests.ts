import type { FetchedResponse } from '../boundedFetch.ts'
import type { AskedPaper } from '../enriching.ts'
import { chooseId, type IdPrefix } from '../factValues.ts'

/** What the service calls the ids that are asked with, in this order. */
const ID_NAMES = { 'arxiv:': 'ARXIV:', 'doi:': 'DOI:', 'pmid:': 'PMID:', 'pmc:': 'PMCID:' } satisfies Record<
  IdPrefix,
  string
>
export const PREFIXES = ['arxiv:', 'doi:', 'pmid:', 'pmc:'] as const
/** A time-out (504) with fewer papers than these is an outage, not too large a request. */
const HALVED_MIN = 50

/** Papers, each with the id that the service is asked with. */
export type Asked = readonly { paper: AskedPaper; id: string }[]

/** Without papers that have no id with which the service can be asked. */
export const toAskedIds = (papers: readonly AskedPaper[]): Asked =>
  papers.flatMap((paper) => {
    const id = chooseId(paper, PREFIXES)
    return id === null ? [] : [{ paper, id: ID_NAMES[id.prefix] + id.rest }]
  })

/** Whether the answer to a request for `count` papers is refused because of its size. */
export const isTooLarge = ({ status, body }: FetchedResponse, count: number, halvedMin: number = HALVED_MIN): boolean =>
  (status === 400 && /exceed[a-z]* (?:the )?maximum size/i.test(body)) || (status === 504 && count > halvedMin)

/** A batch of which no paper is known is refused, in place of a list of nulls. */
export const knowsNone = ({ status, body }: FetchedResponse): boolean =>
  status === 400 && body.includes('No valid paper ids given')

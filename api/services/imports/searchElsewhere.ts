import type { ElsewherePaper, ElsewhereQuery, ElsewhereResponse } from '../../contract/elsewhere.ts'
import type { SearchResponse } from '../../contract/search.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { parsePaperReference } from '../../search/query/idQuery.ts'
import { readOutsideWords } from '../../search/query/outsideWords.ts'
import type { ListedPaper, ListedPapers } from '../../sources/finders.ts'
import type { Sources } from '../../sources/sources.ts'
import { findRecordIds } from '../../store/papers/paperLookup.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findSwitchedOffSources } from '../../store/sources/switches.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { toTitleSegments } from '../../text/segments.ts'
import { KeptAnswers } from '../ingestion/finding.ts'
import { findMarks } from '../joining/readerPapers.ts'
import type { Product } from '../product.ts'
import { AskQueue, requireSwitchedOn } from './askQueue.ts'

/** Papers of one answer. */
const LISTED_MAX = 20
/** A reader waits so long. The request goes on, so that the next one may have its answer at once. */
const WAIT_MS = 12_000

/** What is being asked for at one service, and what it has answered in the last minutes. */
class Service {
  readonly queue = new AskQueue<ListedPapers>({
    // Each of them has to wait for those before it, and readings of announcements wait for one of them at most.
    waitingMax: 4,
    limitMs: 15_000,
    what: 'searches',
    advice: () => 'Try again in a minute.',
  })
  readonly kept = new KeptAnswers<ListedPapers>()
}

/** By the sources of a product, by the id of a source. */
const services = new WeakMap<Sources, Map<string, Service>>()

function serviceOf(sources: Sources, id: string): Service {
  const known = services.get(sources) ?? new Map<string, Service>()
  services.set(sources, known)
  const service = known.get(id) ?? new Service()
  known.set(id, service)
  return service
}

/** The services that can be searched: those that are on. One that needs a key is on only with a key. */
export async function listElsewhere({
  sources,
}: Pick<Product, 'sources'>): Promise<NonNullable<SearchResponse['elsewhere']>> {
  const searched = sources.findingPapers()
  const off = await findSwitchedOffSources(searched.map(({ id }) => id))
  return searched.filter(({ id }) => !off.has(id)).map(({ id, name }) => ({ id, name }))
}

/**
 * Searches for the words of a query at another service, and says which of the papers the library has. Nothing is stored.
 * The same words are asked for only once in some minutes, while the service is on. `countRequest` is called before a new request, and may throw.
 * Throws "not-found" for a service that cannot be searched, "conflict" while it is off, "invalid-input" for a query without a word,
 * and "source-unavailable".
 */
export async function searchElsewhere(
  { sources }: Pick<Product, 'sources'>,
  user: Pick<UserRecord, '_id'>,
  { source: id, q }: ElsewhereQuery,
  { countRequest, waitMs = WAIT_MS }: { countRequest: () => void; waitMs?: number },
): Promise<ElsewhereResponse> {
  const source = sources.findingPapers().find((one) => one.id === id)
  if (source === undefined) {
    const on = (await listElsewhere({ sources })).map((one) => one.id)
    const known = on.length === 0 ? 'None is on.' : `Those that are on: ${on.join(', ')}.`
    throw new AppError('not-found', `There is no such service to search at. ${known}`)
  }
  const words = readOutsideWords(q)
  if (words.length === 0) throw invalidField('q', 'There is no word to search for.')
  // Also for answers that this process has kept, whichever process switched the source off.
  await requireSwitchedOn(source)
  const { queue, kept } = serviceOf(sources, id)
  const key = words.join(' ').toLowerCase()
  const { papers, total, rejected } = await kept.get(key, async () => {
    const answer = await queue.ask({
      source,
      key,
      // What a reader searches for is never logged.
      logged: id,
      waitMs,
      countRequest,
      work: (signal) => source.papers.search(words, { signal, tries: 1, limit: LISTED_MAX }),
    })
    if (answer === null)
      throw new AppError('source-unavailable', `${source.name} did not answer in time. Try again in a minute.`)
    return answer.result
  })
  return {
    source: id,
    name: source.name,
    words: words.join(' '),
    items: await describePapers(sources, user, papers),
    total,
    unreadable: rejected,
  }
}

/** Says of each paper whether the library has it, what the reader did with it, or by what it can be looked up. */
async function describePapers(
  sources: Sources,
  user: Pick<UserRecord, '_id'>,
  listed: readonly ListedPaper[],
): Promise<ElsewherePaper[]> {
  const named = listed.map((paper) => ({ paper, ids: paper.ids.flatMap((id) => parsePaperReference(id)?.id ?? []) }))
  const recordIds = await findRecordIds(named.flatMap(({ ids }) => ids))
  const papers = await findPapers([...new Set(recordIds.values())])
  const marksOf = await findMarks(user._id, [...new Set([...papers.values()].map(({ id }) => id))])
  const lookingUp = [...sources.values()].filter(({ lookUp }) => lookUp !== undefined)
  const off = await findSwitchedOffSources(lookingUp.map(({ id }) => id))
  return named.map(({ paper: { title, authors, moreAuthors, year, venue, url }, ids }): ElsewherePaper => {
    const stored = ids.flatMap((id) => papers.get(recordIds.get(id) ?? '') ?? [])[0]
    const ref = ids.find((id) => {
      const source = sources.findLookUp(id)
      return source !== undefined && !off.has(source.id)
    })
    return {
      title,
      title_segments: toTitleSegments(title),
      authors,
      more_authors: moreAuthors,
      year,
      venue,
      url,
      ...(stored === undefined ? ref !== undefined && { ref } : { paper: stored, ...marksOf(stored.id) }),
    }
  })
}

import { AppError, invalidField } from '../../platform/errors.ts'
import type { FeedClient, FeedFailure } from './feedClient.ts'
import type { PaperPage } from './paperPage.ts'

const INSTEAD = 'Enter the DOI that it shows.'

/** Why a page cannot be read. What the rules refuse has the words of no answer. */
const FAILURES: Readonly<Record<FeedFailure, string>> = {
  'no-answer': 'No answer came from this address.',
  'unknown-name': 'There is no host of this name.',
  'not-a-feed': `This page cannot be read. ${INSTEAD}`,
  'too-large':
    'What is at this address is too large for a page. If it is a PDF, enter the address of the page of the paper.',
  blocked: `This site does not let programs read its pages. ${INSTEAD}`,
  refused: `The server does not let this page be read without signing in. ${INSTEAD}`,
  missing: 'There is nothing at this address.',
  gone: 'There is nothing at this address any more.',
  busy: 'The server is too busy to answer. Try again in an hour.',
}
const FOR_LATER: ReadonlySet<FeedFailure> = new Set(['no-answer', 'busy'])

const PAPERS: Readonly<Record<Extract<PaperPage, { papers: unknown }>['papers'], string>> = {
  none: 'This page names no DOI, arXiv id or PMID of a paper. If it shows one, enter that.',
  several: 'This page names several papers. Enter the address of the page of one of them.',
  pdf: 'This is the address of a PDF. Enter the address of the page of the paper.',
}

/**
 * Returns the reference to the paper that the page at `address` names, which is read once. Throws "invalid-input" with the
 * reason when there is none, and "source-unavailable" when there may be an answer later.
 */
export async function findReference(
  address: string,
  { client, signal }: { client: FeedClient; signal: AbortSignal },
): Promise<string> {
  const answer = await client.askPage(address, { signal })
  if (answer.outcome === 'failed') {
    const { failure, retryAfterMs } = answer
    const retryAfter = retryAfterMs > 0 ? Math.ceil(retryAfterMs / 1000) : undefined
    if (FOR_LATER.has(failure)) throw new AppError('source-unavailable', FAILURES[failure], { retryAfter })
    throw invalidField('ref', FAILURES[failure])
  }
  if ('papers' in answer.page) throw invalidField('ref', PAPERS[answer.page.papers])
  return answer.page.reference
}

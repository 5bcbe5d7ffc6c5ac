import type { errors } from '@opensearch-project/opensearch'
import { AppError } from '../../platform/errors.ts'

/** Beginnings of sentences. OpenSearch creates no index before it makes those that are there read-only. */
export const CREATES_NO_INDEX = 'OpenSearch creates no index, as it does when the disks of its nodes are nearly full'
export const ACCEPTS_NO_CHANGES = 'OpenSearch accepts no changes, because a disk of its nodes is nearly full'
const FREE_SPACE = 'Free space there: OpenSearch lifts this block by itself some minutes later'
const MEANWHILE = 'Searches fail until it answers; new papers are found then, too. Everything else works.'

/** Why OpenSearch does not do what was asked, as a sentence about it. Never has the address, the user or the password. */
export class SearchServerError extends AppError {
  /** No answer, or that of a server that cannot work: the next request will fail, too. */
  readonly isOutage: boolean

  constructor(sentence: string, { isOutage = false } = {}) {
    super('unavailable', sentence, { retryAfter: 5 })
    this.isOutage = isOutage
  }
}

/** Also for what has a certificate that is not trusted. */
export const notReached = (): SearchServerError =>
  new SearchServerError(
    `OpenSearch is not reached. Check that it runs, and that OPENSEARCH_URL and OPENSEARCH_CA are right. ${MEANWHILE}`,
    { isOutage: true },
  )

interface Cause {
  type?: string
  reason?: string
  root_cause?: Cause[]
}

/** Returns the error for one of the client, without what that holds of the request. */
export function toServerError(error: Error): SearchServerError {
  if (error.name === 'TimeoutError')
    return new SearchServerError(`OpenSearch did not answer in time. ${MEANWHILE}`, { isOutage: true })
  if (error.name !== 'ResponseError') return notReached()
  const { statusCode, body } = error as errors.ResponseError & { body?: { error?: Cause | string } }
  const cause = typeof body?.error === 'object' ? body.error : undefined
  return describeFailure(statusCode ?? 0, cause)
}

/** Returns the error for a status and a cause of OpenSearch. */
export function describeFailure(status: number, cause: Cause | undefined): SearchServerError {
  const text = `${cause?.type ?? ''} ${cause?.reason ?? ''}`
  // Earlier versions write "read-only / allow delete", with status 403.
  if (/read.only.{1,3}allow.delete/.test(text)) return new DiskFull()
  if (/create-index blocked/.test(text)) return new SearchServerError(`${CREATES_NO_INDEX}. ${FREE_SPACE}.`)
  if (status === 401) return new SearchServerError('OpenSearch refused the user or the password.')
  if (status === 403) return new SearchServerError('The user of OpenSearch may not do this.')
  if (status === 404) return new IndexMissing()
  if (status === 429) return new SearchServerError('OpenSearch has too much work.')
  if (status >= 502)
    return new SearchServerError('A part of OpenSearch that has the index is down.', { isOutage: true })
  const type = cause?.root_cause?.[0]?.type ?? cause?.type ?? 'no reason'
  return new SearchServerError(`OpenSearch answered with status ${status} (${type}).`)
}

/** When the disk of a node is nearly full, OpenSearch makes the indices on it read-only. */
export class DiskFull extends SearchServerError {
  constructor() {
    super(`${ACCEPTS_NO_CHANGES}. ${FREE_SPACE}, and new papers are found then. Searches find what they found before.`)
  }
}

/** There is no such index. */
export class IndexMissing extends SearchServerError {
  constructor() {
    super('The index is not in OpenSearch.')
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { createApiService, type ApiService, type ServiceOptions } from '../apiService.ts'
import type { FileVersion, NoticesByFile, NoticesFile } from '../noticing.ts'
import { withParameters } from '../probes.ts'
import type { SourceWith } from '../source.ts'
import { countRows, readNotices } from './rows.ts'

export type RetractionWatchSource = SourceWith<'notices'> & { readonly notices: NoticesByFile }

/** One file a day. */
const GAP_MIN_MS = 10_000
/** The file has 60 MB. */
const LIMITS = { totalMs: 900_000, bodyMaxBytes: 500_000_000 }
/** A file with a smaller share of the rows of the one before has lost some: rows are hardly ever removed. */
const ROWS_SHARE_MIN = 0.9

/**
 * The Retraction Watch Database, which Crossref publishes as one file: retractions, concerns, corrections and reinstatements
 * with reasons. See https://www.crossref.org/documentation/retrieve-metadata/retraction-watch/
 */
export function createRetractionWatchSource(options: ServiceOptions): RetractionWatchSource {
  const { base, ...service } = createApiService(
    {
      id: 'retraction-watch',
      name: 'Retraction Watch',
      host: /(^|\.)gitlab\.com$/,
      gapMinMs: GAP_MIN_MS,
      probe: { request: withParameters({}), expected: /Record ID/ },
    },
    { ...options, limits: { ...LIMITS, ...options.limits } },
  )
  const { test: _whole, ...rest } = base
  return {
    ...rest,
    notices: { kind: 'file', download: ({ signal, before }) => download(service, before, signal) },
  }
}

async function download(
  { fetcher, addressOf }: Omit<ApiService, 'base'>,
  before: FileVersion | null,
  signal: AbortSignal,
): Promise<NoticesFile | null> {
  const folder = await mkdtemp(join(tmpdir(), 'paperdawn-notices-'))
  const dispose = () => rm(folder, { recursive: true, force: true })
  const file = join(folder, 'notices.csv')
  try {
    const answer = await fetcher.getIfChanged(await addressOf(''), {
      signal,
      file,
      validator: before?.etag,
      modified: before?.modified,
      async read({ headers }) {
        return { rows: await countRows(file), modified: headers.get('last-modified') }
      },
    })
    if (answer.unchanged) {
      await dispose()
      return null
    }
    const version = { etag: answer.etag, ...answer.page }
    if (before !== null && version.rows < before.rows * ROWS_SHARE_MIN)
      throw new AppError(
        'source-unavailable',
        `The file of Retraction Watch has only ${version.rows} rows, after ${before.rows} before: it is not used.`,
      )
    return { version, read: () => readNotices(file), [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

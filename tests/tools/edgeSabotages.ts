import { fault, type Sabotage } from './sabotage.ts'

const protections = 'tests/api/http/protections.test.ts'
const output = 'tests/cli/output.test.ts'
const slowBody = { test: 'tests/api/sources/answers.test.ts', only: 'come at a minimum rate' }
const redirects = 'tests/api/sources/redirects.test.ts'
const apart = 'tests/api/platform/apart.test.ts'

/** Faults at the edges: of the HTTP server, of the terminal program, and of programs that run apart. */
export const EDGE_SABOTAGES: readonly Sabotage[] = [
  fault(
    'http: ready although stopping',
    'api/services/health/readiness.ts',
    ["&& !stopSignal.aborted ? 'ready'", "? 'ready'"],
    { test: protections, only: 'is not ready from the moment' },
  ),
  fault('http: any number of refused tokens', 'api/http/plugins/auth.ts', ['refused.use(ipAddress)', ''], {
    test: 'tests/api/http/rateLimits.test.ts',
    only: 'blocks tokens that are not accepted',
  }),
  fault('http: any depth', 'api/http/plugins/bodies.ts', ['DEPTH_MAX = 20', 'DEPTH_MAX = 20_000'], {
    test: protections,
    only: 'more than twenty levels',
  }),
  fault('http: HSTS of no time', 'api/http/plugins/securityHeaders.ts', ['max-age=31536000', 'max-age=0'], {
    test: protections,
    only: 'https only',
  }),
  fault(
    'sources: a key on a redirect',
    'api/sources/requestSender.ts',
    ['(isOwn || origins?.has(at.origin) === false)', 'origins?.has(at.origin) === false'],
    { test: redirects, only: 'which may hold a key' },
  ),
  fault(
    'sources: a redirect to any origin',
    'api/sources/requestSender.ts',
    ['(isOwn || origins?.has(at.origin) === false)', 'isOwn'],
    { test: redirects, only: 'only the own origin' },
  ),
  fault(
    'zotero: items in the trash not listed',
    'api/sources/zotero/zotero.ts',
    ['&format=versions&includeTrashed=1', '&format=versions'],
    { test: 'tests/api/sources/zotero/changes.test.ts', only: 'a small change' },
  ),
  fault(
    'cli: C1 control characters',
    'cli/terminal/style.ts',
    ['[${UNPRINTABLE}]', String.raw`[\u0000-\u001F\u202A-\u202E]`],
    {
      test: output,
      only: 'no control characters of names',
    },
  ),
  fault(
    'cli: another exit code of an unused sign-in',
    'cli/terminal/failures.ts',
    ["'unused-too-long': EXIT.forbidden", "'unused-too-long': EXIT.failure"],
    { test: output, only: 'because it was not used' },
  ),
  fault(
    'cli: quiet hides what the user needs',
    'cli/terminal/output.ts',
    ['notice: (text) => writeStderr', 'notice: (text) => quiet || writeStderr'],
    { test: output, only: 'with --quiet' },
  ),
  fault('cli: ends before its output is written', 'cli/terminal/exit.ts', ['await finished(stream)', ''], {
    test: output,
    only: 'when its reader is slow',
  }),
  fault(
    'audit: refused calls are left out',
    'api/http/plugins/adminAudit.ts',
    ['    if (caller === undefined ||', '    if (Number(set.status ?? 200) >= 400 || caller === undefined ||'],
    { test: 'tests/api/http/authorisation.test.ts', only: 'leaves a record' },
  ),
  fault('sources: any Retry-After is waited for', 'api/sources/fetcher.ts', [' || waitMs > retries.waitMaxMs', ''], {
    test: 'tests/api/sources/pauses.test.ts',
    only: 'is not asked during a long pause',
  }),
  fault(
    'sources: no limit of a whole response',
    'api/sources/boundedFetch.ts',
    ['AbortSignal.timeout(limits.totalMs)', 'AbortSignal.timeout(600_000)'],
    { test: 'tests/api/sources/fetcher.test.ts', only: 'does not end its response in time' },
  ),
  fault(
    'sources: any transfer rate',
    'api/sources/boundedFetch.ts',
    ['elapsedMs > RATE_GRACE_MS && length <', 'elapsedMs < 0 && length <'],
    slowBody,
  ),
  fault(
    'sources: a minimum rate from the first byte on',
    'api/sources/boundedFetch.ts',
    ['elapsedMs > RATE_GRACE_MS && length <', 'length <'],
    slowBody,
  ),
  fault(
    'sources: a slot of the rate limit is not released',
    'api/store/sources/rateLimit.ts',
    ['await Sources.updateOne(isOurs, [{ $set: released }], { updatePipeline: true })', 'void released'],
    { test: 'tests/api/store/rateLimit.test.ts', only: 'are sent one at a time' },
  ),
  fault(
    'sources: a slot of the rate limit is renewed instead of released',
    'api/store/sources/rateLimit.ts',
    ["{ ...heldBy(holder), 'slot.holder': null, 'slot.until': '$$NOW' }", '{ ...heldBy(holder) }'],
    { test: 'tests/api/store/rateLimit.test.ts', only: 'are sent one at a time' },
  ),
  fault('apart: secrets in the environment', 'api/platform/apart.ts', ['env: { LOG_LEVEL: log.level },', ''], {
    test: apart,
    only: 'no secret of this process',
  }),
  fault(
    'apart: a killed process gets the next call',
    'api/platform/apart.ts',
    ['if (this.#killedFor !== null) await', 'if (this.#killedFor === null) await'],
    { test: apart, only: 'by a kill' },
  ),
  fault(
    'health: a full disk is not down',
    'api/services/health/healthChecks.ts',
    ["free < DISK_FULL_BYTES ? 'down' : ", ''],
    { test: 'tests/api/services/health/disk.test.ts', only: 'a full one down' },
  ),
  fault(
    'search: a rebuild fills the disk',
    'api/search/indexFile.ts',
    ['begun.length === 0 || !this.#files.isDiskFull', 'begun.length >= 0'],
    { test: 'tests/api/search/disks.test.ts', only: 'becomes full during a rebuild' },
  ),
  fault(
    'search: a rebuild that was given up fills the same space again',
    'api/search/index/indexFiles.ts',
    ['Math.max(sizeOf(file), this.#givenUpBytes)', 'sizeOf(file)'],
    { test: 'tests/api/search/disks.test.ts', only: 'becomes full during a rebuild' },
  ),
  fault(
    'search: a rebuild begins without space for it',
    'api/services/search/paperReader.ts',
    ['(await this.#index.findLack()) !== null', 'rebuild < 0'],
    { test: 'tests/api/services/search/fullDisk.test.ts', only: 'is given up, says so' },
  ),
  fault(
    'health: new papers count as not found while a rebuild is given up',
    'api/services/search/indexing.ts',
    ['if (failing) problems', 'if (index) problems'],
    { test: 'tests/api/services/search/fullDisk.test.ts', only: 'is given up, says so' },
  ),
  fault(
    'search: a rebuild in OpenSearch keeps the index that fills a disk',
    'api/search/opensearch/indexWriter.ts',
    ['error instanceof DiskFull', 'error instanceof RangeError'],
    { test: 'tests/api/services/search/fullOpenSearch.test.ts', only: 'in the middle is given up' },
  ),
  fault(
    'search: a rebuild in OpenSearch stops the changes while no index is created',
    'api/search/opensearch/space.ts',
    ["blocks?.create_index) === 'true'", "blocks?.create_index) === 'yes'"],
    { test: 'tests/api/services/search/fullOpenSearch.test.ts', only: 'creates no index' },
  ),
  fault(
    'search: an OpenSearch that has just started counts as empty',
    'api/search/opensearch/openSearchIndex.ts',
    ['if (failure?.type === INDEX_NOT_FOUND) return null', 'if (failure) return null'],
    { test: 'tests/api/search/openSearchFailures.test.ts', only: 'is not taken for one without the index' },
  ),
  fault(
    'health: unsent welcome mails are not counted',
    'api/services/digests/readersWithoutMail.ts',
    ['welcome: welcomes.length', 'welcome: 0'],
    { test: 'tests/api/services/digests/readersWithoutMail.test.ts', only: 'welcome mails are not sent' },
  ),
]

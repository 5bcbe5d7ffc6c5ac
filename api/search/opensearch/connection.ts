import { readFileSync } from 'node:fs'
import { Client } from '@opensearch-project/opensearch'
import {
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
} from 'cockatiel'
import { AppError } from '../../platform/errors.ts'
import { notReached, SearchServerError, toServerError } from './serverErrors.ts'

export interface Server {
  /** Without user and password. */
  url: string
  user?: string | undefined
  password?: string | undefined
  /** File of the certificate authority that signed the certificate of the server. */
  caFile?: string | undefined
}

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  querystring?: Record<string, string>
  body?: object
  /** Lines of JSON, for `_bulk` and `_msearch`. */
  lines?: readonly object[]
  /** Statuses that are answers, too. */
  expected?: readonly number[]
  signal?: AbortSignal | undefined
  /** How long the answer may take; a search has a limit of its own. */
  timeMs?: number
}

/** Requests that may run at once; another one is refused. */
const RUNNING_MAX = 64
/** Requests in a row without an answer that open the breaker, and how long no request is sent then. */
const FAILURES = 5
const OPEN_MS = 5_000
const ANSWER_MS = 30_000

/** The connections to OpenSearch. While it does not answer, requests are refused at once. */
export class Connection {
  readonly #client: Client
  #closed: Promise<void> | undefined
  readonly #running = bulkhead(RUNNING_MAX)
  readonly #circuit = circuitBreaker(
    handleWhen((error) => error instanceof SearchServerError && error.isOutage),
    { breaker: new ConsecutiveBreaker(FAILURES), halfOpenAfter: OPEN_MS },
  )

  constructor({ url, user, password = '', caFile }: Server) {
    this.#client = new Client({
      node: url,
      maxRetries: 0,
      ...(user !== undefined && { auth: { username: user, password } }),
      ...(caFile !== undefined && { ssl: { ca: readAuthority(caFile) } }),
    })
  }

  /** Sends a request and returns the body of the answer. Throws SearchServerError, and "unavailable" when `signal` aborts. */
  async send<Body>(request: Request): Promise<Body> {
    try {
      return await this.#running.execute(() => this.#circuit.execute(() => this.#request<Body>(request)))
    } catch (error) {
      if (isBulkheadRejectedError(error)) throw new SearchServerError('Too many searches are running.')
      if (isBrokenCircuitError(error)) throw notReached()
      throw error
    }
  }

  /** Waits for the requests that run. */
  close(): Promise<void> {
    // The second call of the client's own function never ends.
    this.#closed ??= this.#client.close()
    return this.#closed
  }

  async #request<Body>({ signal, timeMs = ANSWER_MS, lines, expected = [], body, ...params }: Request): Promise<Body> {
    if (signal?.aborted) throw gone()
    const sent = this.#client.transport.request(
      { ...params, ...(lines ? { bulkBody: [...lines] } : body && { body }) },
      { requestTimeout: timeMs, ignore: [...expected] },
    )
    const abort = () => sent.abort()
    signal?.addEventListener('abort', abort)
    try {
      return (await sent).body as Body
    } catch (error) {
      if (signal?.aborted) throw gone()
      // A new error: that of the client holds the headers of the request, which have the password.
      throw toServerError(error as Error)
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }
}

function readAuthority(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new AppError('invalid-input', 'OPENSEARCH_CA names a file that cannot be read.', { cause })
  }
}

const gone = () => new AppError('unavailable', 'The client closed the connection.')

import { treaty } from '@elysia/eden'
import type { ErrorBody } from '#api/contract/errors.ts'
import type { App } from '#api/http/app.ts'
import { Failure, toFailure } from '../terminal/failures.ts'

/** A server that has not begun to answer by then is taken for gone; trying the pipeline waits for the sources. */
const ANSWER_MS = 120_000

interface Options {
  server: string
  token: string | undefined
  /** Ends every call and every stream. */
  deadline: AbortSignal | undefined
}

/** The API of the server, called with the token. Unwrap each answer with `unwrap`. */
export const createClient = ({ server, token, deadline }: Options) =>
  treaty<App>(server, {
    // Eden would turn any string that looks like a date into a Date, titles included.
    parseDate: false,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    fetcher: Object.assign((input: RequestInfo | URL, init?: RequestInit) => send(server, deadline, input, init), {
      preconnect: () => {},
    }) satisfies typeof fetch,
  }).api

export type Client = ReturnType<typeof createClient>

async function send(
  server: string,
  deadline: AbortSignal | undefined,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response> {
  const answering = new AbortController()
  const timer = setTimeout(() => answering.abort(), ANSWER_MS)
  const signals = [answering.signal, deadline, init?.signal].filter((signal) => signal instanceof AbortSignal)
  let answer: Response
  try {
    answer = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
  } catch (cause) {
    if (deadline?.aborted || answering.signal.aborted)
      throw new Failure('timeout', `${server} did not answer in time.`, { cause })
    throw new Failure('unreachable', `${server} does not answer.`, { cause })
  } finally {
    clearTimeout(timer)
  }
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status !== 204 && !/^(application\/json|text\/event-stream)\b/.test(type))
    throw new Failure('not-paperdawn', `What answers at ${server} is not Paperdawn (status ${answer.status}).`)
  return answer
}

interface Answer<Data> {
  data: Data | null
  error: { value: unknown } | null
}

/** The data of an answer. Throws Failure. */
export async function unwrap<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error } = await call
  if (!error) return data as Data
  if (error.value instanceof Failure) throw error.value
  throw toFailure(error.value as ErrorBody)
}

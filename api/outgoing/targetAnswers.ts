import { toLine } from '../mail/toLine.ts'
import type { TargetAnswer, TargetRequest, Verdict } from './target.ts'

/** Of an answer in a sentence. */
const WORDS_MAX = 200
/** A target may not hold a message back for longer than a day. */
const WAIT_MAX_MS = 86_400_000

/**
 * What a target said, as one line without control characters: "404 no_service", "429 limit reached (42901)". Of JSON the
 * message and code, of a web page nothing but that it is one.
 */
export const wordsOf = ({ status, body }: Pick<TargetAnswer, 'status' | 'body'>): string =>
  toLine(`${status} ${describeBody(body)}`, WORDS_MAX)

function describeBody(body: string): string {
  const [message, error, errcode] = ['message', 'error', 'errcode'].map((name) => fieldOf(body, name))
  const said = [message, error].find((value) => typeof value === 'string')
  if (said === undefined && typeof errcode !== 'string')
    return body.trimStart().startsWith('<') ? '(a web page)' : body.slice(0, 2_000)
  const code = typeof errcode === 'string' ? errcode : fieldOf(body, 'code')
  // Which part of a message Discord does not accept.
  const errors = fieldOf(body, 'errors')
  const where = typeof errors === 'object' && errors !== null ? ` ${JSON.stringify(errors)}` : ''
  return `${said ?? ''}${code === undefined ? '' : ` (${String(code)})`}${where}`
}

/** The field of a body that is a JSON object; undefined for any other body or field. */
export function fieldOf(body: string, name: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null
      ? Object.entries(parsed).find(([key]) => key === name)?.[1]
      : undefined
  } catch {
    // Recovered: it is not JSON, or only the begin of it, so it has no such field.
    return undefined
  }
}

/** How long to wait by `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. Null if it is absent or neither. */
export function retryAfterMs({ headers }: Pick<TargetAnswer, 'headers'>, now: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(value)) return within(Number(value) * 1_000)
  const at = /^[A-Za-z]{3}, /.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(at) ? null : within(at - now)
}

/** The number of a body in ms, `unitMs` each, if it is one. */
export const bodyWaitMs = (body: string, name: string, unitMs: number): number | null => {
  const value = fieldOf(body, name)
  return typeof value === 'number' && Number.isFinite(value) ? within(value * unitMs) : null
}

const within = (ms: number) => Math.min(WAIT_MAX_MS, Math.max(0, Math.ceil(ms)))

/** What all services mean by an answer that is neither a success nor one of their own words. */
export function readCommon(answer: TargetAnswer, waitMs = retryAfterMs(answer, Date.now())): Verdict {
  const reason = wordsOf(answer)
  if (answer.status === 429 || answer.status >= 500) return { outcome: 'later', reason, waitMs }
  if (answer.status >= 300 && answer.status < 400)
    return { outcome: 'refused', reason: `${answer.status}: the address leads to another one, which is not followed` }
  // It was accepted by something that does not answer as the service does.
  if (answer.status < 300) return { outcome: 'uncertain', reason: `an unexpected answer: ${reason}` }
  return { outcome: 'refused', reason }
}

/** A request with a JSON body. */
export const jsonRequest = (
  url: URL,
  body: unknown,
  { method = 'POST', headers = {} }: Partial<Pick<TargetRequest, 'method' | 'headers'>> = {},
): TargetRequest => ({
  method,
  url,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** "Paperdawn can post here." */
export const testSentence = (publicUrl: string): string =>
  `This is a test. The papers of the day from ${publicUrl} will be posted here.`

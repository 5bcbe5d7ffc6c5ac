import { createHmac } from 'node:crypto'
import { plainText } from '../text/segments.ts'
import { toLine } from '../mail/toLine.ts'
import { jsonRequest, readCommon, retryAfterMs, wordsOf } from './targetAnswers.ts'
import { bytesOf, cutText, TITLE_LETTERS } from './cutText.ts'
import type { DayMessage, MessagePaper } from './dayMessage.ts'
import type { MessageKey, Target, TargetAnswer, TargetValues, Verdict } from './target.ts'

const BODY_MAX = 256_000
const ABSTRACT_MAX = 3_000
const AUTHORS_MAX = 50
const NAME_MAX = 200
/** Cards of a page behind `next`. */
const NEXT_LIMIT = 100
const SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/

/** All papers of the day's messages in one body; those that do not fit are counted and found under `next`. */
function writeDay(messages: readonly DayMessage[]): unknown[] {
  const [message] = messages
  if (message === undefined) return []
  // It has no papers, and its end is no reason to read a day.
  if (message.type === 'alarm') return [{ type: 'alarm', alarms: message.extras, url: message.dayUrl }]
  const all = messages.flatMap(({ papers }) => papers).map(writePaper)
  const rest = messages.reduce((sum, { more }) => sum + more, 0)
  const updates = messages.flatMap(({ extras }) => extras)
  for (let kept = all.length; ; kept -= 1) {
    const more = rest + all.length - kept
    const body = {
      type: `${message.type}.ready`,
      day: message.day,
      papers: all.slice(0, kept),
      updates,
      more,
      next: more > 0 ? nextOf(message, kept) : null,
    }
    if (bytesOf(JSON.stringify(body)) <= BODY_MAX || kept === 0) return [body]
  }
}

/**
 * The cards of the day from the first that is not in the body on. A card whose paper left the library is not in the body,
 * so that some may come twice: a program knows them by their ids.
 */
const nextOf = ({ cards }: DayMessage, kept: number): string | null =>
  cards && `${cards.url}&skip=${cards.isStart ? kept : 0}&limit=${NEXT_LIMIT}`

const writePaper = ({ paper, title, url, why }: MessagePaper) => ({
  id: paper.id,
  title: cutText(title, { letters: TITLE_LETTERS, size: 2_000 }),
  authors: paper.authors.slice(0, AUTHORS_MAX).map(({ name }) => toLine(name, NAME_MAX)),
  authors_total: paper.authors.length,
  abstract: cutText(toLine(plainText(paper.abstract_segments), 20_000), { size: ABSTRACT_MAX }),
  url,
  source_url: paper.urls.abs,
  why,
})

/**
 * Signatures of https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, one for each
 * secret: the receiver accepts any of them, so that a secret can be changed without a gap.
 */
function sign(body: string, secrets: readonly string[], { id, seconds }: MessageKey): string {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return signatures.join(' ')
}

function request({ address, secrets = [] }: TargetValues, content: unknown, key: MessageKey) {
  const plain = jsonRequest(new URL(address), content)
  const headers = {
    'webhook-id': key.id,
    'webhook-timestamp': String(key.seconds),
    ...(secrets.length > 0 && { 'webhook-signature': sign(plain.body, secrets, key) }),
  }
  return { ...plain, headers: { ...plain.headers, ...headers } }
}

/** Only 2xx is a delivery and only 410 an end: everything else is repeated, since the receiver knows ids that it had. */
function read(answer: TargetAnswer): Verdict {
  const { status } = answer
  if (status >= 200 && status < 300) return { outcome: 'sent', receipt: String(status) }
  if (status === 410) return { outcome: 'gone', reason: wordsOf(answer) }
  const common = readCommon(answer)
  const reason = 'reason' in common ? common.reason : wordsOf(answer)
  return { outcome: 'later', reason, waitMs: retryAfterMs(answer, Date.now()) }
}

export const webhook: Target = {
  kind: 'webhook',
  isRepeatable: true,
  refuse: ({ secrets = [] }) =>
    secrets.every((secret) => SECRET.test(secret)) ? null : { field: 'secrets', reason: 'The secret is damaged.' },
  shown: ({ address }) => address,
  write: writeDay,
  writeTest: (publicUrl) => ({ type: 'test', from: publicUrl }),
  request,
  read,
}

import { pluralize } from '../mail/digestWords.ts'
import { bodyWaitMs, fieldOf, jsonRequest, readCommon, retryAfterMs, testSentence, wordsOf } from './targetAnswers.ts'
import { bytesOf, cutText, TITLE_LETTERS } from './cutText.ts'
import type { DayMessage } from './dayMessage.ts'
import type { Target, TargetAnswer, Verdict } from './target.ts'

/** ntfy makes a file of a message above 4,096 bytes. Room is left for the line that counts the rest. */
const MESSAGE_MAX = 3_900
const LINE_MAX = 600

/** One push for the day, with as many titles as fit. */
function writeDay(messages: readonly DayMessage[]): unknown[] {
  const [message] = messages
  if (message === undefined) return []
  const { dayUrl } = message
  const papers = messages.reduce((sum, one) => sum + one.more, message.total)
  const lines = [
    ...messages.flatMap(({ papers }) => papers.map(({ title }) => title)),
    ...messages.flatMap(({ extras }) => extras.map(({ text, title }) => `${text} ${title}`)),
  ].map((line) => cutText(line, { letters: TITLE_LETTERS, size: LINE_MAX, measure: bytesOf }))
  return [
    {
      title: message.type === 'day' && papers > 0 ? `${pluralize(papers, 'paper')} today` : message.heading,
      message: fitLines(lines) || message.heading,
      priority: 3,
      tags: ['sunrise'],
      click: dayUrl,
      actions: [{ action: 'view', label: 'Open', url: dayUrl }],
    },
  ]
}

function fitLines(lines: readonly string[]): string {
  const kept: string[] = []
  let size = 0
  for (const line of lines) {
    size += bytesOf(line) + 1
    if (size > MESSAGE_MAX) return [...kept, `and ${lines.length - kept.length} more`].join('\n')
    kept.push(line)
  }
  return kept.join('\n')
}

function read(answer: TargetAnswer): Verdict {
  const { status, body } = answer
  const id = fieldOf(body, 'id')
  if (status === 200 && typeof id === 'string') return { outcome: 'sent', receipt: id.slice(0, 64) }
  if (status === 401 || status === 403) return { outcome: 'gone', reason: wordsOf(answer) }
  return readCommon(answer, bodyWaitMs(body, 'retry_after', 1_000) ?? retryAfterMs(answer, Date.now()))
}

export const ntfy: Target = {
  kind: 'ntfy',
  isRepeatable: false,
  refuse({ topic = '', token }) {
    if (!/^[-_A-Za-z0-9]{1,64}$/.test(topic))
      return { field: 'topic', reason: 'A topic has up to 64 letters, digits, hyphens and underscores.' }
    if (token !== undefined && !/^[\x21-\x7E]+$/.test(token))
      return { field: 'token', reason: 'An access token has no blanks.' }
    return null
  },
  shown: ({ topic = '' }) => topic,
  write: writeDay,
  writeTest: (publicUrl) => ({ title: 'Paperdawn', message: testSentence(publicUrl), priority: 3 }),
  request: ({ address, topic, token }, body) =>
    jsonRequest(
      new URL(address),
      { topic, ...(body as object) },
      {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      },
    ),
  read,
}

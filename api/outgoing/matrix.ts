import { createHash } from 'node:crypto'
import { escape } from '../mail/escape.ts'
import { bodyWaitMs, fieldOf, jsonRequest, readCommon, retryAfterMs, testSentence, wordsOf } from './targetAnswers.ts'
import { bytesOf, cutText, TITLE_LETTERS } from './cutText.ts'
import type { DayMessage } from './dayMessage.ts'
import type { Target, TargetAnswer, TargetValues, Verdict } from './target.ts'

/**
 * An event has 65,536 bytes at most (https://spec.matrix.org/v1.11/client-server-api/#size-limits), with what the server
 * adds. Sizes are tried until the message fits: bytes of a title, and of each other line.
 */
const EVENT_MAX = 60_000
const SIZES = [
  [1_200, 500],
  [600, 240],
  [240, 100],
] as const
const GONE: Readonly<Record<number, readonly unknown[]>> = { 401: ['M_UNKNOWN_TOKEN'], 403: ['M_FORBIDDEN'] }

const measure = (letter: string) => bytesOf(JSON.stringify(escape(letter))) - 2
const cut = (text: string, size: number, letters = Infinity) => cutText(text, { size, letters, measure })
const link = (url: string, text: string) => `<a href="${escape(url)}">${escape(text)}</a>`

/** The rules of the room apply to a notice: bots do not answer it, and it mentions no member. */
const notice = (body: string, formatted_body: string) => ({
  msgtype: 'm.notice',
  body,
  format: 'org.matrix.custom.html',
  formatted_body,
  'm.mentions': {},
})

function writeMessage(message: DayMessage) {
  const sizes = SIZES.map(([title, line]) => writeWith(message, title, line))
  return sizes.find((content) => bytesOf(JSON.stringify(content)) <= EVENT_MAX) ?? sizes.at(-1)
}

function writeWith(
  { heading, first, papers, extras, foot, dayUrl, more }: DayMessage,
  titleMax: number,
  lineMax: number,
) {
  const shown = papers.map((paper) => ({
    url: paper.url,
    title: cut(paper.title, titleMax, TITLE_LETTERS),
    lines: [paper.about, paper.why].filter(Boolean).map((one) => cut(one, lineMax)),
  }))
  const others = extras.map((one) => ({
    url: one.url,
    title: cut(one.title, titleMax, TITLE_LETTERS),
    text: cut(one.text, lineMax),
  }))
  const all = more > 0 ? `${more} more` : 'all'
  const end = cut(foot, 4 * lineMax)
  const plain = [
    heading,
    ...shown.map(({ title, url }, index) => `${first + index}. ${title} ${url}`),
    ...others.map(({ text, title, url }) => `${text} ${title} ${url}`),
    [end, `${all}: ${dayUrl}`].filter(Boolean).join(' '),
  ]
  const items = shown.map(
    ({ title, url, lines }) => `<li>${[link(url, title), ...lines.map(escape)].join('<br>')}</li>`,
  )
  const rich = [
    `<b>${escape(heading)}</b>`,
    ...(items.length > 0 ? [`<ol start="${first}">${items.join('')}</ol>`] : []),
    ...others.map(({ text, title, url }) => `<p>${escape(text)}<br>${link(url, title)}</p>`),
    `<p>${end && `${escape(end)} · `}${link(dayUrl, all)}</p>`,
  ]
  return notice(plain.join('\n'), rich.join(''))
}

const urlOf = ({ address, room = '' }: TargetValues, rest: string): URL =>
  new URL(`${address.replace(/\/+$/, '')}/_matrix/client/v3/rooms/${encodeURIComponent(room)}/${rest}`)
const withToken = ({ token = '' }: TargetValues) => ({ authorization: `Bearer ${token}` })

function read(answer: TargetAnswer): Verdict {
  const { status, body } = answer
  const event = fieldOf(body, 'event_id')
  if (status === 200 && typeof event === 'string') return { outcome: 'sent', receipt: event.slice(0, 255) }
  const code = fieldOf(body, 'errcode')
  const isGone = GONE[status]?.includes(code) || (status === 404 && typeof code === 'string' && code.startsWith('M_'))
  if (isGone) return { outcome: 'gone', reason: wordsOf(answer) }
  return readCommon(answer, bodyWaitMs(body, 'retry_after_ms', 1) ?? retryAfterMs(answer, Date.now()))
}

export const matrix: Target = {
  kind: 'matrix',
  isRepeatable: true,
  refuse({ room = '', token = '' }) {
    if (!/^![^\s/]+$/.test(room)) return { field: 'room', reason: 'The id of a room begins with an exclamation mark.' }
    if (!/^[\x21-\x7E]+$/.test(token)) return { field: 'token', reason: 'An access token is needed.' }
    return null
  },
  shown: ({ room = '' }) => room,
  write: (messages) => messages.map(writeMessage),
  writeTest: (publicUrl) => notice(testSentence(publicUrl), escape(testSentence(publicUrl))),
  request(values, body, { id }) {
    const transaction = createHash('sha256').update(id).digest('hex')
    return jsonRequest(urlOf(values, `send/m.room.message/${transaction}`), body, {
      method: 'PUT',
      headers: withToken(values),
    })
  },
  read,
  // Messages of a program that cannot encrypt would be readable by the server in a room whose members expect otherwise.
  precheck: {
    request: (values) => ({
      method: 'GET',
      url: urlOf(values, 'state/m.room.encryption'),
      headers: withToken(values),
      body: '',
    }),
    refuse: ({ status }) => (status === 200 ? 'The room is encrypted: choose one that is not.' : null),
  },
}

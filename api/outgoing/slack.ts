import { cutText, TITLE_LETTERS } from './cutText.ts'
import { jsonRequest, readCommon, testSentence, wordsOf } from './targetAnswers.ts'
import type { DayMessage, MessageExtra, MessagePaper } from './dayMessage.ts'
import type { Target, TargetAnswer, Verdict } from './target.ts'

/** Of a section's text, which has 3,000 at most, for each of its parts. */
const TITLE_MAX = 1_200
const LINE_MAX = 600
const HEADER_MAX = 150
const CONTEXT_MAX = 2_000
const HOSTS = new Set(['hooks.slack.com', 'hooks.slack-gov.com'])
/** Slack's words are one identifier: "no_service". A page of a proxy is not. */
const WORD = /^[a-z_]{3,60}$/

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeLetters = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
const measure = (letter: string) => escapeLetters(letter).length

/** Text of "mrkdwn", escaped by Slack's rule for `&`, `<` and `>` alone: no mention or link can arise from it. */
export const escapeSlack = (text: string, size: number, letters?: number): string =>
  escapeLetters(cutText(text, { size, measure, ...(letters !== undefined && { letters }) }))

/** Without the signs that end a link or its text. */
const linkTo = (url: string, title: string) =>
  `<${escapeLetters(url.replace(/[|<>]/g, encodeURIComponent))}|${escapeSlack(title.replace(/[|>]/g, ' '), TITLE_MAX, TITLE_LETTERS)}>`

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })

const writePaper = ({ title, url, about, why }: MessagePaper) =>
  section(
    [`*${linkTo(url, title)}*`, escapeSlack(about, LINE_MAX), why && `_${escapeSlack(why, LINE_MAX)}_`]
      .filter(Boolean)
      .join('\n'),
  )

const writeExtra = ({ title, url, text }: MessageExtra) =>
  section(`${escapeSlack(text, LINE_MAX)}\n${linkTo(url, title)}`)

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: at most 50 blocks, of which this has 30. */
function writeMessage({ heading, papers, extras, foot, dayUrl, more }: DayMessage) {
  const all = linkTo(dayUrl, more > 0 ? `${more} more` : 'all')
  return {
    text: `Paperdawn, ${heading}`,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cutText(heading, { size: HEADER_MAX }) } },
      ...papers.map(writePaper),
      ...extras.map(writeExtra),
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: [foot && escapeSlack(foot, CONTEXT_MAX), all].filter(Boolean).join(' · ') }],
      },
    ],
  }
}

function read(answer: TargetAnswer): Verdict {
  const word = answer.body.trim()
  if (answer.status === 200 && word === 'ok') return { outcome: 'sent', receipt: 'ok' }
  const isGone = [403, 404, 410].includes(answer.status) && WORD.test(word)
  if (isGone || (answer.status === 400 && word === 'user_not_found'))
    return { outcome: 'gone', reason: wordsOf(answer) }
  return readCommon(answer)
}

export const slack: Target = {
  kind: 'slack',
  isRepeatable: false,
  refuse({ address }, isStrict) {
    const { host, pathname } = new URL(address)
    const isOfSlack = HOSTS.has(host) && pathname.startsWith('/services/')
    return isStrict && !isOfSlack
      ? {
          field: 'address',
          reason: 'The address of an incoming webhook begins with https://hooks.slack.com/services/.',
        }
      : null
  },
  shown: ({ address }) => address,
  write: (messages) => messages.map(writeMessage),
  writeTest: (publicUrl) => ({ text: testSentence(publicUrl), unfurl_links: false, unfurl_media: false }),
  request: ({ address }, body) => jsonRequest(new URL(address), body),
  read,
}

import { bodyWaitMs, fieldOf, jsonRequest, readCommon, retryAfterMs, testSentence, wordsOf } from './targetAnswers.ts'
import { cutText, TITLE_LETTERS } from './cutText.ts'
import type { DayMessage, MessageExtra, MessagePaper } from './dayMessage.ts'
import { escapeMarkdown, measureMarkdown } from './markdown.ts'
import type { Target, TargetAnswer, Verdict } from './target.ts'

/**
 * https://discord.com/developers/docs/resources/message#embed-object-embed-limits: 6,000 characters over all ten embeds of
 * a message, 256 of a title; 2,000 of `content`. So an embed has 560 and the footer the rest.
 */
const TITLE_MAX = 256
const EMBED_MAX = 560
const FOOT_MAX = 380
const CONTENT_MAX = 2_000
const EXTRA_TITLE_MAX = 120
const EXTRA_TEXT_MAX = 90
/** So few extras have room for longer titles. */
const LONE_MAX = 4
const LONE_TITLE_MAX = 260

const escaped = (text: string, size: number, letters = Infinity) =>
  escapeMarkdown(cutText(text, { size, letters, measure: measureMarkdown }))

/** Codes of Discord: the webhook was deleted, or its token is not valid. */
const GONE: Readonly<Record<number, number>> = { 404: 10_015, 401: 50_027 }

function writeEmbed({ title, url, about, why }: MessagePaper) {
  const name = escaped(title, TITLE_MAX, TITLE_LETTERS)
  const left = EMBED_MAX - name.length
  const lines = [escaped(about, Math.floor(left / 2) - 1), why && escaped(why, Math.floor(left / 2) - 1)].filter(
    Boolean,
  )
  return { title: name, url, description: lines.join('\n') }
}

/** An address between `<` and `>` has no preview. */
const writeExtra = ({ title, url, text }: MessageExtra, isAlone: boolean): string =>
  `${escaped(text, EXTRA_TEXT_MAX)} [${escaped(title, isAlone ? LONE_TITLE_MAX : EXTRA_TITLE_MAX)}](<${url}>)`

function writeMessage({ heading, papers, extras, foot, dayUrl, more }: DayMessage) {
  const all = `[${more > 0 ? `${more} more` : 'all'}](<${dayUrl}>)`
  const embeds = papers.map(writeEmbed)
  const last = embeds.at(-1)
  const footer = foot && { text: cutText(foot, { size: FOOT_MAX }) }
  return {
    username: 'Paperdawn',
    content: fitLines([
      `${escapeMarkdown(heading)} · ${all}`,
      ...extras.map((extra) => writeExtra(extra, extras.length <= LONE_MAX)),
    ]),
    allowed_mentions: { parse: [] },
    embeds: embeds.map((embed) => ({ ...embed, ...(embed === last && footer && { footer }) })),
  }
}

function fitLines(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) if (text.length + line.length + 1 <= CONTENT_MAX) text += text === '' ? line : `\n${line}`
  return text
}

function read(answer: TargetAnswer): Verdict {
  const { status, body } = answer
  // The body can be longer than what was read of it, so it is not parsed.
  if (status === 200 && /^\s*\{.*"id"\s*:/s.test(body)) return { outcome: 'sent', receipt: idOf(body) }
  if (status === 204) return { outcome: 'sent', receipt: '204' }
  if (GONE[status] !== undefined && fieldOf(body, 'code') === GONE[status])
    return { outcome: 'gone', reason: wordsOf(answer) }
  return readCommon(answer, bodyWaitMs(body, 'retry_after', 1_000) ?? retryAfterMs(answer, Date.now()))
}

const idOf = (body: string): string => /"id"\s*:\s*"(\d{1,20})"/.exec(body)?.[1] ?? '200'

export const discord: Target = {
  kind: 'discord',
  isRepeatable: false,
  refuse({ address }, isStrict) {
    const { hostname, pathname } = new URL(address)
    const isOfDiscord = /^((canary|ptb)\.)?discord(app)?\.com$/.test(hostname)
    const hasForm = /^\/api(\/v\d+)?\/webhooks\/\d+\/[\w-]+\/?$/.test(pathname)
    return hasForm && (isOfDiscord || !isStrict)
      ? null
      : { field: 'address', reason: 'The address of a webhook begins with https://discord.com/api/webhooks/.' }
  },
  shown: ({ address }) => new URL(address).pathname,
  write: (messages) => messages.map(writeMessage),
  writeTest: (publicUrl) => ({
    username: 'Paperdawn',
    content: testSentence(publicUrl),
    allowed_mentions: { parse: [] },
  }),
  request({ address }, body) {
    const url = new URL(address)
    // Without it Discord answers 204 also to a message that it does not show.
    url.searchParams.set('wait', 'true')
    return jsonRequest(url, body)
  },
  read,
}

import { fieldOf, jsonRequest, readCommon, testSentence, wordsOf } from './targetAnswers.ts'
import { cutText, TITLE_LETTERS } from './cutText.ts'
import type { DayMessage } from './dayMessage.ts'
import { escapeMarkdown, measureMarkdown } from './markdown.ts'
import type { Target, TargetAnswer, Verdict } from './target.ts'

/** Of the text of a post: https://developers.mattermost.com/integrate/webhooks/incoming/. */
const TEXT_MAX = 16_383
const LINE_MAX = 300
const FOOT_MAX = 1_200
const TITLE_MAX = 500

const escaped = (text: string, size: number, letters = Infinity) =>
  withoutMentions(escapeMarkdown(cutText(text, { size, letters, measure: measureMarkdown })))

/** Mattermost finds mentions also behind a backslash: an invisible separator after the sign leaves no name. */
const withoutMentions = (text: string) => text.replaceAll('@', '@\u2060')

const linkTo = (url: string, title: string) => `[${escaped(title, TITLE_MAX, TITLE_LETTERS)}](<${url}>)`

/** As Slack's, with standard Markdown in `text` in place of blocks. */
function writeMessage({ heading, first, papers, extras, foot, dayUrl, more }: DayMessage) {
  const lines = [
    `#### ${heading}`,
    ...papers.map(({ title, url, about, why }, index) =>
      [`${first + index}. **${linkTo(url, title)}**`, escaped(about, LINE_MAX), why && `_${escaped(why, LINE_MAX)}_`]
        .filter(Boolean)
        .join('\n    '),
    ),
    ...extras.map(({ title, url, text }) => `${escaped(text, LINE_MAX)} ${linkTo(url, title)}`),
    [foot && escaped(foot, FOOT_MAX), `[${more > 0 ? `${more} more` : 'all'}](<${dayUrl}>)`]
      .filter(Boolean)
      .join(' · '),
  ]
  return { username: 'Paperdawn', text: fitLines(lines) }
}

/** The lines that fit, the last one always. */
function fitLines(lines: readonly string[]): string {
  const last = lines.at(-1) ?? ''
  let text = ''
  for (const line of lines.slice(0, -1)) {
    if (text.length + line.length + last.length + 2 > TEXT_MAX) break
    text += `${line}\n`
  }
  return text + last
}

/** A webhook that was deleted answers 404, or 400 with the id of its error. */
function read(answer: TargetAnswer): Verdict {
  const { status, body } = answer
  if (status === 200 && body.trim() === 'ok') return { outcome: 'sent', receipt: 'ok' }
  const id = fieldOf(body, 'id')
  const isGone =
    (status === 403 || status === 404 || status === 400) &&
    typeof id === 'string' &&
    /^web\.incoming_webhook\.(invalid|channel|user|permissions|channel_locked)\.app_error$|missing\.app_error$/.test(id)
  return isGone ? { outcome: 'gone', reason: wordsOf(answer) } : readCommon(answer)
}

export const mattermost: Target = {
  kind: 'mattermost',
  isRepeatable: false,
  refuse: ({ address }) =>
    /\/hooks\/[a-z0-9]+\/?$/i.test(new URL(address).pathname)
      ? null
      : { field: 'address', reason: 'The address of an incoming webhook ends with /hooks/ and its key.' },
  shown: ({ address }) => address,
  write: (messages) => messages.map(writeMessage),
  writeTest: (publicUrl) => ({ username: 'Paperdawn', text: testSentence(publicUrl) }),
  request: ({ address }, body) => jsonRequest(new URL(address), body),
  read,
}

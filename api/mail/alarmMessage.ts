import { formatInstant } from '../platform/clock.ts'
import { pluralize } from './digestWords.ts'
import { toHtml } from './layout.ts'
import { line, toPlainText, type Letter } from './letter.ts'
import type { MailBody } from './message.ts'
import { toLine } from './toLine.ts'

const SENTENCE_MAX = 400
const NAMES_SHOWN = 3

/** A check of the health that turned bad, or is good again. */
export interface Alarm {
  name: string
  is_bad: boolean
  since: Date
  sentence: string
}

/** Address of the health in the admin panel. */
export const healthPage = (publicUrl: string): string => `${publicUrl}/admin?tab=health`

/** "Alarm: arXiv, Mail server", "Good again: arXiv", or both. */
export function headAlarms(alarms: readonly Alarm[]): string {
  const [bad, good] = [true, false].map((isBad) =>
    alarms.filter((one) => one.is_bad === isBad).map(({ name }) => toLine(name, 60)),
  )
  return [...describe('Alarm', bad), ...describe('Good again', good)].join('. ')
}

function describe(word: string, names: readonly string[] = []): string[] {
  if (names.length === 0) return []
  const further = names.length - NAMES_SHOWN
  const shown = names.slice(0, NAMES_SHOWN).join(', ')
  return [`${word}: ${further > 0 ? `${shown} and ${pluralize(further, 'further check')}` : shown}`]
}

/** "arXiv fails since 2026-11-16 06:10 UTC." */
export const describeAlarm = ({ name, is_bad, since }: Alarm): string =>
  `${toLine(name, 60)} ${is_bad ? 'fails since' : 'is good again since'} ${formatInstant(since)}.`

/** What the check says. */
export const sentenceOf = ({ sentence }: Alarm): string => toLine(sentence, SENTENCE_MAX)

/** Returns the mail about checks that turned bad or are good again. */
export function buildAlarmMail({ publicUrl, alarms }: { publicUrl: string; alarms: readonly Alarm[] }): MailBody {
  const subject = headAlarms(alarms)
  const letter: Letter = {
    title: subject,
    preheader: alarms.map(describeAlarm).join(' '),
    top: [line('heading', subject)],
    entries: alarms.map((one) => [line('title', describeAlarm(one)), line('paragraph', sentenceOf(one))]),
    foot: [
      line('links', { text: 'Open the health of this site', href: healthPage(publicUrl) }),
      line('foot', 'You get this because you are an admin and switched alarms on in your profile.'),
    ],
  }
  return { subject, html: toHtml(letter), text: toPlainText(letter) }
}

import { toHtml } from './layout.ts'
import { line, toPlainText, type Letter } from './letter.ts'
import type { MailBody } from './message.ts'
import { isolate, toLine } from './toLine.ts'

/** By their numbers in the settings of the digest: Sunday is 0. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const CATEGORIES_SHOWN = 6

export interface WelcomeMail {
  publicUrl: string
  reader: string
  /** Names of the categories that the reader follows. */
  categories: readonly string[]
  /** When the digest is sent: weekdays and the hour in `time_zone`. */
  digest: { hour: number; time_zone: string; weekdays: readonly number[]; max_papers: number }
  unsubscribeUrl: string
}

/** Returns the mail that a reader gets when they switch the digest on for the first time. */
export function buildWelcomeMail({ publicUrl, reader, categories, digest, unsubscribeUrl }: WelcomeMail): MailBody {
  const { hour, time_zone, weekdays, max_papers } = digest
  const when = `${describeDays(weekdays)}, from ${String(hour).padStart(2, '0')}:00 (${toLine(time_zone)})`
  const most = max_papers === 1 ? 'the best paper' : `up to ${max_papers} papers, best first`
  const letter: Letter = {
    title: 'Your digest is on',
    preheader: `New papers ${when}.`,
    top: [
      line('heading', 'Your digest is on'),
      line('lead', `${isolate(toLine(reader, 80))}: new papers ${when}.`),
      line(
        'paragraph',
        `Each mail has ${most}, of what was announced ${describeCategories(categories)}. It waits until the announcement is complete. A paper comes once.`,
      ),
      line(
        'paragraph',
        'Below each paper are the links “Save” and “Not for me”. They work without signing in, and the order learns from them.',
      ),
      line('button', { text: 'Open the newest papers', href: `${publicUrl}/dashboard` }),
    ],
    entries: [],
    foot: [
      line('foot', 'You get this mail once, because you switched the daily digest on.'),
      line(
        'links',
        { text: 'Change what you get', href: `${publicUrl}/profile#digest` },
        { text: 'Stop these mails', href: unsubscribeUrl },
      ),
    ],
  }
  return { subject: letter.title, html: toHtml(letter), text: toPlainText(letter) }
}

function describeDays(weekdays: readonly number[]): string {
  // The week begins on Monday.
  const days = weekdays.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
  if (days.length === 0) return 'on the days that you will choose'
  if (days.length === 7) return 'every day'
  if (days.join() === '1,2,3,4,5') return 'Monday to Friday'
  return `on ${joinWords(days.map((day) => WEEKDAYS[day] ?? ''))}`
}

function describeCategories(names: readonly string[]): string {
  if (names.length === 0) return 'in the categories that you will choose'
  const shown = names.slice(0, CATEGORIES_SHOWN).map((name) => toLine(name, 80))
  const further = names.length - shown.length
  const more = further === 0 ? [] : [`${further} more ${further === 1 ? 'category' : 'categories'}`]
  // Names of categories contain commas and "and".
  return `in: ${[...shown, ...more].join('; ')}`
}

const joinWords = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

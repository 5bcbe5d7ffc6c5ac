import type { Paper } from '../contract/papers.ts'
import { plainText } from '../text/segments.ts'
import type { PapersMail } from './papersMail.ts'
import { toLine } from './toLine.ts'

/** The first title, and how many papers follow. */
export function describeSubject({ papers, more, day, missed = [] }: PapersMail): string {
  const [first] = papers
  const before = missed.reduce((sum, one) => sum + one.papers, 0)
  if (first === undefined && before > 0) return `${pluralize(before, 'paper')} since your last mail`
  if (first === undefined) return `No new papers on ${formatDay(day)}`
  const others = papers.length - 1 + more
  const title = titleOf(first.paper, 80)
  return others === 0 ? title : `${title} and ${pluralize(others, 'more paper')}`
}

/** Text that mail programs show beside the subject: what was not sent, else the next titles, else what was missed, else why there are none. */
export function describePreview(mail: PapersMail): string {
  const { papers, note, missed = [], unsent } = mail
  if (unsent) return describeUnsent(unsent)
  const counted = describeCounts(mail)
  const others = papers.slice(1, 3).map(({ paper }) => titleOf(paper, 60))
  if (others.length > 0) return `Also: ${[...others, counted].join(' · ')}`
  if (papers.length === 0 && missed.length > 0) return missed.slice(0, 3).map(describeMissed).join(' · ')
  return note ?? counted
}

/** "12 of 340 announced in your categories, 2 from next door. The first 10 are here." */
export function describeCounts({ papers, more, counts }: PapersMail): string {
  const all = papers.length + more
  const here = papers.length === 1 ? 'The first one is here.' : `The first ${papers.length} are here.`
  const end = more > 0 ? `. ${here}` : '.'
  if (counts === undefined) return `${pluralize(all, 'paper')}${end}`
  const { announced, next_door } = counts
  if (all === 0) return describeNone(announced)
  const own = all - next_door
  if (own === 0) return `${pluralize(next_door, 'paper')} from next door, none from your categories${end}`
  const neighbours = next_door > 0 ? `, ${next_door} from next door` : ''
  const share = own === announced ? describeAll(announced) : `${formatCount(own)} of ${formatCount(announced)}`
  return `${share} announced in your categories${neighbours}${end}`
}

function describeNone(announced: number): string {
  if (announced === 0) return 'No new papers in your categories.'
  const papers =
    announced === 1
      ? 'The one paper announced in your categories is not'
      : `None of the ${formatCount(announced)} papers announced in your categories is`
  return `${papers} in your list. The page of the day says why.`
}

const describeAll = (count: number) => ['', 'The one paper', 'Both papers'][count] ?? `All ${formatCount(count)} papers`

/** "3 digests, from Monday, … to …, were not sent: the mail server of ada@example.org refused them (550 No such user)." */
export function describeUnsent({ digests, from, until, refused }: NonNullable<PapersMail['unsent']>): string {
  const days = from === until ? `of ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(until)}`
  const one = digests === 1
  const what = one ? `The digest ${days}` : `${formatCount(digests)} digests, ${days},`
  if (refused === null) return `${what} could not be delivered.`
  const reply = toLine(refused.reason, 160)
  return `${what} ${one ? 'was' : 'were'} not sent: the mail server of ${toLine(refused.address, 320)} refused ${one ? 'it' : 'them'}${reply && ` (${reply})`}.`
}

/** "Friday, 13 November 2026, 28 papers" */
export const describeMissed = ({ day, papers }: { day: string; papers: number }): string =>
  `${formatDay(day)}, ${pluralize(papers, 'paper')}`

/** A paper's title as one line of at most `max` characters. */
export const titleOf = ({ title_segments }: Paper, max: number) => toLine(plainText(title_segments), max) || 'Untitled'

const { format: formatCount } = new Intl.NumberFormat('en-GB')

export const pluralize = (number: number, noun: string) => `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
/** "Friday, 13 November 2026" */
export const formatDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

/** Address of a paper's page: ".../paper/arxiv:2611.90001". A slash in the id stays a slash. */
export const paperPage = (publicUrl: string, id: string): string =>
  `${publicUrl}/paper/${encodeURIComponent(id).replaceAll('%3A', ':').replaceAll('%2F', '/')}`

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { buildPapersMail } from '#api/mail/paperListMessage.ts'
import type { PapersMail } from '#api/mail/papersMail.ts'
import { buildReviewMail } from '#api/mail/reviewMessage.ts'
import { buildWelcomeMail } from '#api/mail/welcomeMessage.ts'
import { buildTestMail } from '#api/mail/testMessage.ts'
import type { MailBody } from '#api/mail/message.ts'
import { samplePaper, serverPaper } from '#tests/support/samples.ts'
import { emptyReview, review } from '../config/reviewSamples.ts'
import { papers } from '../config/samples.ts'

interface MailViewProps {
  mail: MailBody
  width: number
  /** Shows the colours that mail programs with a dark scheme use. */
  dark?: boolean
}

/** A mail in a frame of this width. Mails have no images, so they look the same where images are off. */
function MailView({ mail, width, dark = false }: MailViewProps) {
  const html = dark ? mail.html.replace('(prefers-color-scheme: dark)', 'all') : mail.html
  return (
    // Scripts are allowed for the accessibility test, which runs in every frame.
    <iframe
      title={mail.subject}
      sandbox="allow-scripts"
      srcDoc={html}
      width={width}
      height={900}
      style={{ border: 0, maxWidth: '100%' }}
    />
  )
}

const link = 'https://papers.example.org/api/mail/papers/token'
const digest: PapersMail = {
  publicUrl: 'https://papers.example.org',
  day: '2026-11-20',
  reader: 'Ada Linde',
  papers: papers.map((paper) => ({
    paper,
    reasons: [
      { kind: 'keyword', text: 'night vision' },
      { kind: 'category', text: 'cs.LG' },
      { kind: 'topic', text: 'graph percolation' },
    ],
    save: `${link}/save`,
    dismiss: `${link}/dismiss`,
  })),
  more: 9,
  counts: { announced: 340, next_door: 1 },
  sample: false,
  because: 'You get this because you asked for a daily digest.',
  unsubscribeUrl: 'https://papers.example.org/api/mail/unsubscribe/token',
}
const many = Array.from({ length: 40 }, (_, index) => ({
  paper: { ...samplePaper, id: `arxiv:2611.${90_001 + index}` },
  reasons: [{ kind: 'near' as const, text: 'Lanterns in fog' }],
  save: `${link}/save`,
  dismiss: `${link}/dismiss`,
}))
const build = (changes: Partial<PapersMail>) => buildPapersMail({ ...digest, ...changes })

const meta = { title: 'Mails/Digest', component: MailView, args: { mail: build({}), width: 720 } } satisfies Meta<
  typeof MailView
>

export default meta
type Story = StoryObj<typeof meta>

export const Wide: Story = {
  async play({ args }) {
    await expect(args.mail.html).not.toMatch(/<img|url\(/)
  },
}
export const Dark: Story = { args: { dark: true } }
export const Phone: Story = { args: { width: 390 }, tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const PhoneDark: Story = { ...Phone, args: { width: 390, dark: true } }
export const FortyPapers: Story = { args: { mail: build({ papers: many, more: 60 }) } }
export const AfterAPause: Story = {
  args: {
    mail: build({
      missed: [
        { day: '2026-11-19', papers: 31 },
        { day: '2026-11-18', papers: 1 },
      ],
    }),
  },
}
export const AfterBounces: Story = {
  args: {
    mail: build({
      unsent: {
        digests: 3,
        from: '2026-11-17',
        until: '2026-11-19',
        refused: { address: 'ada@lighthouse.example', reason: '550 5.2.1 Mailbox disabled for this recipient' },
      },
      missed: [
        { day: '2026-11-19', papers: 31 },
        { day: '2026-11-18', papers: 1 },
        { day: '2026-11-17', papers: 12 },
      ],
    }),
  },
}
export const PreprintServers: Story = {
  args: {
    mail: build({
      papers: (['biorxiv', 'medrxiv'] as const).map((server) => ({
        paper: serverPaper(server),
        reasons: [{ kind: 'category', text: serverPaper(server).categories[0] ?? '' }],
      })),
    }),
  },
}
const INTERESTS = ['Night vision', null] as const
export const ByInterest: Story = {
  args: {
    mail: build({ papers: digest.papers.map((one, index) => ({ ...one, interest: INTERESTS[Math.min(index, 1)]! })) }),
  },
}
export const ByInterestPhoneDark: Story = { ...PhoneDark, args: { ...PhoneDark.args, ...ByInterest.args } }
export const RightToLeft: Story = {
  args: {
    mail: build({
      papers: [
        {
          paper: {
            ...samplePaper,
            title_segments: [{ text: 'ספירת ספינות בלילה' }],
            abstract_segments: [{ text: 'אנחנו סופרים ספינות לאורו של מגדלור אחד, ואז של שניים.' }],
            authors: [{ name: 'ליאור בן־חרמון' }, { name: 'محمد الفانوسي' }],
          },
          reasons: [],
        },
      ],
    }),
  },
}
export const Empty: Story = {
  args: {
    mail: build({
      papers: [],
      more: 0,
      counts: { announced: 0, next_door: 0 },
      note: 'No announcement is expected on this day: arXiv has a holiday.',
    }),
  },
}
export const SampleLibrary: Story = { args: { mail: build({ sample: true }) } }
export const TopPapers: Story = {
  args: {
    mail: buildPapersMail({
      publicUrl: digest.publicUrl,
      day: digest.day,
      reader: digest.reader,
      papers: digest.papers,
      more: 0,
      sample: false,
      because: 'An admin of this site had your top papers sent to you.',
    }),
  },
}
const welcome = buildWelcomeMail({
  publicUrl: digest.publicUrl,
  reader: digest.reader,
  categories: ['Machine Learning', 'Robotics', 'Cosmology and Nongalactic Astrophysics'],
  digest: { hour: 7, time_zone: 'Europe/Lisbon', weekdays: [1, 2, 3, 4, 5], max_papers: 20 },
  unsubscribeUrl: 'https://papers.example.org/api/mail/unsubscribe/token',
})
export const Welcome: Story = { args: { mail: welcome } }
export const WelcomeDark: Story = { args: { mail: welcome, dark: true } }
export const WelcomePhone: Story = { ...Phone, args: { mail: welcome, width: 390 } }
export const Test: Story = {
  args: { mail: buildTestMail({ publicUrl: 'https://papers.example.org', sender: 'Ines Aldercroft' }) },
}
const weekly = {
  publicUrl: 'https://papers.example.org',
  reader: 'Ada Linde',
  review,
  unsubscribeUrl: 'https://papers.example.org/api/mail/unsubscribe/token',
}
export const WeeklyReview: Story = {
  args: { mail: buildReviewMail(weekly) },
  async play({ args }) {
    await expect(args.mail.text).toContain('https://papers.example.org/dashboard?review=2026-11-22')
    await expect(args.mail.text).toContain('Let go of these 9 papers?')
  },
}
export const WeeklyReviewPhoneDark: Story = { ...PhoneDark, args: { ...PhoneDark.args, mail: buildReviewMail(weekly) } }
export const WeeklyReviewOfAQuietWeek: Story = {
  args: { mail: buildReviewMail({ ...weekly, review: { ...emptyReview, saved: review.saved } }) },
}

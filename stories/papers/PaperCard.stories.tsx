import Paper from '@mui/material/Paper'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { journalPaper, sampleCard, samplePaper, serverPaper } from '#tests/support/samples.ts'
import { PaperCard } from '#web/components/papers/PaperCard.tsx'
import { correction, journalArticle, retraction } from '../config/paperSamples.ts'
import { brokenMathPaper, mathPaper, paperOf, papers } from '../config/samples.ts'

/**
 * For a paper in a list one works in. Not in a dialog: take `PaperRows`. Keyboard: `j` and `k` go from card to card; the
 * current one has the bar.
 */
const meta = {
  title: 'Papers/PaperCard',
  component: PaperCard,
  args: {
    density: 'comfortable',
    paper: samplePaper,
    state: sampleCard.state,
    reasons: sampleCard.reasons,
    actions: { onSavedChange: fn(), onOpen: fn(), onNote: fn(), onFeedback: fn(), onSimilar: fn() },
  },
  decorators: [
    (Story) => (
      <Paper variant="sheet" style={{ maxWidth: 760 }}>
        <Story />
      </Paper>
    ),
  ],
} satisfies Meta<typeof PaperCard>

export default meta
type Story = StoryObj<typeof meta>

export const Unsaved: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(args.actions?.onSavedChange).toHaveBeenCalledWith(true)
  },
}
export const Saved: Story = { args: { state: { ...sampleCard.state, saved: true } } }
export const Seen: Story = { args: { state: { ...sampleCard.state, seen: true, clicked: true } } }
export const Current: Story = { args: { current: true } }
export const Compact: Story = { args: { density: 'compact' } }
export const LongTitle: Story = {
  args: {
    paper: paperOf(
      7,
      'On the unreasonable persistence of titles that begin plainly, continue at length, take a turn by way of a colon: and end only when every method, data set and caveat has been named once',
    ),
  },
}
export const TitleChanged: Story = {
  args: { titleBefore: 'Counting lamps: a benchmark for night vision' },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByText('Title changed since it was announced'))
    await expect(canvas.getByText('Counting lamps: a benchmark for night vision')).toBeVisible()
  },
}
export const ManyAuthors: Story = {
  args: {
    paper: { ...samplePaper, authors: Array.from({ length: 300 }, (_, n) => ({ name: `Author ${n + 1} Invented` })) },
  },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { name: 'and 297 more authors' })).toBeVisible()
  },
}
export const MathHeavy: Story = { args: { paper: mathPaper } }
export const BrokenMath: Story = { args: { paper: brokenMathPaper } }
export const NoAbstract: Story = { args: { paper: { ...samplePaper, abstract: '', abstract_segments: [] } } }
export const JournalArticle: Story = { args: { paper: { ...samplePaper, ...journalArticle } } }
export const BiorxivPreprint: Story = {
  args: { paper: serverPaper('biorxiv'), reasons: [{ kind: 'category', text: 'biorxiv.cell-biology' }] },
}
export const MedrxivPreprint: Story = {
  args: { paper: serverPaper('medrxiv'), reasons: [{ kind: 'category', text: 'medrxiv.hiv-aids' }] },
  async play({ canvas }) {
    await expect(canvas.getByText(/not peer reviewed/)).toBeVisible()
  },
}
const longSubject = 'medrxiv.rehabilitation-medicine-and-physical-therapy'
export const LongSubjectPhone: Story = {
  args: {
    paper: { ...serverPaper('medrxiv'), categories: [longSubject], primary_category: longSubject },
    reasons: [{ kind: 'category', text: longSubject }],
  },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}
const followed = [{ kind: 'category' as const, text: 'Journal of Imaginary Vision' }]
export const OfAJournal: Story = {
  args: { paper: journalPaper(), reasons: followed },
  async play({ canvas, canvasElement }) {
    await canvas.findByRole('link', { name: 'Journal of Imaginary Vision' })
    await expect(canvasElement).not.toHaveTextContent(/journal\.\d/)
  },
}
export const OfAJournalWithoutAbstract: Story = {
  args: { paper: journalPaper({ abstract: '', abstract_segments: [] }), reasons: followed },
  async play({ canvas }) {
    await expect(canvas.getByText('No abstract from the publisher.')).toBeVisible()
  },
}
export const LongJournalPhone: Story = {
  args: {
    paper: journalPaper({
      venue: { name: 'Proceedings of the Nowhere Society for Imaginary Vision, Series B: Sheep, Lanterns and Sleep' },
      categories: ['journal.9999-9994', 'cs.CV', 'q-bio.NC'],
    }),
    reasons: followed,
  },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}
export const ChemrxivPreprint: Story = {
  args: {
    paper: journalPaper({ kind: 'preprint', categories: ['chemrxiv'], venue: { name: 'ChemRxiv' }, journal_ref: null }),
    reasons: [{ kind: 'category', text: 'ChemRxiv' }],
  },
}
export const Withdrawn: Story = {
  args: { paper: { ...samplePaper, withdrawn: true, comment: 'Withdrawn by the authors: an error in section 3.' } },
}
export const NewVersion: Story = { args: { paper: papers[3]! } }
export const CrossListed: Story = { args: { paper: papers[1]! } }
export const FollowedAuthor: Story = {
  args: {
    followedAuthors: ['Mirela Quillfeather'],
    reasons: [{ kind: 'author', text: 'Mirela Quillfeather' }],
  },
}
export const NearASavedPaper: Story = {
  args: { reasons: [{ kind: 'near', text: 'Lanterns and their doubles', paper_id: 'arxiv:2611.90009' }] },
}
export const Saving: Story = { args: { saveStatus: 'pending' } }
export const SaveFailed: Story = {
  args: { saveStatus: 'failed', error: 'Too many requests. Try again in 30 seconds.' },
}
export const WaitingForNetwork: Story = { args: { saveStatus: 'queued', state: { ...sampleCard.state, saved: true } } }
export const ReadOnly: Story = { args: { actions: undefined } }
export const RightToLeft: Story = {
  args: {
    paper: paperOf(8, 'عدّ الفوانيس في الليل', {
      abstract: 'ملخّص مخترع يُكتب من اليمين إلى اليسار.',
      abstract_segments: [{ text: 'ملخّص مخترع يُكتب من اليمين إلى اليسار.' }],
    }),
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'More actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Similar papers' }))
    await expect(args.actions?.onSimilar).toHaveBeenCalledOnce()
  },
}
/** The line below the title cannot be dismissed. */
export const Retracted: Story = { args: { paper: { ...samplePaper, notices: [retraction, correction] } } }

import Paper from '@mui/material/Paper'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { journalPaper, sampleCard, samplePaper } from '#tests/support/samples.ts'
import { PaperHeadline } from '#web/components/papers/PaperHeadline.tsx'
import { retraction } from '../config/paperSamples.ts'
import { mathPaper, paperOf, papers } from '../config/samples.ts'

/**
 * For skimming a list: a line or two of each paper. Not for a list of few papers: take `PaperCard`. Keyboard: the title is
 * a link that opens the card in this place; `o`, `s` and `h` act on the current one.
 */
const meta = {
  title: 'Papers/PaperHeadline',
  component: PaperHeadline,
  args: {
    paper: samplePaper,
    state: { ...sampleCard.state, seen: false },
    reasons: sampleCard.reasons,
    actions: { onSavedChange: fn(), onFeedback: fn() },
    onOpenPaper: fn(),
  },
  decorators: [
    (Story) => (
      <Paper variant="sheet" style={{ maxWidth: 760 }}>
        <Story />
      </Paper>
    ),
  ],
} satisfies Meta<typeof PaperHeadline>

export default meta
type Story = StoryObj<typeof meta>

export const Unseen: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('link', { expanded: false }))
    await expect(args.onOpenPaper).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(args.actions.onSavedChange).toHaveBeenCalledWith(true)
    await userEvent.click(canvas.getByRole('button', { name: 'Not for me' }))
    await expect(args.actions.onFeedback).toHaveBeenCalledWith('dislike')
  },
}
export const Seen: Story = { args: { state: { ...sampleCard.state, seen: true } } }
export const Saved: Story = { args: { state: { ...sampleCard.state, seen: true, saved: true } } }
export const Current: Story = { args: { current: true } }
export const Saving: Story = { args: { saveStatus: 'pending' } }
export const Waiting: Story = { args: { saveStatus: 'queued', state: { saved: true } } }
export const SaveFailed: Story = {
  args: { saveStatus: 'failed', error: 'The server does not answer. Try again.' },
  async play({ canvas }) {
    await expect(canvas.getByRole('alert')).toHaveTextContent('The server does not answer.')
  },
}
export const Formulas: Story = { args: { paper: mathPaper } }
export const Withdrawn: Story = { args: { paper: { ...samplePaper, withdrawn: true } } }
export const Retracted: Story = { args: { paper: { ...samplePaper, notices: [retraction] } } }
export const OfAJournal: Story = { args: { paper: journalPaper() } }
export const WithoutDismissal: Story = {
  args: { actions: { onSavedChange: fn() }, date: 'by meaning' },
  async play({ canvas }) {
    await expect(canvas.queryByRole('button', { name: 'Not for me' })).toBeNull()
  },
}
export const LongTitle: Story = {
  args: {
    paper: paperOf(
      7,
      'On the unreasonable persistence of titles that begin plainly, continue at length, take a turn by way of a colon: and end only when every method, data set and caveat has been named once',
    ),
  },
}
export const LongWord: Story = { args: { paper: paperOf(8, `Lantern${'s'.repeat(200)}`) } }
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  render: (args) => (
    <>
      {papers.slice(0, 5).map((paper) => (
        <PaperHeadline key={paper.id} {...args} paper={paper} />
      ))}
    </>
  ),
}

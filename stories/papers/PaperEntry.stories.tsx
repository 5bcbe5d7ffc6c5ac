import Paper from '@mui/material/Paper'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useRef, useState, type ComponentProps } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { sampleCard, samplePaper } from '#tests/support/samples.ts'
import { PaperEntry } from '#web/components/papers/PaperEntry.tsx'

function Entry(props: Omit<ComponentProps<typeof PaperEntry>, 'ref'>) {
  const article = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(props.isOpen)
  return (
    <Paper variant="sheet" sx={{ maxWidth: 760 }}>
      <PaperEntry {...props} ref={article} isOpen={isOpen} onOpenChange={setOpen} />
    </Paper>
  )
}

/**
 * For a paper of a list in the density that the reader chose. Not where the density is fixed: take `PaperCard`. Keyboard:
 * the focus goes to the card that was opened, and back to its headline.
 */
const meta = {
  title: 'Papers/PaperEntry',
  component: Entry,
  args: {
    density: 'headlines',
    isOpen: false,
    onOpenChange: fn(),
    paper: samplePaper,
    state: sampleCard.state,
    reasons: sampleCard.reasons,
    actions: { onSavedChange: fn(), onFeedback: fn() },
  },
} satisfies Meta<typeof Entry>

export default meta
type Story = StoryObj<typeof meta>

export const Headline: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('link', { expanded: false }))
    const close = await canvas.findByRole('button', { name: 'Close' })
    await waitFor(() => expect(canvas.getByRole('article')).toHaveFocus())
    await userEvent.click(close)
    await expect(await canvas.findByRole('link', { expanded: false })).toBeVisible()
    await waitFor(() => expect(canvas.getByRole('article')).toHaveFocus())
  },
}
export const OpenHeadline: Story = { args: { isOpen: true } }
export const Card: Story = { args: { density: 'comfortable' } }
export const CompactCard: Story = { args: { density: 'compact' } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } }, args: { isOpen: true } }

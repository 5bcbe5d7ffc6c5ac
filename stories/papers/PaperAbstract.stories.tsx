import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { samplePaper } from '#tests/support/samples.ts'
import { PaperAbstract } from '#web/components/papers/PaperAbstract.tsx'

/** For an abstract in a list. On the paper's own page it is whole. Keyboard: one button expands it. */
const meta = {
  title: 'Papers/PaperAbstract',
  component: PaperAbstract,
  args: { children: samplePaper.abstract, absence: 'No abstract yet', lines: 3, onExpandedChange: fn() },
} satisfies Meta<typeof PaperAbstract>

export default meta
type Story = StoryObj<typeof meta>

/** What reaches a little below its line, as a fraction does, is no further line. */
export const TallFormula: Story = {
  args: {
    lines: 1,
    children: (
      <>
        Costs fall with{' '}
        <span style={{ display: 'inline-block', height: 14, width: 20 }}>
          <span style={{ display: 'block', height: 24 }} />
        </span>
      </>
    ),
  },
  async play({ canvas }) {
    await canvas.findByText(/^Costs fall with/)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await expect(canvas.queryByRole('button')).toBeNull()
  },
}

export const Cut: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: '… more' }))
    await expect(args.onExpandedChange).toHaveBeenCalledWith(true)
  },
}
export const Short: Story = { args: { children: 'One line says it all.' } }
export const OnDemand: Story = { args: { lines: 0 } }
export const None: Story = { args: { children: null, absence: 'No abstract from the publisher.' } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { RecognisedPapers } from '#web/components/start/RecognisedPapers.tsx'
import { papers } from '../config/samples.ts'
import { importResult } from '../config/tasteSamples.ts'

const nothing = { papers: [], fetching: [], unknown: [], left_out: 0 }
/** For an import before it is used. After it, take `ImportResult`. Keyboard: a box a paper. */
const meta = {
  title: 'Start/RecognisedPapers',
  component: RecognisedPapers,
  args: { recognised: importResult, byName: false, leftOut: new Set([papers[1]!.id]), disabled: false, onToggle: fn() },
} satisfies Meta<typeof RecognisedPapers>

export default meta
type Story = StoryObj<typeof meta>

export const SomeOfEach: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('checkbox', { name: /Four ways to lose a comet/ }))
    await expect(args.onToggle).toHaveBeenCalledWith(papers[2]!.id)
  },
}
export const OnlyBeingFetched: Story = { args: { recognised: { ...nothing, fetching: ['2511.01234', '2511.04321'] } } }
export const Nothing: Story = { args: { recognised: { ...nothing, unknown: ['a lamp'] } } }
export const TooMany: Story = {
  args: { recognised: { ...importResult, left_out: 234 } },
  async play({ canvas }) {
    await expect(canvas.getByText(/^One import reads 1,000 papers. The last 234 papers of this text/)).toBeVisible()
  },
}
export const ManyOfThisName: Story = { args: { recognised: { ...importResult, left_out: 1 }, byName: true } }
export const NoPaperOfThisName: Story = { args: { recognised: nothing, byName: true } }

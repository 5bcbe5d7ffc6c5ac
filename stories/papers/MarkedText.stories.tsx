import type { Meta, StoryObj } from '@storybook/react-vite'
import { samplePaper } from '#tests/support/samples.ts'
import { MarkedText } from '#web/components/papers/MarkedText.tsx'

/** For text with the words of a search. Not for a reason: take `PaperReasons`. It has no controls. */
const meta = {
  title: 'Papers/MarkedText',
  component: MarkedText,
  args: { text: samplePaper.title, segments: samplePaper.title_segments, ranges: [[9, 17]] },
} satisfies Meta<typeof MarkedText>

export default meta
type Story = StoryObj<typeof meta>

export const OneWord: Story = {}
export const AroundAFormula: Story = {
  args: {
    ranges: [
      [0, 8],
      [54, 66],
    ],
  },
}

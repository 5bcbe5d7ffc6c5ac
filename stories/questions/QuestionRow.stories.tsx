import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { HairlineList } from '#web/components/atoms/HairlineList.tsx'
import { QuestionRow } from '#web/components/questions/QuestionRow.tsx'
import { longQuestion, newQuestion, nothingDay, question, questionDay } from '../config/questionSamples.ts'

/** A question of the list, with what it found today. */
const meta = {
  title: 'Questions/QuestionRow',
  component: QuestionRow,
  args: { question, day: questionDay, onPause: fn(), onRemove: fn() },
  decorators: [
    (Story) => (
      <HairlineList>
        <Story />
      </HairlineList>
    ),
  ],
} satisfies Meta<typeof QuestionRow>

export default meta
type Story = StoryObj<typeof meta>

export const Answers: Story = {
  async play({ canvas, userEvent, args }) {
    await expect(canvas.getByText('2 answers')).toBeVisible()
    await expect(canvas.getByText('7 of 9 answers were right; between 45 and 94 %.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Pause' }))
    await expect(args.onPause).toHaveBeenCalledWith(true)
  },
}
export const NothingByWordsAlone: Story = {
  args: { day: nothingDay },
  async play({ canvas }) {
    await expect(canvas.getByText('Nothing today')).toBeVisible()
    await expect(canvas.getByText(/Compared by words alone/)).toBeVisible()
  },
}
export const NeedsExamples: Story = { args: { question: newQuestion } }
export const VeryLongAndPaused: Story = { args: { question: longQuestion, day: { ...questionDay, asked: false } } }
export const Loading: Story = { args: { day: undefined } }
export const Saving: Story = { args: { disabled: true } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { JudgedRow } from '#web/components/questions/JudgedRow.tsx'
import { answerOf } from '../config/questionSamples.ts'

/** A paper and whether it answers a question. */
const meta = {
  title: 'Questions/JudgedRow',
  component: JudgedRow,
  args: { item: answerOf(1), onJudge: fn() },
} satisfies Meta<typeof JudgedRow>

export default meta
type Story = StoryObj<typeof meta>

export const NotJudged: Story = {
  async play({ canvas, userEvent, args }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Yes' }))
    await expect(args.onJudge).toHaveBeenCalledWith('yes')
  },
}
export const Right: Story = {
  args: { item: answerOf(1, { value: 'yes' }), note: 'Outside your categories' },
  async play({ canvas, userEvent, args }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Yes', pressed: true }))
    await expect(args.onJudge).toHaveBeenCalledWith('none')
  },
}
export const Wrong: Story = { args: { item: answerOf(1, { value: 'no' }) } }
export const Current: Story = { args: { isCurrent: true } }
export const Saving: Story = { args: { disabled: true } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { LetGoQuestion } from '#web/components/lists/LetGoQuestion.tsx'
import { review } from '../config/reviewSamples.ts'

/** For the end of the weekly review. Asked once; nothing is chosen beforehand. Keyboard: one button. */
const meta = {
  title: 'Lists/LetGoQuestion',
  component: LetGoQuestion,
  args: { papers: review.let_go, removed: null, busy: false, onLetGo: fn(), onUndo: fn() },
} satisfies Meta<typeof LetGoQuestion>

export default meta
type Story = StoryObj<typeof meta>

export const Nine: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('heading', { name: 'Let go of these nine?' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Let go of these 9 papers' }))
    await expect(args.onLetGo).toHaveBeenCalledOnce()
  },
}
export const One: Story = {
  args: { papers: review.let_go.slice(0, 1) },
  async play({ canvas }) {
    await expect(canvas.getByRole('button', { name: 'Let go of this paper' })).toBeVisible()
  },
}
export const Busy: Story = { args: { busy: true } }
export const Removed: Story = {
  args: { removed: 9 },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('heading', { name: '9 papers removed from your list' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await expect(args.onUndo).toHaveBeenCalledOnce()
  },
}
export const Failed: Story = { args: { error: 'The server does not answer.' } }

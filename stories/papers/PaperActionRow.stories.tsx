import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { samplePaper } from '#tests/support/samples.ts'
import { PaperActionRow } from '#web/components/papers/PaperActionRow.tsx'

/**
 * For what a reader does with a paper. One bordered button, Save; all others are quiet. Keyboard: `s`, `n`, `c`, `h` as
 * well as its buttons.
 */
const meta = {
  title: 'Papers/PaperActionRow',
  component: PaperActionRow,
  args: {
    paper: samplePaper,
    saved: false,
    liked: false,
    actions: { onSavedChange: fn(), onOpen: fn(), onNote: fn(), onFeedback: fn(), onSimilar: fn() },
  },
} satisfies Meta<typeof PaperActionRow>

export default meta
type Story = StoryObj<typeof meta>

export const AllActions: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Not for me' }))
    await expect(args.actions.onFeedback).toHaveBeenCalledWith('dislike')
  },
}
export const SaveOnly: Story = { args: { actions: { onSavedChange: fn() } } }
export const NoPdf: Story = { args: { paper: { ...samplePaper, urls: { abs: samplePaper.urls.abs } } } }
export const Liked: Story = {
  args: { liked: true },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Like', pressed: true }))
    await expect(args.actions.onFeedback).toHaveBeenCalledWith('none')
  },
}
export const OnThePageOfThePaper: Story = {
  args: { actions: { onSavedChange: fn(), onOpen: fn(), onFeedback: fn(), onCite: fn(), onCopyLink: fn() } },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Cite' }))
    await expect(args.actions.onCite).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'More actions' }))
    await screen.findByRole('menuitem', { name: 'Like' })
    await expect(screen.queryByRole('menuitem', { name: 'Paper page' })).toBeNull()
    await expect(screen.queryByRole('menuitem', { name: 'Copy link' })).toBeNull()
  },
}
export const MenuOnAPhone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: { liked: true },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'More actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Take back the like' }))
    await expect(args.actions.onFeedback).toHaveBeenCalledWith('none')
  },
}

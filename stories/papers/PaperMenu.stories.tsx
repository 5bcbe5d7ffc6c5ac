import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { samplePaper } from '#tests/support/samples.ts'
import { PaperMenu } from '#web/components/papers/PaperMenu.tsx'

/**
 * For the actions that have no room beside the paper. Not for those used on every card. Keyboard: arrow keys move, Escape
 * closes.
 */
const meta = {
  title: 'Papers/PaperMenu',
  component: PaperMenu,
  parameters: { docs: { story: { inline: false } } },
  args: {
    anchor: document.body,
    onClose: fn(),
    paper: samplePaper,
    liked: false,
    actions: { onSavedChange: fn(), onCite: fn() },
  },
} satisfies Meta<typeof PaperMenu>

export default meta
type Story = StoryObj<typeof meta>

export const Open: Story = {
  async play({ args, userEvent }) {
    await waitFor(async () => expect(await screen.findByRole('menuitem', { name: 'Paper page' })).toHaveFocus())
    await userEvent.click(screen.getByRole('menuitem', { name: 'Cite' }))
    await expect(args.actions.onCite).toHaveBeenCalledOnce()
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: {
    actions: { onSavedChange: fn(), onNote: fn(), onFeedback: fn(), onSimilar: fn(), onCite: fn() },
  },
  async play({ args, userEvent }) {
    const like = await screen.findByRole('menuitem', { name: 'Like' })
    await waitFor(() => expect(like).toHaveFocus())
    await expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Like',
      'Note',
      'Not for me',
      'Paper page',
      'Similar papers',
      'Cite',
      'Copy link',
      'Source page',
      'Read as HTML',
    ])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Not for me' }))
    await expect(args.actions.onFeedback).toHaveBeenCalledWith('dislike')
  },
}

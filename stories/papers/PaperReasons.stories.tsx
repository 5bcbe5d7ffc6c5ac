import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { PaperReasons } from '#web/components/papers/PaperReasons.tsx'

/** For why a paper is in the list. At most one line until asked. Keyboard: a button shows all. */
const meta = {
  title: 'Papers/PaperReasons',
  component: PaperReasons,
  args: { reasons: [{ kind: 'term', text: 'shot noise' }], onShowPaper: fn() },
} satisfies Meta<typeof PaperReasons>

export default meta
type Story = StoryObj<typeof meta>

export const Term: Story = {}
export const PerhapsTheAuthor: Story = { args: { reasons: [{ kind: 'author', text: 'M. Quillfeather', maybe: true }] } }
export const Keyword: Story = { args: { reasons: [{ kind: 'keyword', text: 'night vision' }] } }
export const FollowedSearch: Story = {
  args: { reasons: [{ kind: 'topic', text: 'graph percolation -lattice' }] },
  async play({ canvas }) {
    await expect(canvas.getByText('graph percolation -lattice')).toBeVisible()
  },
}
export const FollowedSearchInHebrew: Story = {
  args: {
    reasons: [
      { kind: 'category', text: 'cs.LG' },
      { kind: 'topic', text: 'פרקולציה 2026' },
    ],
  },
}
export const NearASavedPaper: Story = {
  args: { reasons: [{ kind: 'near', text: 'Dim rooms, bright models', paper_id: 'arxiv:2611.90009' }] },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('link', { name: 'Dim rooms, bright models' }))
    await expect(args.onShowPaper).toHaveBeenCalledWith('arxiv:2611.90009', 'Dim rooms, bright models')
  },
}
export const CitesSavedPapers: Story = {
  args: {
    reasons: [
      { kind: 'category', text: 'cs.LG' },
      {
        kind: 'cites',
        text: '2 of yours',
        papers: [
          { id: 'arxiv:2611.90009', title: 'Dim rooms, bright models' },
          { id: 'arxiv:2611.90010', title: 'A library of doors and the hinges between them' },
        ],
      },
    ],
  },
  async play({ canvas, userEvent }) {
    await expect(canvas.queryByText('Dim rooms, bright models')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'cites 2 of yours' }))
    await expect(canvas.getByRole('link', { name: 'Dim rooms, bright models' })).toHaveAttribute(
      'href',
      '/paper/arxiv:2611.90009',
    )
    await expect(canvas.getByText(/^cites 2 of yours/)).toBeVisible()
  },
}
export const FromNextDoor: Story = {
  args: {
    reasons: [
      { kind: 'term', text: 'shot noise' },
      { kind: 'next_door', text: 'math.ST' },
    ],
  },
}
export const ToLearn: Story = { args: { reasons: [{ kind: 'explore', text: 'compressed sensing' }] } }
export const MoreThanFit: Story = {
  args: {
    reasons: [
      { kind: 'category', text: 'cs.LG' },
      { kind: 'author', text: 'Mirela Quillfeather' },
      { kind: 'term', text: 'shot noise' },
      { kind: 'term', text: 'calibration' },
    ],
  },
  async play({ canvas, userEvent }) {
    await expect(canvas.queryByText(/you follow cs.LG/)).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: '2 more' }))
    await expect(canvas.getByText(/you follow cs.LG/)).toBeVisible()
  },
}

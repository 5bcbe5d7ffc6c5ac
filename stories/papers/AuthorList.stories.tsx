import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { samplePaper } from '#tests/support/samples.ts'
import { AuthorList } from '#web/components/papers/AuthorList.tsx'

const many = Array.from({ length: 300 }, (_, n) => ({ name: `Author ${n + 1} Invented` }))

/** For the authors of a paper. Keyboard: each name is a link; a button shows the others. */
const meta = {
  title: 'Papers/AuthorList',
  component: AuthorList,
  args: { authors: samplePaper.authors },
} satisfies Meta<typeof AuthorList>

export default meta
type Story = StoryObj<typeof meta>

export const One: Story = { args: { authors: samplePaper.authors.slice(0, 1) } }
export const Seven: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'and 4 more authors' }))
    await expect(canvas.getAllByRole('link')).toHaveLength(7)
  },
}
export const Twenty: Story = { args: { authors: many.slice(0, 20) } }
export const ThreeHundred: Story = { args: { authors: many } }
export const Collaboration: Story = { args: { authors: [{ name: 'The Lyre Survey Collaboration' }] } }
export const Followed: Story = { args: { followed: ['ines aldercroft'] } }
export const NoAuthors: Story = { args: { authors: [] } }

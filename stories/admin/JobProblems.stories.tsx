import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { JobProblems } from '#web/components/admin/JobProblems.tsx'

const at = { first_at: '2026-11-20T05:30:00.000Z', last_at: '2026-11-20T05:34:00.000Z' }

/** For the causes of failure below a run. Not for a single message: take MUI's `Alert`. It has no controls. */
const meta = {
  title: 'Admin/JobProblems',
  component: JobProblems,
  args: {
    problems: [
      {
        message: 'The record has no title.',
        count: 214,
        subjects: ['2611.90001', '2611.90002', '2611.90003'],
        ...at,
      },
      { message: 'arXiv: it answered 503', count: 1, subjects: ['feed math'], ...at },
      { message: 'arXiv may be asked again at 06:10 UTC.', count: 2, subjects: [], ...at },
    ],
    problems_left_out: 0,
  },
} satisfies Meta<typeof JobProblems>

export default meta
type Story = StoryObj<typeof meta>

export const Grouped: Story = {
  async play({ canvas }) {
    await expect(canvas.getByText('214 times:')).toBeVisible()
    await expect(canvas.getByText('2611.90001 · 2611.90002 · 2611.90003 and others')).toBeVisible()
  },
}
export const Many: Story = {
  args: {
    problems: Array.from({ length: 20 }, (_, number) => ({
      message: `Record ${number} has no title.`,
      count: 1,
      subjects: [],
      ...at,
    })),
    problems_left_out: 1_200,
  },
}
export const None: Story = { args: { problems: [] } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }

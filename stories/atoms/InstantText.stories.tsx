import type { Meta, StoryObj } from '@storybook/react-vite'
import { InstantText } from '#web/components/atoms/InstantText.tsx'

/** For every point in time. Not for a day of papers: take `formatDay`. It has no controls; it is a `<time>`. */
const meta = {
  title: 'Atoms/InstantText',
  component: InstantText,
  args: { at: '2026-11-20T05:10:00.000Z' },
} satisfies Meta<typeof InstantText>

export default meta
type Story = StoryObj<typeof meta>

export const Local: Story = {}
export const WithUtc: Story = { args: { utc: true } }

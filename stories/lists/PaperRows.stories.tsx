import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { PaperRows } from '#web/components/lists/PaperRows.tsx'
import { ApiError } from '#web/shared/client.ts'
import { papers } from '../config/samples.ts'

/** For papers in a dialog, without actions. Not for lists one works in: take `PaperCard`. Keyboard: links. */
const meta = {
  title: 'Lists/PaperRows',
  component: PaperRows,
  args: { papers, error: undefined, onRetry: fn() },
} satisfies Meta<typeof PaperRows>

export default meta
type Story = StoryObj<typeof meta>

export const Papers: Story = {}
export const OneMarked: Story = { args: { markedId: papers[1]!.id } }
export const Empty: Story = { args: { papers: [] } }
export const Loading: Story = { args: { papers: undefined } }
export const Failed: Story = {
  args: {
    papers: undefined,
    error: new ApiError({ code: 'internal', message: 'Something went wrong on our side.' }, 500),
  },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { PreviewList } from '#web/components/taste/PreviewList.tsx'
import { TasteSheet } from '#web/components/taste/TasteSheet.tsx'
import { ApiError } from '#web/shared/client.ts'
import { previewOf } from '../config/tasteSamples.ts'

const before = previewOf({ adjustments: [] })
const meta = {
  title: 'Taste/PreviewList',
  component: PreviewList,
  args: { preview: before, before, busy: false, error: undefined, onRetry: fn() },
  decorators: [
    (Story) => (
      <TasteSheet title="Today with this">
        <Story />
      </TasteSheet>
    ),
  ],
} satisfies Meta<typeof PreviewList>

export default meta
type Story = StoryObj<typeof meta>

export const AsBefore: Story = {
  async play({ canvas }) {
    await expect(canvas.getAllByRole('listitem')).toHaveLength(10)
    await expect(canvas.getByText('10, as before')).toBeVisible()
  },
}
export const Moved: Story = {
  args: { preview: previewOf({ adjustments: [{ kind: 'term', key: 'noise', action: 'pin' }] }) },
  async play({ canvas }) {
    await expect(canvas.getByText('2, was 10')).toBeVisible()
  },
}
export const Loading: Story = { args: { preview: undefined } }
export const LoadingTheNext: Story = { args: { busy: true } }
export const NoList: Story = { args: { preview: { day: null, items: [], total: 0 } } }
export const Failed: Story = {
  args: {
    preview: undefined,
    error: new ApiError({ code: 'internal', message: 'Something went wrong on our side.' }, 500),
  },
}

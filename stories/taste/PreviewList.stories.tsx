import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { PreviewList } from '#web/components/taste/PreviewList.tsx'
import { TasteSheet } from '#web/components/taste/TasteSheet.tsx'
import { ApiError } from '#web/shared/client.ts'
import { previewCards, previewOf } from '../config/tasteSamples.ts'

const asListed = previewOf({ adjustments: [] })
/** For the effect of a change before it is saved. Not for the list of the day. Keyboard: links. */
const meta = {
  title: 'Taste/PreviewList',
  component: PreviewList,
  args: { preview: asListed, busy: false, error: undefined, onRetry: fn() },
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

export const AsInTheList: Story = {
  async play({ canvas }) {
    await expect(canvas.getAllByRole('listitem')).toHaveLength(10)
    await expect(canvas.getByText('10, as in your list')).toBeVisible()
  },
}
export const Moved: Story = {
  args: { preview: previewOf({ adjustments: [{ kind: 'term', key: 'noise', action: 'pin' }] }) },
  async play({ canvas }) {
    await expect(canvas.getByText('2, 10 in your list')).toBeVisible()
  },
}
export const WithoutList: Story = {
  args: { preview: { ...asListed, items: [...previewCards] } },
}
export const NotInTheList: Story = {
  args: { preview: { ...asListed, items: asListed.items.map((card) => ({ ...card, list_rank: null })) } },
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

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleItem } from '#tests/support/samples.ts'
import { SimilarList, SimilarRow } from '#web/components/dialogs/SimilarRow.tsx'
import { similar } from '../config/tasteSamples.ts'

/** For a row of `SimilarSheet`. Not for a list of the day: take `PaperCard`. Keyboard: title, then Save. */
const meta = {
  title: 'Dialogs/SimilarRow',
  component: SimilarRow,
  args: similar.items[0]!,
  parameters: { maxWidth: 460, answers: { 'POST /users/me/reading-list': sampleItem } },
  decorators: [
    (Story, { parameters }) => (
      <SimilarList style={{ maxWidth: parameters['maxWidth'] as number }}>
        <Story />
      </SimilarList>
    ),
  ],
} satisfies Meta<typeof SimilarRow>

export default meta
type Story = StoryObj<typeof meta>

export const Unsaved: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(await canvas.findByRole('button', { name: 'Saved', pressed: true })).toBeVisible()
  },
}
export const Saved: Story = { args: { saved_item_id: 'item-3' } }
/** As on the page of a paper. */
export const Wide: Story = { parameters: { maxWidth: 720 } }
export const NoSharedTerms: Story = { args: { terms: [] } }

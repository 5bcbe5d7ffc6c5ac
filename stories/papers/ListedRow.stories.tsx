import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { HairlineList } from '#web/components/atoms/HairlineList.tsx'
import { ListedRow } from '#web/components/papers/ListedRow.tsx'
import { listedElsewhere } from '../config/elsewhereSamples.ts'

const [ofLibrary, toLookUp, withoutId, long] = listedElsewhere as [
  (typeof listedElsewhere)[number],
  (typeof listedElsewhere)[number],
  (typeof listedElsewhere)[number],
  (typeof listedElsewhere)[number],
]

/**
 * For a paper that another service lists. Not for one that a search of the library found: take `PaperEntry`. Keyboard: its
 * title and its page are links, Save is a button.
 */
const meta = {
  title: 'Papers/ListedRow',
  component: ListedRow,
  args: { listed: toLookUp, service: 'INSPIRE', saved: false, status: 'idle', onSavedChange: fn() },
  decorators: [
    (Story) => (
      <HairlineList sx={{ containerType: 'inline-size' }}>
        <Story />
      </HairlineList>
    ),
  ],
} satisfies Meta<typeof ListedRow>

export default meta
type Story = StoryObj<typeof meta>

export const ToLookUp: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('link', { name: /^Lanterns at sea/ })).toHaveAttribute('target', '_blank')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(args.onSavedChange).toHaveBeenCalledWith(true)
  },
}
export const InTheLibrary: Story = {
  args: { listed: ofLibrary, saved: true },
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: /^Counting lanterns/ })).toHaveAttribute(
      'href',
      '/paper/arxiv:2611.90001',
    )
    await expect(canvas.getByText(/in the library/)).toBeVisible()
  },
}
export const Saving: Story = { args: { status: 'pending' } }
export const NotSaved: Story = {
  args: { status: 'failed', error: 'Crossref has no paper 10.5555/jiv.2019.0007.' },
  async play({ canvas }) {
    await expect(canvas.getByRole('alert')).toHaveTextContent('Crossref has no paper')
  },
}
export const WithoutAnId: Story = {
  args: { listed: withoutId },
  async play({ canvas }) {
    await expect(canvas.queryByRole('button')).toBeNull()
  },
}
export const LongWords: Story = {
  args: { listed: long },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}

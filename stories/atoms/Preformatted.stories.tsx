import type { Meta, StoryObj } from '@storybook/react-vite'
import { Preformatted } from '#web/components/atoms/Preformatted.tsx'

/** For citations, raw records and logs. Not for a name in a sentence: take the typography `code`. It has no controls. */
const meta = { title: 'Atoms/Preformatted', component: Preformatted } satisfies Meta<typeof Preformatted>

export default meta
type Story = StoryObj<typeof meta>

export const Lines: Story = { args: { children: '@misc{quillfeather2026,\n  title = {Counting lanterns},\n}' } }
export const LongLine: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: { children: 'x'.repeat(200) },
}

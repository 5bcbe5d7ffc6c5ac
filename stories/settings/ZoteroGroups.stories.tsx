import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { ZoteroGroups } from '#web/components/settings/ZoteroGroups.tsx'
import { zoteroGroups, zoteroReadGroups, zoteroTest } from '../config/zoteroSamples.ts'

/** Groups at Zotero, each of which teaches once it is ticked. Keyboard: Space ticks. */
const meta = {
  title: 'Settings/ZoteroGroups',
  component: ZoteroGroups,
  args: { test: zoteroGroups, saved: [], chosen: [], onChange: fn() },
} satisfies Meta<typeof ZoteroGroups>

export default meta
type Story = StoryObj<typeof meta>

export const NoneTicked: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Kite Laboratory' }))
    await expect(args.onChange).toHaveBeenCalledWith([43])
  },
}
export const OneLost: Story = {
  args: { saved: zoteroReadGroups, chosen: [42, 44] },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Rope Society (cannot be read)' }))
    await expect(args.onChange).toHaveBeenCalledWith([42])
  },
}
export const WithoutRights: Story = { args: { test: zoteroTest } }
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: { saved: zoteroReadGroups, chosen: [42, 44] },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { StrandPapers } from '#web/components/taste/StrandPapers.tsx'
import { keptStrands } from '../config/strandSamples.ts'

/** For what an interest is learned from. Keyboard: a link and a button a row. */
const meta = {
  title: 'Taste/StrandPapers',
  component: StrandPapers,
  args: { items: keptStrands.items[0]!.items, left: 41, onTakeOut: fn() },
} satisfies Meta<typeof StrandPapers>

export default meta
type Story = StoryObj<typeof meta>

export const WithMore: Story = {}
export const NamedOnly: Story = { render: () => <StrandPapers items={keptStrands.items[1]!.items} left={0} /> }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { LivingShelf } from '#web/components/lists/PaperUpdates.tsx'
import { living } from '../config/samples.ts'

const meta = { title: 'Lists/LivingShelf', component: LivingShelf, args: { news: living } } satisfies Meta<
  typeof LivingShelf
>

export default meta
type Story = StoryObj<typeof meta>

export const EveryKind: Story = {}
export const Empty: Story = { args: { news: [] } }

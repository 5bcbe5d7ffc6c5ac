import type { Meta, StoryObj } from '@storybook/react-vite'
import { LivingShelf } from '#web/components/LivingShelf.tsx'
import { living } from '../library.ts'

const meta = { title: 'Lists/LivingShelf', component: LivingShelf, args: { news: living } } satisfies Meta<
  typeof LivingShelf
>

export default meta
type Story = StoryObj<typeof meta>

export const EveryKind: Story = {}
export const Empty: Story = { args: { news: [] } }

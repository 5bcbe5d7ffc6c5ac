import type { Meta, StoryObj } from '@storybook/react-vite'
import { Key } from '#web/components/atoms/Key.tsx'

/** For the name of a key in help. Not for code: take the typography `code`. It has no controls. */
const meta = { title: 'Atoms/Key', component: Key, args: { children: 'j' } } satisfies Meta<typeof Key>

export default meta
type Story = StoryObj<typeof meta>

export const Letter: Story = {}
export const Word: Story = { args: { children: 'Esc' } }

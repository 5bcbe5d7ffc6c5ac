import type { Meta, StoryObj } from '@storybook/react-vite'
import { NextToRead } from '#web/components/lists/NextToRead.tsx'
import { items } from '../config/samples.ts'

/** For the side column of the dashboard. Not for the reading list itself. Keyboard: links. */
const meta = { title: 'Lists/NextToRead', component: NextToRead, args: { items } } satisfies Meta<typeof NextToRead>

export default meta
type Story = StoryObj<typeof meta>

export const Some: Story = {}
export const NewerVersion: Story = { args: { items: items.slice(0, 1).map((item) => ({ ...item, newer_version: 3 })) } }
export const Empty: Story = { args: { items: [] } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { Brand } from '#web/components/atoms/Brand.tsx'

/** For the head of a page, once. Not inside text: write Paperdawn. Keyboard: a link where `to` is set. */
const meta = { title: 'Atoms/Brand', component: Brand } satisfies Meta<typeof Brand>

export default meta
type Story = StoryObj<typeof meta>

export const Plain: Story = {}
export const Linked: Story = { args: { to: '/dashboard' } }

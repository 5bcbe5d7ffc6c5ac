import type { Meta, StoryObj } from '@storybook/react-vite'
import { CardIcon } from '#web/components/papers/CardIcon.tsx'

const meta = { title: 'Papers/CardIcon', component: CardIcon, args: { name: 'save' } } satisfies Meta<typeof CardIcon>

export default meta
type Story = StoryObj<typeof meta>

export const Plain: Story = {}

export const Accent: Story = { args: { name: 'saved', accent: true } }

export const All: Story = {
  render: () => (
    <>
      {(['save', 'saved', 'pdf', 'note', 'similar', 'like', 'liked', 'dismiss', 'more'] as const).map((name) => (
        <CardIcon key={name} name={name} />
      ))}
    </>
  ),
}

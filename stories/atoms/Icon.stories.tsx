import type { Meta, StoryObj } from '@storybook/react-vite'
import { Icon } from '#web/components/atoms/Icon.tsx'

const meta = { title: 'Atoms/Icon', component: Icon, args: { name: 'save' } } satisfies Meta<typeof Icon>

export default meta
type Story = StoryObj<typeof meta>

export const Plain: Story = {}

export const Accent: Story = { args: { name: 'saved', className: 'accent' } }

export const All: Story = {
  render: () => (
    <>
      {(
        [
          'save',
          'saved',
          'pdf',
          'note',
          'similar',
          'like',
          'liked',
          'dismiss',
          'more',
          'search',
          'today',
          'person',
          'chart',
          'warning',
        ] as const
      ).map((name) => (
        <Icon key={name} name={name} />
      ))}
    </>
  ),
}

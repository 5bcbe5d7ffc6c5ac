import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn } from 'storybook/test'
import { TopicList } from '#web/components/settings/TopicList.tsx'

/** For followed searches. Keyboard: link, switch and delete of each row. */
const meta = {
  title: 'Settings/TopicList',
  component: TopicList,
  args: {
    topics: [
      { id: 'lantern-keepers', query: 'lantern keepers', daily_volume: 2.4 },
      { id: 'night-vision', query: '"night vision" cat:cs.CV -survey', daily_volume: 0 },
    ],
    followedIds: ['cs.LG', 'lantern-keepers'],
    onChange: fn(),
    onDelete: fn(),
    onRestore: fn(),
  },
} satisfies Meta<typeof TopicList>

export default meta
type Story = StoryObj<typeof meta>

export const Some: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('switch', { name: 'Follow lantern keepers' })).toBeChecked()
    await userEvent.click(canvas.getByRole('switch', { name: /night vision/ }))
    await expect(args.onChange).toHaveBeenCalledWith('night-vision', true)
    await userEvent.click(canvas.getByRole('button', { name: 'Delete lantern keepers' }))
    await expect(args.onDelete).toHaveBeenCalledWith(args.topics[0])
  },
}
export const Deleted: Story = {
  args: { topics: [{ id: 'lantern-keepers', query: 'lantern keepers', daily_volume: 2.4 }] },
  render: function Render(args) {
    const [topics, setTopics] = useState(args.topics)
    return <TopicList {...args} topics={topics} onDelete={(topic) => setTopics([{ ...topic, change: 'deleted' }])} />
  },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Delete lantern keepers' }))
    await expect(canvas.getByRole('listitem')).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Undo deleting lantern keepers' }))
    await expect(args.onRestore).toHaveBeenCalledWith({ ...args.topics[0], change: 'deleted' })
  },
}
export const Empty: Story = { args: { topics: [] } }

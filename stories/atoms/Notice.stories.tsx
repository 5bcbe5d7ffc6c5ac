import type { Meta, StoryObj } from '@storybook/react-vite'
import { Notice } from '#web/components/atoms/Notice.tsx'

const meta = {
  title: 'Atoms/Notice',
  component: Notice,
  args: { severity: 'info', children: 'This is the sample library: all its papers and people are invented.' },
} satisfies Meta<typeof Notice>

export default meta
type Story = StoryObj<typeof meta>

export const Info: Story = {}
export const Warning: Story = { args: { severity: 'warning' } }
export const Failed: Story = { args: { severity: 'error' } }
export const Banner: Story = { args: { severity: 'warning', isBanner: true, children: 'Offline.' } }
export const WithAction: Story = {
  args: {
    severity: 'error',
    action: (
      <button className="button" type="button">
        OK
      </button>
    ),
  },
}

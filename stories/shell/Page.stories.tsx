import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Page } from '#web/components/shell/Page.tsx'

/** For the width of every page. It has no controls. */
const meta = {
  title: 'Shell/Page',
  component: Page,
  args: { children: <Typography>As wide as the window, and at most 1,120 pixels.</Typography> },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Page>

export default meta
type Story = StoryObj<typeof meta>

export const Desktop: Story = {}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }

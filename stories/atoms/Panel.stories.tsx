import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Panel } from '#web/components/atoms/Panel.tsx'

const meta = {
  title: 'Atoms/Panel',
  component: Panel,
  args: { children: <Typography>A card in the middle of the page.</Typography> },
} satisfies Meta<typeof Panel>

export default meta
type Story = StoryObj<typeof meta>

export const Centred: Story = {}

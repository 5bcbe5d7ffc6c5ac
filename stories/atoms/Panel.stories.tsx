import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Panel } from '#web/components/atoms/Panel.tsx'

/** For a page of one question, such as Login. Not for lists: take `Paper` with the variant `sheet`. It has no controls. */
const meta = {
  title: 'Atoms/Panel',
  component: Panel,
  args: { children: <Typography>A card in the middle of the page.</Typography> },
} satisfies Meta<typeof Panel>

export default meta
type Story = StoryObj<typeof meta>

export const Centred: Story = {}

import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { TableSheet } from '#web/components/lists/TableSheet.tsx'
import { categories } from '../config/categorySamples.ts'

/**
 * For every table of rows. Not for papers: take `Paper` with the variant `sheet`. Keyboard: the table is a Tab stop and
 * scrolls with the arrow keys.
 */
const meta = {
  title: 'Lists/TableSheet',
  component: TableSheet,
  args: {
    label: 'Papers a day',
    minWidth: 640,
    children: (
      <>
        <TableHead>
          <TableRow>
            <TableCell>Category</TableCell>
            <TableCell align="right">Papers</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {categories.slice(0, 4).map(({ id, name, daily_volume }) => (
            <TableRow key={id}>
              <TableCell component="th" scope="row">
                {name}
              </TableCell>
              <TableCell align="right">{daily_volume}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </>
    ),
  },
} satisfies Meta<typeof TableSheet>

export default meta
type Story = StoryObj<typeof meta>

export const Comfortable: Story = {}
export const Small: Story = { args: { size: 'small' } }
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas, userEvent }) {
    await userEvent.tab()
    await expect(document.activeElement).toContainElement(canvas.getByRole('table', { name: 'Papers a day' }))
  },
}

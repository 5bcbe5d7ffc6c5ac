import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { CategoryShareChart } from '#web/components/charts/CategoryShareChart.tsx'

const rows = [
  { category_id: 'cs.LG', delivered: 200, clicked: 20, saved: 10 },
  { category_id: 'math.KT', delivered: 61, clicked: 9, saved: 4 },
  { category_id: 'astro-ph.IM', delivered: 12, clicked: 1, saved: 0 },
]
const codes = ['cs.CL', 'cs.CV', 'cs.RO', 'stat.ML', 'math.AP', 'math.PR', 'physics.optics', 'quant-ph', 'q-bio.NC']

/** For shares of a whole. Not for a course of time: take `ActivityChart`. Keyboard: As a table is a button. */
const meta = { title: 'Charts/CategoryShareChart', component: CategoryShareChart, args: { rows } } satisfies Meta<
  typeof CategoryShareChart
>

export default meta
type Story = StoryObj<typeof meta>

export const Few: Story = {}
export const Many: Story = {
  args: {
    rows: [
      ...rows,
      ...codes.map((category_id, index) => ({ category_id, delivered: 9 - index, clicked: 1, saved: 0 })),
    ],
  },
}
export const SubjectsOfServers: Story = {
  args: {
    rows: [
      ...rows,
      { category_id: 'biorxiv.cell-biology', delivered: 40, clicked: 4, saved: 2 },
      { category_id: 'medrxiv.rehabilitation-medicine-and-physical-therapy', delivered: 12, clicked: 1, saved: 0 },
    ],
  },
}
export const AsTable: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Show as table' }))
    await expect(canvas.getAllByRole('row')).toHaveLength(4)
  },
}
export const Phone: Story = { ...Few, tags: ['phone'], globals: { viewport: { value: 'phone' } } }

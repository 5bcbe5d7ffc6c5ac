import Box from '@mui/material/Box'
import Typography, { type TypographyProps } from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'

const roles = [
  ['day', 'The heading of the dashboard'],
  ['h1', 'The heading of a page'],
  ['h2', 'The heading of a section'],
  ['h3', 'The heading of a tile'],
  ['section', 'Heading of a part of a page'],
  ['paperTitle', 'The title of a paper'],
  ['compactTitle', 'The title of a paper in a compact list'],
  ['abstract', 'An abstract, sixty-eight characters wide at most'],
  ['body1', 'Text of the interface'],
  ['body2', 'Smaller text of the interface'],
  ['meta', 'Authors, dates and other facts'],
  ['code', 'cs.LG'],
  ['button', 'A button'],
  ['brand', 'Paperdawn'],
] as const satisfies readonly (readonly [TypographyProps['variant'], string])[]

/** Every typography variant, with a sample text set in it. */
function Type() {
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {roles.map(([variant, text]) => (
        <Box key={variant}>
          <Typography variant="code" component="p" sx={{ color: 'text.secondary' }}>
            {variant}
          </Typography>
          <Typography variant={variant} component="p">
            {text}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

const meta = { title: 'Foundations/Type', component: Type } satisfies Meta<typeof Type>

export default meta
type Story = StoryObj<typeof meta>

export const Roles: Story = {}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }

import Box from '@mui/material/Box'
import Typography, { type TypographyProps } from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import type { Meta, StoryObj } from '@storybook/react-vite'
import type { CSSProperties } from 'react'

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

const describe = ({ fontSize, lineHeight, fontWeight }: CSSProperties) =>
  `${fontSize}, line ${lineHeight}, weight ${fontWeight ?? 400}`

/** Every typography variant, with a sample text set in it. */
function Type() {
  const { typography } = useTheme()
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {roles.map(([variant, text]) => (
        <Box key={variant}>
          <Typography variant="code" component="p" sx={{ color: 'text.secondary' }}>
            {variant}: {describe(typography[variant])}
          </Typography>
          <Typography variant={variant} component="p">
            {text}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/** `Typography variant`, or `typography` in `sx` and `styled`. Sizes are in rem, so they grow with the reader's text. */
const meta = { title: 'Foundations/Type', component: Type } satisfies Meta<typeof Type>

export default meta
type Story = StoryObj<typeof meta>

export const Roles: Story = {}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }

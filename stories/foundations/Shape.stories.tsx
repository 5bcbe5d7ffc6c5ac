import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

/** Corners of components and shadows of surfaces, as the browser computes them from the theme. */
function Shape() {
  const { shadows } = useTheme()
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }}>
      <Measured name="Button">
        <Button variant="outlined">Save</Button>
      </Measured>
      <Measured name="Chip">
        <Chip label="cs.LG" variant="outlined" />
      </Measured>
      <Measured name="Chip, label">
        <Chip label="Cross-list" variant="label" size="small" />
      </Measured>
      <Measured name="TextField" of=".MuiOutlinedInput-root">
        <TextField size="small" label="Name" />
      </Measured>
      <Measured name="Card">
        <Card sx={{ p: 2 }}>Unseen today</Card>
      </Measured>
      <Measured name="Paper, sheet">
        <Paper variant="sheet">
          <Box sx={{ p: 2 }}>One row</Box>
          <Box sx={{ p: 2 }}>Another row</Box>
        </Paper>
      </Measured>
      <Measured name="Menu">
        <Paper elevation={8} sx={{ p: 2, boxShadow: shadows[8] }}>
          Above the page
        </Paper>
      </Measured>
      <Measured name="Dialog">
        <Paper elevation={24} sx={{ p: 2, boxShadow: shadows[24] }}>
          Above everything
        </Paper>
      </Measured>
    </Box>
  )
}

interface MeasuredProps {
  name: string
  /** Selector of the element that has the corners; default: the first one. */
  of?: string
  children: ReactNode
}

/** A component with its radius and whether it has a shadow. */
function Measured({ name, of, children }: MeasuredProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  useLayoutEffect(() => {
    const element = of === undefined ? frame.current?.firstElementChild : frame.current?.querySelector(of)
    if (!element) return
    const { borderTopLeftRadius, boxShadow } = getComputedStyle(element)
    setWords(`radius ${borderTopLeftRadius}, ${boxShadow === 'none' ? 'no shadow' : 'a shadow'}`)
  }, [of])
  return (
    <div>
      <Typography variant="h3" component="h2">
        {name}
      </Typography>
      <Typography variant="meta" component="p" sx={{ mb: 1 }}>
        {words}
      </Typography>
      <div ref={frame}>{children}</div>
    </div>
  )
}

/** Only menus and dialogs have a shadow. The radius belongs to the component: it is written in the theme and nowhere else. */
const meta = { title: 'Foundations/Shape and elevation', component: Shape } satisfies Meta<typeof Shape>

export default meta
type Story = StoryObj<typeof meta>

export const All: Story = {}

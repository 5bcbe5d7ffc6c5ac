import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Pagination from '@mui/material/Pagination'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useId, useState, type ReactNode } from 'react'

/** Which component to take for what, each as the theme draws it. */
function OneLook() {
  return (
    <Box sx={{ maxWidth: 920, mx: 'auto' }}>
      <Typography variant="h1" sx={{ mb: 1 }}>
        One look for one thing
      </Typography>
      <Typography sx={{ mb: 4 }}>
        What does the same looks the same. Take the component of the row; if none fits, add a variant to the theme and a
        row here.
      </Typography>
      <Group title="To press">
        <Row
          when="The one thing to do on this page or in this dialog. At most one."
          code='Button variant="contained" color="primary"'
        >
          <Button variant="contained" color="primary">
            Continue
          </Button>
        </Row>
        <Row when="The action of a card or a row. One a card." code='Button variant="outlined"'>
          <Button variant="outlined" startIcon={<AddIcon />}>
            Save
          </Button>
        </Row>
        <Row when="All other actions." code="Button">
          <Button>Cite</Button>
        </Row>
        <Row when="In a line of a list or a table." code='Button size="small"'>
          <Button size="small" variant="outlined">
            Send again
          </Button>
        </Row>
        <Row when="Where the icon is known to everybody. It has an aria-label." code="IconButton">
          <IconButton aria-label="Close">
            <CloseIcon fontSize="small" />
          </IconButton>
        </Row>
        <Row when="What leads to another page, also inside a sentence." code="Link">
          <Link href="?path=/story/foundations-colours--all">Another page</Link>
        </Row>
      </Group>
      <Group title="To choose">
        <Row when="Any number of filters, each on or off." code='Chip variant="outlined" clickable aria-pressed'>
          <Filters />
        </Row>
        <Row when="One of two to four, all in view." code="ToggleButtonGroup exclusive">
          <OneOf />
        </Row>
        <Row when="One of five or more." code='TextField select size="small"'>
          <TextField select size="small" label="Order" defaultValue="newest">
            <MenuItem value="newest">Newest first</MenuItem>
            <MenuItem value="best">Best match first</MenuItem>
          </TextField>
        </Row>
        <Row when="A setting that is on or off, and saves itself." code="Switch">
          <Switch defaultChecked slotProps={{ input: { 'aria-label': 'Daily mail' } }} />
        </Row>
        <Row when="What was chosen and can be taken away." code='Chip variant="outlined" onDelete'>
          <Chip variant="outlined" label="cs.LG" onDelete={() => undefined} />
        </Row>
        <Row when="Chosen, everywhere: soft indigo with a border of the accent." code="chosen() of the theme">
          <Chip variant="outlined" clickable aria-pressed label="Chosen" />
        </Row>
        <Row when="Where one is: a page or a section. Only there the dawn line." code="Tabs, navigation">
          <Tabs value={0} aria-label="Sections">
            <Tab label="Overview" />
            <Tab label="Health" />
          </Tabs>
        </Row>
      </Group>
      <Group title="To say">
        <Row when="A property of a thing, beside its title." code='Chip variant="label" size="small"'>
          <Chip variant="label" size="small" label="Cross-list" />
        </Row>
        <Row when="What is new or wants the eye. One thing a card." code='Chip variant="label" color="secondary"'>
          <Chip variant="label" size="small" color="secondary" label="New version" />
        </Row>
        <Row when="A number that counts the words beside it." code="Badge">
          <Badge badgeContent={7}>To read</Badge>
        </Row>
        <Row when="A state of the page, with what to do." code="Alert severity">
          <Alert severity="warning" action={<Button color="inherit">Retry</Button>}>
            The source could not be reached since 04:10.
          </Alert>
        </Row>
        <Row when="Second text: authors, days, counts." code='Typography variant="meta"'>
          <Typography variant="meta">34 papers, 12 not seen yet</Typography>
        </Row>
        <Row when="What still loads, in its shape and size." code="Skeleton">
          <Skeleton animation={false} width={220} />
        </Row>
      </Group>
      <Group title="To lie on">
        <Row when="Rows divided by hairlines." code='Paper variant="sheet"'>
          <Paper variant="sheet">
            <Box sx={{ p: 2 }}>One row</Box>
            <Box sx={{ p: 2 }}>Another row</Box>
          </Paper>
        </Row>
        <Row when="A small thing among its like." code="Card">
          <Card sx={{ p: 2 }}>Unseen today</Card>
        </Row>
        <Row when="Results to which one returns; each page is an address." code="Pagination">
          <Pagination count={7} page={3} aria-label="Pages" />
        </Row>
      </Group>
    </Box>
  )
}

const Example = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1, 4),
  alignItems: 'center',
  paddingBlock: theme.spacing(1.5),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
}))

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 5 }}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function Row({ when, code, children }: { when: string; code: string; children: ReactNode }) {
  return (
    <Example>
      <div>
        <Typography>{when}</Typography>
        <Typography variant="code" component="p" sx={{ color: 'text.secondary' }}>
          {code}
        </Typography>
      </div>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Example>
  )
}

function Filters() {
  const [chosen, setChosen] = useState(['cs.LG'])
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {['cs.LG', 'cs.CV', 'stat.ML'].map((code) => (
        <Chip
          key={code}
          variant="outlined"
          clickable
          label={code}
          aria-pressed={chosen.includes(code)}
          onClick={() => setChosen([...new Set([code]).symmetricDifference(new Set(chosen))])}
        />
      ))}
    </Box>
  )
}

function OneOf() {
  const [value, setValue] = useState('reading')
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Reading state"
      value={value}
      onChange={(_event, next: string | null) => next !== null && setValue(next)}
    >
      <ToggleButton value="to-read">To read</ToggleButton>
      <ToggleButton value="reading">Reading</ToggleButton>
      <ToggleButton value="done">Done</ToggleButton>
    </ToggleButtonGroup>
  )
}

const meta = {
  title: 'Home/One look for one thing',
  component: OneLook,
  tags: ['!autodocs'],
} satisfies Meta<typeof OneLook>

export default meta
type Story = StoryObj<typeof meta>

export const Desktop: Story = { name: 'One look for one thing' }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }

import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { UserStats } from '#api/contract/users.ts'
import { formatCount } from '../../shared/format.ts'
import { CategoryCode } from '../atoms/CategoryCode.tsx'

type Rows = UserStats['by_category']

/** Which share of the delivered papers each category has. The user can switch to a table with more numbers. */
export function CategoryShareChart({ rows }: { rows: Rows }) {
  const [asTable, setAsTable] = useState(false)
  return (
    <>
      {asTable ? <AsTable rows={rows} /> : <Bars rows={rows} />}
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        Share of the papers delivered to you.{' '}
        <Link component="button" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Link>
      </Typography>
    </>
  )
}

function Bars({ rows }: { rows: Rows }) {
  const total = Math.max(
    1,
    rows.reduce((sum, { delivered }) => sum + delivered, 0),
  )
  const highest = Math.max(1, ...rows.map(({ delivered }) => delivered))
  return (
    <Shares>
      {rows.map(({ category_id, delivered }) => (
        <li key={category_id}>
          <CategoryCode code={category_id} primary />
          <div>
            <span aria-hidden style={{ width: `${(70 * delivered) / highest}%`, minWidth: delivered > 0 ? 2 : 0 }} />
            <p>{formatShare(delivered / total)}</p>
          </div>
        </li>
      ))}
    </Shares>
  )
}

const Shares = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(7rem, 9rem) minmax(0, 1fr)',
    gap: 12,
    alignItems: 'center',
  },
  '& > li > div': { display: 'flex', gap: 8, alignItems: 'center' },
  '& div > span': { height: 12, backgroundColor: theme.vars.palette.steps.two },
  '& p': { ...theme.typography.body2, margin: 0, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  // Forced colours paint no backgrounds.
  '@media (forced-colors: active)': { '& div > span': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' } },
}))

const percent = new Intl.NumberFormat('en', { style: 'percent' })
const formatShare = (share: number) => (share > 0 && share < 0.01 ? 'under 1%' : percent.format(share))

function AsTable({ rows }: { rows: Rows }) {
  return (
    // A scrollable element must be focusable, so that the keyboard can scroll it.
    <TableContainer tabIndex={0}>
      <Table size="small" aria-label="By category" sx={{ '& td, & th': { borderColor: 'divider' } }}>
        <TableHead>
          <TableRow>
            <TableCell>Category</TableCell>
            <TableCell align="right">Delivered</TableCell>
            <TableCell align="right">Opened</TableCell>
            <TableCell align="right">Saved</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ category_id, delivered, clicked, saved }) => (
            <TableRow key={category_id}>
              <TableCell component="th" scope="row">
                <CategoryCode code={category_id} primary />
              </TableCell>
              <TableCell align="right">{formatCount(delivered)}</TableCell>
              <TableCell align="right">{formatCount(clicked)}</TableCell>
              <TableCell align="right">{formatCount(saved)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReadingBudget } from '#api/contract/users.ts'
import { formatCount, formatPlural } from '../../shared/format.ts'

interface BudgetEndProps {
  budget: ReadingBudget
  /** Number of papers after this line. */
  below: number
}

/** Line in a day's list where the reading budget ends. The papers after it stay in the list. */
export function BudgetEnd({ budget: { unit, amount }, below }: BudgetEndProps) {
  const ending = unit === 'minutes' ? formatPlural(amount, 'minute') : formatPlural(amount, 'paper')
  return (
    <Box sx={{ px: { xs: 2, sm: 3.25 }, py: 1.75, bgcolor: 'background.default', textAlign: 'center' }}>
      <Typography variant="meta" component="p">
        Your {ending} {amount === 1 ? 'ends' : 'end'} here. {formatCount(below)} more below.
      </Typography>
    </Box>
  )
}

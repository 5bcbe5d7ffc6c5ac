import { styled } from '@mui/material/styles'
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
    <Line>
      Your {ending} {amount === 1 ? 'ends' : 'end'} here. {formatCount(below)} more below.
    </Line>
  )
}

const Line = styled('p')(({ theme }) => ({
  ...theme.typography.meta,
  margin: 0,
  padding: '14px 16px',
  backgroundColor: theme.vars.palette.background.default,
  textAlign: 'center',
}))

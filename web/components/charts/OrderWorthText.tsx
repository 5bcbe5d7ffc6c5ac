import Typography from '@mui/material/Typography'
import type { OrderWorth } from '#api/contract/taste.ts'
import { formatCount, formatPercent, formatPlural } from '../../shared/format.ts'

export interface OrderWorthTextProps {
  worth: OrderWorth
  /** Name of the order under test and of the other one, for use within a sentence. */
  a?: string
  b?: string
}

/**
 * The result of the lists that mixed two orders, in words, with its interval. Below enough decided lists it only says
 * how many there are.
 */
export function OrderWorthText({ worth, a = 'this order', b = 'plain time order' }: OrderWorthTextProps) {
  return (
    <Typography component="p" variant="body2" sx={{ color: 'text.secondary', maxWidth: '68ch' }}>
      {describeWorth(worth, a, b)}
    </Typography>
  )
}

function describeWorth(worth: OrderWorth, a: string, b: string) {
  const { lists, readers, needed, wins, losses, ties, win_rate, interval } = worth
  const method = `Some lists mix ${a} with ${b} to find out; only the order differs.`
  if (win_rate === null || interval === null) {
    return `Not enough to tell yet: ${formatCount(lists)} of ${formatPlural(needed, 'list')}. ${method}`
  }
  const [low, high] = interval
  const verdict =
    low > 0.5 ? `${capitalise(a)} helps.` : high < 0.5 ? `${capitalise(b)} does better.` : 'No difference can be told.'
  return (
    `${verdict} Of ${formatPlural(lists, 'mixed list')}, ${a} won ${formatCount(wins)} and ${b} ${formatCount(losses)}` +
    `${readers > 1 ? `, for the average of ${formatCount(readers)} readers` : ':'} ` +
    `${formatPercent(win_rate)} (95% interval ${formatPercent(low)} to ${formatPercent(high)}); ` +
    `${formatPlural(ties, 'other')} ${ties === 1 ? 'was' : 'were'} even. ${method}`
  )
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

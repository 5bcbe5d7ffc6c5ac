import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { Order, RankingComparison } from '#api/contract/taste.ts'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { useAction } from '../../data/useAction.ts'
import { WholeNumberField } from './WholeNumberField.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

/** Names of the orders, for use within a sentence. */
export const orderNames: Record<Order, string> = {
  ranked: 'the learned order',
  time: 'plain time order',
  words: 'the learned order by words only',
  prior: 'the order by categories and keywords only',
}
const orders = Object.keys(orderNames) as Order[]
const SHARE_MAX = 50

interface ComparisonFormProps {
  comparison: RankingComparison
  onSave: (comparison: RankingComparison) => Promise<void>
}

/** The two orders that are compared, and the share of the lists that mix them. */
export function ComparisonForm({ comparison, onSave }: ComparisonFormProps) {
  const [a, setA] = useKeptInput('compared order a', comparison.a)
  const [b, setB] = useKeptInput('compared order b', comparison.b)
  const [percent, setPercent] = useKeptInput<number | null>('compared share', Math.round(comparison.share * 100))
  const { run, busy, done, error, reset } = useAction(onSave)
  const isSame = a === b
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      reset()
      set(value)
    }
  return (
    <Box
      component="form"
      aria-label="Comparison"
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault()
        if (percent !== null && !isSame) void run({ a, b, share: percent / 100 })
      }}
    >
      <ControlRow sx={{ alignItems: 'start' }}>
        <OrderField label="Compare" value={a} onChange={change(setA)} />
        <OrderField
          label="With"
          value={b}
          onChange={change(setB)}
          problem={isSame ? 'Choose two different orders.' : undefined}
        />
        <WholeNumberField
          label="Mixed lists, per cent"
          value={percent}
          min={0}
          max={SHARE_MAX}
          onChange={change(setPercent)}
        />
        <Button type="submit" variant="outlined" loading={busy} disabled={percent === null || isSame}>
          Save the comparison
        </Button>
      </ControlRow>
      {error && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          Not saved. {error.message}
        </Alert>
      )}
      <Typography component="output" variant="meta" sx={{ display: 'block', mt: 1 }}>
        {done
          ? 'Saved. It holds from the next lists on.'
          : 'Readers whose list is mixed are told so. A new comparison starts to count from zero.'}
      </Typography>
    </Box>
  )
}

interface OrderFieldProps {
  label: string
  value: Order
  onChange: (order: Order) => void
  problem?: string | undefined
}

function OrderField({ label, value, onChange, problem }: OrderFieldProps) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      error={problem !== undefined}
      helperText={problem}
      onChange={(event) => onChange(event.target.value as Order)}
      sx={{ minWidth: 260, maxWidth: '100%' }}
    >
      {orders.map((order) => (
        <MenuItem key={order} value={order}>
          {orderNames[order].replace(/^./, (first) => first.toUpperCase())}
        </MenuItem>
      ))}
    </TextField>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import Typography from '@mui/material/Typography'
import type { Terminal } from '#api/contract/auth.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { formatInstant } from '../../shared/format.ts'

export interface TerminalRowsProps {
  terminals: readonly Terminal[]
  busy: boolean
  onEnd: (id: string) => void
}

/** The signed-in terminals with place and last use, each with a button that signs it out. */
export function TerminalRows({ terminals, busy, onEnd }: TerminalRowsProps) {
  if (terminals.length === 0) return <Typography variant="body2">No terminal is signed in.</Typography>
  return (
    <List>
      {terminals.map(({ id, device, ip_address, last_used_at }) => (
        <ControlRow as="li" key={id} sx={{ py: 0.75 }}>
          <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
            <Typography>{device}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {ip_address}, {last_used_at === null ? 'not used yet' : `last used ${formatInstant(last_used_at)}`}
            </Typography>
          </Box>
          <Button disabled={busy} onClick={() => onEnd(id)} aria-label={`Sign out ${device}`}>
            Sign out
          </Button>
        </ControlRow>
      ))}
    </List>
  )
}

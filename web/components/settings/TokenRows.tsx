import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import Typography from '@mui/material/Typography'
import type { PersonalToken } from '#api/contract/tokens.ts'
import { ConfirmDialog } from '../atoms/ConfirmDialog.tsx'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { formatDate, formatInstant } from '../../shared/format.ts'
import { useKeptDialog } from '../../shared/keptInput.ts'
import { serverNow } from '../../shared/serverClock.ts'
import { SCOPE_SENTENCES } from './scopeSentences.ts'

export interface TokenRowsProps {
  tokens: readonly PersonalToken[]
  busy: boolean
  error?: string | undefined
  /** Resolves to whether the token is revoked. */
  onRevoke: (id: string) => Promise<boolean>
}

/** The personal tokens with scopes, end and last use, each with a button that revokes it after a confirmation. */
export function TokenRows({ tokens, busy, error, onRevoke }: TokenRowsProps) {
  const [asked, setAsked] = useKeptDialog<string | null>('revoke token', null)
  const token = tokens.find(({ id }) => id === asked)
  if (tokens.length === 0) return <Typography variant="body2">You have no token.</Typography>
  return (
    <>
      <List>
        {tokens.map((one) => (
          <ControlRow as="li" key={one.id} sx={{ py: 0.75 }}>
            <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography>{one.name}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {one.scopes.join(', ')}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {describeUse(one)}. {describeEnd(one)}.
              </Typography>
            </Box>
            <Button disabled={busy} onClick={() => setAsked(one.id)} aria-label={`Revoke ${one.name}`}>
              Revoke
            </Button>
          </ControlRow>
        ))}
      </List>
      <ConfirmDialog
        open={token !== undefined}
        title="Revoke this token?"
        confirmLabel="Revoke it"
        danger
        busy={busy}
        error={error}
        onConfirm={async () => {
          if (token !== undefined && (await onRevoke(token.id))) setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        {token && (
          <>
            <Box sx={{ overflowWrap: 'anywhere' }}>
              Every program that uses “{token.name}” is refused from its next call on. It can no longer:
            </Box>
            <ul>
              {token.scopes.map((scope) => (
                <li key={scope}>{SCOPE_SENTENCES[scope]}</li>
              ))}
            </ul>
          </>
        )}
      </ConfirmDialog>
    </>
  )
}

const describeUse = ({ last_used_at, network }: PersonalToken): string =>
  last_used_at === null ? 'Not used yet' : `Last used ${formatInstant(last_used_at)}, from ${network}`

function describeEnd({ expires_at }: PersonalToken): string {
  if (expires_at === null) return 'No end'
  return `${new Date(expires_at) <= serverNow() ? 'Ended' : 'Ends'} on ${formatDate(expires_at)}`
}

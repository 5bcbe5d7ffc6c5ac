import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { DemoAccount } from '../../auth/identity.ts'
import { Panel } from '../atoms/Panel.tsx'

interface DemoAccountsProps {
  accounts: readonly DemoAccount[]
  busy: boolean
  onChoose: (account: DemoAccount) => void
}

/** Sign-in buttons of the demo accounts. Shown in development mode. */
export function DemoAccounts({ accounts, busy, onChoose }: DemoAccountsProps) {
  return (
    <Panel>
      <Typography component="h2" variant="h3">
        Demo accounts
      </Typography>
      <Typography variant="meta" component="p" sx={{ mb: 1.5 }}>
        This installation has no Google project yet, so these invented people may sign in.
      </Typography>
      {accounts.map((account) => (
        <Button
          key={account.email}
          disabled={busy}
          onClick={() => onChoose(account)}
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            gap: 2,
            // The names stand below the heading.
            mx: -1.75,
            width: 'calc(100% + 28px)',
            maxWidth: 'none',
            textAlign: 'start',
            color: 'text.primary',
          }}
        >
          <span>{account.name}</span>
          <Typography component="span" variant="meta">
            {account.role}
          </Typography>
        </Button>
      ))}
    </Panel>
  )
}

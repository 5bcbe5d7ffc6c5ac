import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { DeviceRequest } from '#api/contract/auth.ts'
import { EmptyState } from '../components/atoms/EmptyState.tsx'
import { ErrorState } from '../components/atoms/ErrorState.tsx'
import { PageTitle } from '../components/shell/PageTitle.tsx'
import { Panel } from '../components/atoms/Panel.tsx'
import { formatTime } from '../shared/format.ts'
import { useAction } from '../data/useAction.ts'
import { useDevice } from '../data/account/useDevice.ts'
import { useKeptInput } from '../shared/keptInput.ts'

/** Approves or denies the sign-in of a terminal. Shows its code, device name and IP address. */
export function Device() {
  const [query, setQuery] = useSearchParams()
  const code = query.get('code') ?? ''
  const { request, error, retry, decide } = useDevice(code)
  const [decided, setDecided] = useState<'approved' | 'denied'>()
  const decision = useAction(async (approve: boolean) => {
    await decide(approve)
    setDecided(approve ? 'approved' : 'denied')
  })
  const enterCode = (typed: string) => {
    decision.reset()
    setQuery(typed === '' ? {} : { code: typed })
  }

  const content = () => {
    if (decided === 'approved') {
      return <EmptyState headingLevel="h1" title="The terminal is signed in" text="You can close this page." />
    }
    if (decided === 'denied') {
      return <EmptyState headingLevel="h1" title="Sign-in denied" text="The terminal has no access to your account." />
    }
    if (code === '') return <CodeForm onCode={enterCode} />
    const failure = decision.error ?? error
    if (failure?.code === 'not-found' || failure?.code === 'invalid-input') {
      return (
        <EmptyState
          headingLevel="h1"
          title="No terminal is waiting for this code"
          text={`“${code}” is unknown or no longer valid. Codes are valid for 15 minutes; start again in the terminal.`}
          action={<Button onClick={() => enterCode('')}>Enter another code</Button>}
        />
      )
    }
    if (failure) {
      const tryAgain = () => {
        decision.reset()
        retry()
      }
      return <ErrorState headingLevel="h1" error={failure} onRetry={tryAgain} />
    }
    if (!request)
      return (
        <Typography component="h1" sx={{ color: 'text.secondary' }}>
          Looking for the terminal…
        </Typography>
      )
    return <Question request={request} busy={decision.busy} onAnswer={(approve) => void decision.run(approve)} />
  }

  return (
    <>
      <PageTitle title="Sign a terminal in" />
      <Panel>{content()}</Panel>
    </>
  )
}

function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const [code, setCode] = useKeptInput('terminal code', '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '') onCode(code.trim().toUpperCase())
      }}
    >
      <Typography component="h1" variant="h2" sx={{ mb: 2 }}>
        Sign a terminal in
      </Typography>
      <TextField
        label="Code shown in the terminal"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        fullWidth
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 9, spellCheck: false, autoCapitalize: 'characters' } }}
      />
      <Button type="submit" variant="contained" color="primary" sx={{ mt: 2 }}>
        Continue
      </Button>
    </form>
  )
}

interface QuestionProps {
  request: DeviceRequest
  busy: boolean
  onAnswer: (approve: boolean) => void
}

function Question({ request, busy, onAnswer }: QuestionProps) {
  return (
    <>
      <Typography component="h1" variant="h2">
        Sign this terminal in?
      </Typography>
      <Typography sx={{ mt: 1 }}>It can then do everything you can do here, until you sign out everywhere.</Typography>
      <Box
        component="dl"
        sx={{ my: 2.5, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.75, '& dd': { m: 0 } }}
      >
        <Typography component="dt" variant="meta">
          Code
        </Typography>
        <Typography component="dd" sx={{ fontWeight: 600, letterSpacing: '0.08em' }}>
          {request.user_code}
        </Typography>
        <Typography component="dt" variant="meta">
          Device
        </Typography>
        <Box component="dd" sx={{ overflowWrap: 'anywhere' }}>
          {request.device}
        </Box>
        <Typography component="dt" variant="meta">
          IP address
        </Typography>
        <dd>{request.ip_address}</dd>
        <Typography component="dt" variant="meta">
          Valid until
        </Typography>
        <dd>{formatTime(request.expires_at)}</dd>
      </Box>
      <Typography variant="meta" component="p" sx={{ mb: 2 }}>
        Approve only if this code is shown in your own terminal.
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="contained" color="primary" loading={busy} onClick={() => onAnswer(true)}>
          Approve
        </Button>
        <Button disabled={busy} onClick={() => onAnswer(false)}>
          Deny
        </Button>
      </Box>
    </>
  )
}

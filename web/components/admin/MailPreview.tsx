import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { MailPreview as Preview } from '#api/contract/mail.ts'
import { Preformatted } from '../atoms/Preformatted.tsx'

const PHONE_WIDTH = 390

/**
 * The mail with its styles for dark mail programs on or off. The browser would decide by its own scheme: a frame without
 * an origin does not inherit that of its page.
 */
const inScheme = (html: string, dark: boolean) =>
  html.replaceAll('(prefers-color-scheme: dark)', dark ? '(min-width: 0)' : '(max-width: 0)')

type View = 'wide' | 'phone' | 'dark' | 'text'

/** A mail as a mail program shows it: wide, on a phone, in dark colours, and its plain text. Nothing in it can run or be sent. */
export function MailPreview({ preview }: { preview: Preview }) {
  const [view, setView] = useState<View>('wide')
  const { subject, html, text, bytes } = preview
  return (
    <Box>
      <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
        {subject}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {Math.ceil(bytes / 1_000)} kB. Links that act without sign-in are left out.
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        aria-label="Show the mail"
        value={view}
        onChange={(_event, next: View | null) => next && setView(next)}
        sx={{ mb: 1.5 }}
      >
        <ToggleButton value="wide">Wide</ToggleButton>
        <ToggleButton value="phone">Phone</ToggleButton>
        <ToggleButton value="dark">Dark</ToggleButton>
        <ToggleButton value="text">Text</ToggleButton>
      </ToggleButtonGroup>
      {view === 'text' ? (
        <Box
          component="section"
          tabIndex={0}
          aria-label="The mail as plain text"
          sx={{ maxHeight: 640, overflow: 'auto', border: 1, borderColor: 'divider' }}
        >
          <Preformatted sx={{ p: 2 }}>{text}</Preformatted>
        </Box>
      ) : (
        <Box
          component="iframe"
          title={`The mail “${subject}”`}
          sandbox=""
          srcDoc={inScheme(html, view === 'dark')}
          sx={{
            width: '100%',
            maxWidth: view === 'phone' ? PHONE_WIDTH : 'none',
            height: 640,
            border: 1,
            borderColor: 'divider',
          }}
        />
      )}
    </Box>
  )
}

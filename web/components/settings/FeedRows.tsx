import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { OwnFeed } from '#api/contract/feeds.ts'
import { useKeptDialog } from '../../shared/keptInput.ts'
import { ConfirmDialog } from '../atoms/ConfirmDialog.tsx'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { nameOfFeed } from './feedWords.ts'

export interface FeedRowsProps {
  feeds: readonly OwnFeed[]
  busy: boolean
  error?: string | undefined
  /** Gives a feed a new address. Resolves to whether it did. */
  onRenew: (id: string) => Promise<boolean>
  onEnd: (id: string) => Promise<boolean>
}

type Asked = { id: string; change: 'renew' | 'end' }

/** The reader's feeds: of each its address to copy, a new address, and its end, both after a confirmation. */
export function FeedRows({ feeds, busy, error, onRenew, onEnd }: FeedRowsProps) {
  const [asked, setAsked] = useKeptDialog<Asked | null>('change feed', null)
  // By its address: a new one was not copied.
  const [copied, setCopied] = useState('')
  const feed = feeds.find(({ id }) => id === asked?.id)
  const isEnd = asked?.change === 'end'
  const name = feed === undefined ? 'this feed' : `“${nameOfFeed(feed)}”`
  return (
    <>
      <List>
        {feeds.map((one) => (
          <Row
            key={one.id}
            feed={one}
            busy={busy}
            copied={copied === one.address}
            onCopy={async () => {
              await navigator.clipboard.writeText(one.address)
              setCopied(one.address)
            }}
            onAsk={(change) => setAsked({ id: one.id, change })}
          />
        ))}
      </List>
      <ConfirmDialog
        open={feed !== undefined}
        title={isEnd ? `End ${name}?` : `Give ${name} a new address?`}
        confirmLabel={isEnd ? 'End the feed' : 'New address'}
        danger={isEnd}
        busy={busy}
        error={error}
        onConfirm={async () => {
          if (asked !== null && (await (isEnd ? onEnd : onRenew)(asked.id))) setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        {isEnd
          ? 'Its address stops working at once. Your other feeds stay.'
          : 'The address before stops working at once. Enter the new one in your feed reader.'}
      </ConfirmDialog>
    </>
  )
}

interface RowProps {
  feed: OwnFeed
  busy: boolean
  copied: boolean
  onCopy: () => Promise<void>
  onAsk: (change: Asked['change']) => void
}

function Row({ feed, busy, copied, onCopy, onAsk }: RowProps) {
  const name = nameOfFeed(feed)
  return (
    <ControlRow as="li" sx={{ py: 1 }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <ControlRow sx={{ mb: 1 }}>
          {name}
          {feed.ended !== null && <StateLabel tone="warning" word="Ended" />}
        </ControlRow>
        {feed.ended === null ? (
          <TextField
            fullWidth
            size="small"
            label="Address"
            value={feed.address}
            slotProps={{ htmlInput: { readOnly: true, 'aria-label': `Address of ${name}` } }}
            onFocus={(event) => event.target.select()}
          />
        ) : (
          <Alert severity="warning">{feed.ended} Feed readers learn that this feed has ended.</Alert>
        )}
      </Box>
      <ControlRow sx={{ flexBasis: '100%', gap: 0, ml: -1.75 }}>
        {feed.ended === null && (
          <>
            <Button onClick={() => void onCopy()} aria-label={`${copied ? 'Copied' : 'Copy'} the address of ${name}`}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
            <Button disabled={busy} onClick={() => onAsk('renew')} aria-label={`New address for ${name}`}>
              New address
            </Button>
          </>
        )}
        <Button disabled={busy} onClick={() => onAsk('end')} aria-label={`End ${name}`}>
          End
        </Button>
      </ControlRow>
    </ControlRow>
  )
}

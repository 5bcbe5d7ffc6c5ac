import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { SourceStatus } from '#api/contract/admin.ts'
import { useState } from 'react'
import type { SourceSettingsChanges, SourceTest, SourceTestInput } from '#api/contract/days.ts'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { SourceSettingsForm } from '../../components/admin/SourceSettingsForm.tsx'
import { useSourceSettings } from '../../data/admin/paperSources.ts'
import { useAction } from '../../data/useAction.ts'

interface SourceSettingsDialogProps {
  /** Null closes the dialog. */
  source: Pick<SourceStatus, 'id' | 'name' | 'abilities'> | null
  onClose: () => void
}

/** The settings of one source. */
export function SourceSettingsDialog({ source, onClose }: SourceSettingsDialogProps) {
  const phone = useMediaQuery('(max-width: 599.95px)')
  return (
    <Dialog
      open={source !== null}
      // A click beside the dialog would drop unsaved changes.
      onClose={(_event, reason) => reason !== 'backdropClick' && onClose()}
      maxWidth="sm"
      fullWidth
      fullScreen={phone}
      aria-labelledby="source-title"
    >
      <DialogTitle id="source-title">{source ? `Settings of ${source.name}` : ''}</DialogTitle>
      <DialogContent dividers>{source && <Settings key={source.id} {...source} />}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

function Settings({ id, abilities }: Pick<SourceStatus, 'id' | 'abilities'>) {
  const { settings, error, retry, change, test } = useSourceSettings(id)
  const [result, setResult] = useState<SourceTest>()
  const saving = useAction((changes: SourceSettingsChanges) => change(id, changes))
  const testing = useAction(async (input: SourceTestInput) => {
    setResult(undefined)
    setResult(await test(id, input))
  })
  return (
    <LoadedPart
      what="The settings"
      data={settings}
      error={error}
      onRetry={retry}
      skeleton={<Skeleton animation={false} variant="rounded" height={280} />}
    >
      {(loaded) => (
        <SourceSettingsForm
          settings={loaded}
          use={
            abilities.includes('announcements')
              ? 'announcements'
              : abilities.includes('enrichment')
                ? 'enrichment'
                : abilities.includes('notices') && !abilities.includes('look-up')
                  ? 'notices'
                  : 'on-demand'
          }
          busy={saving.busy}
          saved={saving.done}
          error={saving.error?.message}
          fields={{ ...testing.error?.fields, ...saving.error?.fields }}
          onChange={saving.run}
          test={{
            result,
            busy: testing.busy,
            error: testing.error?.message,
            run: (input) => void testing.run(input),
            clear: () => setResult(undefined),
          }}
        />
      )}
    </LoadedPart>
  )
}

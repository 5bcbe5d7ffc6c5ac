import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useRef } from 'react'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { PreviewList } from '../../components/taste/PreviewList.tsx'
import { TasteSheet } from '../../components/taste/TasteSheet.tsx'
import { formatPlural } from '../../shared/format.ts'
import { isFocusLost } from '../../shared/isFocusLost.ts'
import { useOnline } from '../../shared/useOnline.ts'
import type { useTasteEditor } from './useTasteEditor.ts'

/** The newest list with the changes on screen, and the buttons to use or to leave them. */
export function PreviewPanel({ editor }: { editor: ReturnType<typeof useTasteEditor> }) {
  // On narrow screens the panel is below the lists, so the buttons stay at the bottom of the window.
  const isNarrow = useMediaQuery('(max-width: 899.95px)')
  const { changes } = editor
  const buttons = changes > 0 && <DraftButtons editor={editor} />
  return (
    <>
      <TasteSheet title="Today with this" parts={buttons ? 1 : 0}>
        <PreviewList {...editor.preview} />
        {!isNarrow && buttons && <Box sx={{ mt: 2 }}>{buttons}</Box>}
      </TasteSheet>
      {isNarrow && buttons && (
        <Box
          component="section"
          aria-label="Your changes"
          sx={{
            position: 'fixed',
            inset: 'auto 0 0 0',
            zIndex: 'appBar',
            px: 2,
            py: 1.25,
            bgcolor: 'background.paper',
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          {buttons}
        </Box>
      )}
    </>
  )
}

function DraftButtons({ editor: { changes, use, leave } }: { editor: ReturnType<typeof useTasteEditor> }) {
  const online = useOnline()
  const useButton = useRef<HTMLButtonElement>(null)
  // The button was disabled during the call, and lost the focus.
  useEffect(() => {
    if (use.error && isFocusLost()) useButton.current?.focus()
  }, [use.error])
  return (
    <>
      {use.error && (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          Not saved. {use.error.message}
        </Alert>
      )}
      <ControlRow>
        <Button
          ref={useButton}
          variant="contained"
          color="primary"
          loading={use.busy}
          disabled={!online}
          onClick={() => void use.run()}
        >
          {use.error ? 'Try again' : 'Use this'}
        </Button>
        <Button disabled={use.busy} onClick={leave}>
          Leave it
        </Button>
        <Box component="output" sx={{ typography: 'meta' }}>
          {online ? formatPlural(changes, 'change') : 'Offline: saved when you are back and press “Use this”'}
        </Box>
      </ControlRow>
    </>
  )
}

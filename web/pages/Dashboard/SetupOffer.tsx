import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'

/** Offers the steps of the setup that had to wait for papers. */
export function SetupOffer({ onOpen, onClose }: { onOpen: () => void; onClose: () => void }) {
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <>
          <Button color="inherit" onClick={onOpen}>
            Go on with the setup
          </Button>
          <Button color="inherit" onClick={onClose}>
            Not now
          </Button>
        </>
      }
    >
      Papers are here. Say what you work on and rate a few, and the best ones come first sooner.
    </Alert>
  )
}

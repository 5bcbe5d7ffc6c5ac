import AddIcon from '@mui/icons-material/Add'
import CheckIcon from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'

export interface FollowSearchProps {
  followed: boolean
  busy?: boolean
  /** Error sentence of the last failed change. */
  error?: string | undefined
  onChange: (followed: boolean) => void
}

/** Button that adds the papers of a search to the daily cards, or stops it. */
export function FollowSearch({ followed, busy = false, error, onChange }: FollowSearchProps) {
  return (
    // On phones its parts are in the row around it: the sentence is below the buttons of that row.
    <Box sx={{ display: { xs: 'contents', sm: 'flex' }, flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
      <Button
        size="small"
        variant="outlined"
        aria-pressed={followed}
        loading={busy}
        startIcon={followed ? <CheckIcon /> : <AddIcon />}
        onClick={() => onChange(!followed)}
      >
        Follow this search
      </Button>
      <Typography
        component="output"
        variant="meta"
        sx={{
          '&:empty': { display: 'none' },
          order: { xs: 1, sm: 0 },
          flexBasis: { xs: '100%', sm: 'auto' },
          ...(error !== undefined && { color: 'error.main' }),
        }}
      >
        {error !== undefined
          ? `Not saved. ${error}`
          : followed
            ? 'New papers with all of its words join your daily cards.'
            : ''}
      </Typography>
    </Box>
  )
}

import AddIcon from '@mui/icons-material/Add'
import CheckIcon from '@mui/icons-material/Check'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'

export interface FollowSearchProps {
  followed: boolean
  busy?: boolean
  /** Error sentence of the last failed change. */
  error?: string | undefined
  onChange: (followed: boolean) => void
}

/** On phones its parts are in the row around it: the sentence is below the buttons of that row. */
const Follow = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'contents',
  [breakpoints.up('sm')]: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 12 },
}))

const Sentence = styled('output')(({ theme: { breakpoints, typography, vars } }) => ({
  ...typography.meta,
  flexBasis: '100%',
  order: 1,
  '&:empty': { display: 'none' },
  '&[data-failed]': { color: vars.palette.error.main },
  [breakpoints.up('sm')]: { flexBasis: 'auto', order: 0 },
}))

/** Button that adds the papers of a search to the daily cards, or stops it. */
export function FollowSearch({ followed, busy = false, error, onChange }: FollowSearchProps) {
  return (
    <Follow>
      <Button
        variant="outlined"
        size="small"
        startIcon={followed ? <CheckIcon /> : <AddIcon />}
        loading={busy}
        loadingPosition="start"
        aria-pressed={followed}
        aria-busy={busy}
        onClick={() => onChange(!followed)}
      >
        Follow this search
      </Button>
      <Sentence data-failed={error === undefined ? undefined : true}>
        {error !== undefined
          ? `Not saved. ${error}`
          : followed
            ? 'New papers with all of its words join your daily cards.'
            : ''}
      </Sentence>
    </Follow>
  )
}

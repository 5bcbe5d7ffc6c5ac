import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { useTaste } from '../../data/taste/useTaste.ts'
import { TasteHead } from './TasteHead.tsx'
import { TasteLists } from './TasteLists.tsx'

/** What the ranker has learned about the user, with all corrections and a preview of their effect. */
export function Taste() {
  const { taste, error, retry, reload, change, reset } = useTaste()
  return (
    <>
      <PageTitle title="Your taste" isLoading={taste === undefined && error === undefined} />
      <Link component={RouterLink} to="/profile" color="text.secondary" sx={{ display: 'inline-block', minHeight: 28 }}>
        Profile
      </Link>
      <Typography variant="h1">Your taste</Typography>
      {taste ? (
        <>
          <TasteHead taste={taste} onReset={reset} onUndoReset={() => change({ reset_at: null })} />
          <TasteLists taste={taste} reload={reload} change={change} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <Box component="section" aria-busy="true" aria-label="Loading your taste" sx={{ mt: 1 }}>
          <Skeleton animation={false} width="70%" height={26} />
          {['40%', '55%', '35%', '48%', '42%', '50%'].map((width) => (
            <Skeleton key={width} animation={false} width={width} height={44} />
          ))}
        </Box>
      )}
    </>
  )
}

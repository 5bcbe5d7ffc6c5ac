import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'

interface FirstStepsProps {
  hasSamples: boolean
  hasCategories: boolean
  hasMail: boolean
}

/** Setup steps of a new installation, in order. */
export function FirstSteps({ hasSamples, hasCategories, hasMail }: FirstStepsProps) {
  return (
    <Paper variant="sheet" component="section" style={{ marginBottom: 24 }}>
      <Box sx={{ p: 2.5 }}>
        <Typography variant="h3" component="h2">
          First steps
        </Typography>
        <Box component="ol" sx={{ mb: 0, pl: 2.5, display: 'grid', gap: 0.75 }}>
          <li>
            <Link underline="always" component={RouterLink} to="/admin?tab=ingestion">
              Fetch the first announcements
            </Link>
            {hasSamples
              ? '. Until then the library has invented samples, which go when real papers come.'
              : ', or load the sample library if there is no network.'}
          </li>
          <li>
            {hasCategories ? (
              'Your categories are chosen.'
            ) : (
              <>
                <Link underline="always" component={RouterLink} to="/profile#categories">
                  Choose your categories
                </Link>
                , so that papers are delivered to you.
              </>
            )}
          </li>
          <li>
            {hasMail ? (
              'The mail server is set up.'
            ) : (
              <>
                <Link underline="always" component={RouterLink} to="/admin?tab=email">
                  Set up the mail server
                </Link>
                , so that readers can have a daily mail.
              </>
            )}
          </li>
        </Box>
      </Box>
    </Paper>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { SiteLink } from '../../components/atoms/SiteLink.tsx'
import { useSession } from '../../auth/useSession.ts'
import { Page } from '../../components/shell/Page.tsx'
import { PublicHeader } from '../../components/shell/PublicHeader.tsx'
import { DigestSample } from './DigestSample.tsx'
import { TodayStrip } from './TodayStrip.tsx'

const steps = [
  ['Choose your categories', 'All 155 arXiv categories, each with its number of papers a day.'],
  ['Skim the day', 'One list, ranked for you, with the reason beside each paper. The list ends, and says so.'],
  ['Keep what matters', 'Save a paper, write a note, find it again. You see new versions and withdrawals.'],
] as const

/** The public start page: what the product does, today's papers, and a link to sign in. */
export function Landing() {
  const { session, state } = useSession()
  // The identity provider is not loaded here. A flag in local storage says whether a user is signed in.
  const signedIn = state.status === 'signed-in' || (state.status === 'loading' && session.wasSignedIn())
  useEffect(() => session.clearSignOutReason(), [session])

  return (
    <>
      <title>Paperdawn: the new papers in your field, every morning</title>
      <PublicHeader signedIn={signedIn} />
      <main id="main">
        <Page>
          <Box sx={{ py: { xs: 5, sm: 9 }, maxWidth: 760 }}>
            <Typography component="h1" variant="day" sx={{ textWrap: 'balance' }}>
              The new papers in your field, every morning
            </Typography>
            <Typography sx={{ mt: 2, fontSize: '1.125rem', color: 'text.secondary', maxWidth: '56ch' }}>
              Paperdawn reads every announcement of arXiv, ranks what is new in the categories you chose, and shows each
              paper once.
            </Typography>
            <Box sx={{ mt: 3.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
              <Button
                component={SiteLink}
                to={signedIn ? '/dashboard' : '/login'}
                variant="contained"
                color="primary"
                sx={{ minHeight: 48, px: 3 }}
              >
                {signedIn ? 'Open dashboard' : 'Sign in with Google'}
              </Button>
              <Link href="#today">See today’s papers</Link>
            </Box>
          </Box>
          <TodayStrip />
          <Box
            component="section"
            aria-labelledby="how"
            sx={{ mt: 8, display: 'grid', gap: 4, gridTemplateColumns: { md: 'repeat(3, 1fr)' } }}
          >
            <Typography id="how" variant="h2" sx={{ gridColumn: '1 / -1' }}>
              How it works
            </Typography>
            {steps.map(([title, text]) => (
              <div key={title}>
                <Typography variant="h3">{title}</Typography>
                <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{text}</Typography>
              </div>
            ))}
          </Box>
          <DigestSample />
        </Page>
      </main>
      <Footer />
    </>
  )
}

function Footer() {
  return (
    <Box component="footer" sx={{ mt: 8, py: 4, borderTop: 1, borderColor: 'divider' }}>
      <Page>
        <Typography variant="meta" component="p">
          Thank you to arXiv for use of its open access interoperability. Paperdawn is not a part of arXiv.
        </Typography>
        <Typography variant="meta" component="p" sx={{ mt: 1 }}>
          Privacy: no advertising, no tracking, no tracking images in mail. Paperdawn stores what you enter, save and
          open here.
        </Typography>
        <Typography variant="meta" component="p" sx={{ mt: 1, display: 'flex', gap: 2 }}>
          <Link href="/api/health/ready">Status</Link>
          <Link href="/api/docs">API</Link>
        </Typography>
      </Page>
    </Box>
  )
}

import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { SiteLink } from '../../components/atoms/SiteLink.tsx'
import { useSession } from '../../auth/useSession.ts'
import { Page } from '../../components/shell/Page.tsx'
import { PublicHeader } from '../../components/shell/PublicHeader.tsx'
import { DigestSample } from './DigestSample.tsx'
import { TodayStrip } from './TodayStrip.tsx'

const steps = [
  [
    'Choose your categories',
    'All 155 categories of arXiv, the subjects of bioRxiv and medRxiv and any journal, each with its number of papers a day.',
  ],
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
          <Hero>
            <div>
              <Typography variant="day" component="h1" sx={{ textWrap: 'balance' }}>
                The new papers in your field, every morning
              </Typography>
              <Typography variant="lead" component="p" sx={{ maxWidth: '56ch', mt: 2 }}>
                Paperdawn reads everything that arXiv, bioRxiv and medRxiv announce, ranks what is new in the categories
                you chose, and shows each paper once.
              </Typography>
              <Actions>
                <Button
                  variant="contained"
                  color="primary"
                  size="large"
                  component={SiteLink}
                  to={signedIn ? '/dashboard' : '/login'}
                >
                  {signedIn ? 'Open dashboard' : 'Sign in with Google'}
                </Button>
                <FingerLink href="#today" sx={{ display: { md: 'none' } }}>
                  See today’s papers
                </FingerLink>
              </Actions>
            </div>
            <TodayStrip />
          </Hero>
          <Steps aria-labelledby="how">
            <Typography variant="h2" id="how">
              How it works
            </Typography>
            {steps.map(([title, text]) => (
              <div key={title}>
                <Typography variant="h3">{title}</Typography>
                <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{text}</Typography>
              </div>
            ))}
          </Steps>
          <DigestSample />
        </Page>
      </main>
      <Footer>
        <Page>
          <Typography variant="meta" component="p">
            Thank you to arXiv for use of its open access interoperability. Paperdawn is not a part of arXiv, bioRxiv or
            medRxiv. Records of PubMed are a courtesy of the U.S. National Library of Medicine, which does not endorse
            Paperdawn.
          </Typography>
          <Typography variant="meta" component="p" sx={{ my: 1 }}>
            Privacy: no advertising, no tracking, no tracking images in mail. Paperdawn stores what you enter, save and
            open here.
          </Typography>
          <Typography variant="meta" component="p" sx={{ display: 'flex', gap: 2 }}>
            <FingerLink href="/api/health/ready">Status</FingerLink>
            <FingerLink href="/api/docs">API</FingerLink>
          </Typography>
        </Page>
      </Footer>
    </>
  )
}

/** What it is, and beside it the papers of today, below each other where there is room for one column. */
const Hero = styled('div')(({ theme }) => ({
  display: 'grid',
  // Not wider than the window, whatever a word of a paper is.
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: 40,
  padding: '32px 0 0',
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 5fr)',
    gap: 56,
    // The first screen, as far as it is not a tall one.
    minHeight: 'min(100vh - 3.5rem, 50rem)',
    '& > :first-of-type': { paddingTop: 64 },
  },
}))

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 24, marginTop: 28 })

/** A link that stands alone: it is as high as what a finger can press. */
const FingerLink = styled(Link)({ '@media (pointer: coarse)': { padding: '10px 0' } })

const Steps = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 32,
  marginTop: 64,
  '& > h2': { gridColumn: '1 / -1' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, 1fr)' },
}))

const Footer = styled('footer')(({ theme }) => ({
  marginTop: 64,
  padding: '32px 0',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))

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
          <div className="landing-head">
            <h1 className="landing-title">The new papers in your field, every morning</h1>
            <p className="landing-lead">
              Paperdawn reads every announcement of arXiv, ranks what is new in the categories you chose, and shows each
              paper once.
            </p>
            <div className="landing-actions">
              <SiteLink className="button contained" to={signedIn ? '/dashboard' : '/login'}>
                {signedIn ? 'Open dashboard' : 'Sign in with Google'}
              </SiteLink>
              <a className="link" href="#today">
                See today’s papers
              </a>
            </div>
          </div>
          <TodayStrip />
          <section className="landing-steps" aria-labelledby="how">
            <h2 className="landing-heading" id="how">
              How it works
            </h2>
            {steps.map(([title, text]) => (
              <div key={title}>
                <h3 className="landing-step">{title}</h3>
                <p className="landing-text">{text}</p>
              </div>
            ))}
          </section>
          <DigestSample />
        </Page>
      </main>
      <Footer />
    </>
  )
}

function Footer() {
  return (
    <footer className="landing-footer">
      <Page>
        <p className="meta">
          Thank you to arXiv for use of its open access interoperability. Paperdawn is not a part of arXiv.
        </p>
        <p className="meta">
          Privacy: no advertising, no tracking, no tracking images in mail. Paperdawn stores what you enter, save and
          open here.
        </p>
        <p className="meta landing-links">
          <a className="link" href="/api/health/ready">
            Status
          </a>
          <a className="link" href="/api/docs">
            API
          </a>
        </p>
      </Page>
    </footer>
  )
}

import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { LandingApp } from '../app/LandingApp.tsx'
import { createSession } from '../auth/session.ts'
import { createClient, signedOut } from '../shared/client.ts'

const TITLE = /<title>([^<]*)<\/title>/

const unused = () => Promise.reject(new Error('not called while the page is rendered'))

/**
 * Renders the landing page for a signed-out visitor before its papers are loaded: the markup of `#root` and the
 * title as escaped HTML. Throws if the page has no title.
 */
export function renderLanding(): { markup: string; title: string } {
  const session = createSession({ loadConfig: unused, connect: unused, exchange: unused, readStored: unused })
  const markup = renderToString(
    <StrictMode>
      <LandingApp
        session={{ ...session, wasSignedIn: () => false }}
        client={createClient('http://localhost', signedOut, Object.assign(unused, { preconnect: () => {} }))}
      />
    </StrictMode>,
  )
  const title = TITLE.exec(markup)?.[1]
  if (title === undefined) throw new Error('The landing page has no title')
  return { markup: markup.replace(TITLE, ''), title }
}

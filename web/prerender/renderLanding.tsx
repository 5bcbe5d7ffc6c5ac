import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { LandingApp } from '../app/LandingApp.tsx'
import { noOtherTabs } from '../auth/otherTabs.ts'
import { createSession } from '../auth/session.ts'
import { createClient } from '../shared/client.ts'

const TITLE = /<title>([^<]*)<\/title>/

const unused = () => Promise.reject(new Error('not called while the page is rendered'))
const send: typeof fetch = Object.assign(unused, { preconnect: () => {} })

/**
 * Renders the landing page for a signed-out visitor before its papers are loaded: the markup of `#root` and the
 * title as escaped HTML. Throws if the page has no title.
 */
export function renderLanding(): { markup: string; title: string } {
  const services = { loadConfig: unused, connect: unused, exchange: unused, readStored: unused }
  const session = createSession({ ...services, tabs: noOtherTabs })
  const markup = renderToString(
    <StrictMode>
      <LandingApp
        session={{ ...session, wasSignedIn: () => false }}
        connectClient={(source) => createClient('http://localhost', source, send)}
      />
    </StrictMode>,
  )
  const title = TITLE.exec(markup)?.[1]
  if (title === undefined) throw new Error('The landing page has no title')
  return { markup: markup.replace(TITLE, ''), title }
}

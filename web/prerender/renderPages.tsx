import { StrictMode } from 'react'
import { LandingApp } from '../app/LandingApp.tsx'
import { noOtherTabs } from '../auth/otherTabs.ts'
import { createSession } from '../auth/session.ts'
import { LoginStart } from '../pages/LoginFrame.tsx'
import { createClient } from '../shared/client.ts'
import { MuiTheme } from '../shared/theme/MuiTheme.tsx'
import { renderWithStyles, type RenderedPage } from './renderWithStyles.ts'

const unused = () => Promise.reject(new Error('not called while the page is rendered'))
const send: typeof fetch = Object.assign(unused, { preconnect: () => {} })

/** Renders the landing page for a signed-out visitor before its papers are loaded. */
export function renderLanding(): RenderedPage {
  const services = { loadConfig: unused, connect: unused, exchange: unused, readStored: unused }
  const session = createSession({ ...services, tabs: noOtherTabs })
  return renderWithStyles(
    <StrictMode>
      <LandingApp
        session={{ ...session, wasSignedIn: () => false }}
        connectClient={(source) => createClient('http://localhost', source, send)}
      />
    </StrictMode>,
  )
}

/** Renders the sign-in page before it is known whether somebody is signed in. */
export function renderLogin(): RenderedPage {
  return renderWithStyles(
    <MuiTheme>
      <title>Sign in - Paperdawn</title>
      <LoginStart />
    </MuiTheme>,
  )
}

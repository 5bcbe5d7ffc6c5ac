import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { LandingApp } from '../app/LandingApp.tsx'
import { createSession } from '../auth/session.ts'
import { createClient, signedOut } from '../shared/client.ts'

const STYLE = /<style data-emotion="[^"]*">([\s\S]*?)<\/style>/g
const TITLE = /<title>([^<]*)<\/title>/

const unused = () => Promise.reject(new Error('not called while the page is rendered'))

/**
 * Renders the landing page for a signed-out visitor before its papers are loaded: the markup of `#root`, the CSS rules
 * that it needs, and the title as escaped HTML. Throws if the page has no title. NODE_ENV must be "production", so that
 * the class names are those of the built script.
 */
export function renderLanding(): { markup: string; css: string; title: string } {
  const session = createSession({ loadConfig: unused, connect: unused, exchange: unused, readStored: unused })
  const html = renderToString(
    <StrictMode>
      <LandingApp
        session={{ ...session, wasSignedIn: () => false }}
        client={createClient('http://localhost', signedOut, Object.assign(unused, { preconnect: () => {} }))}
      />
    </StrictMode>,
  )
  const title = TITLE.exec(html)?.[1]
  if (title === undefined) throw new Error('The landing page has no title')
  // Emotion writes the rules of each component before it, some of them several times.
  const rules = new Set(Array.from(html.matchAll(STYLE), ([, rule = '']) => rule))
  return { markup: html.replace(STYLE, '').replace(TITLE, ''), css: [...rules].join(''), title }
}

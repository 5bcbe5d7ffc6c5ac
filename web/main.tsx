import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSession } from './auth/session.ts'
import { createClient, signedOut, unwrap } from './shared/client.ts'
import './app/theme/loadFonts.ts'

const open = createClient(location.origin, signedOut)
const session = createSession({
  loadConfig: () => unwrap(open.config.get()),
  connect: async (config) => (await import('./auth/firebase.ts')).connectFirebase(config),
  exchange: (id_token) => unwrap(open.auth.firebase.post({ id_token })),
})
const client = createClient(location.origin, session)

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)

if (location.pathname === '/') {
  const { LandingApp } = await import('./app/LandingApp.tsx')
  root.render(
    <StrictMode>
      <LandingApp session={session} client={client} />
    </StrictMode>,
  )
  // The rest comes with the first sign of interest, so that the next page is there at once.
  for (const sign of ['pointerdown', 'pointermove', 'keydown']) {
    addEventListener(sign, () => void import('./app/App.tsx'), { once: true })
  }
} else {
  const { App } = await import('./app/App.tsx')
  root.render(
    <StrictMode>
      <App session={session} client={client} />
    </StrictMode>,
  )
}

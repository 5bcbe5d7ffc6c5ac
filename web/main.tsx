import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/Providers.tsx'
import { createRouter } from './app/router.tsx'
import { createSession } from './auth/session.ts'
import { createClient, signedOut, unwrap } from './data/client.ts'
import './styles/fonts.css'

const open = createClient(location.origin, signedOut)
const session = createSession({
  loadConfig: () => unwrap(open.config.get()),
  connect: async (config) => (await import('./auth/firebase.ts')).connectFirebase(config),
  exchange: (id_token) => unwrap(open.auth.firebase.post({ id_token })),
})
const client = createClient(location.origin, session)

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
createRoot(place).render(
  <StrictMode>
    <Providers session={session} client={client} router={createRouter()} />
  </StrictMode>,
)

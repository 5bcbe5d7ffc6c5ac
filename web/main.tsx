// First: its chunk runs as soon as it is loaded.
import { fetchOnce, firstIdentity, takeFirstAnswers } from './app/firstRequests.ts'
import { startTransition, StrictMode, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { connectTabs } from './auth/otherTabs.ts'
import { createSession } from './auth/session.ts'
import { createClient, signedOut, unwrap, type TokenSource } from './shared/client.ts'
import { followScheme } from './shared/colorScheme.ts'
import { hideComposedKeys } from './shared/composedKeys.ts'
import { copyFormulasAsTex } from './shared/copyFormulas.ts'
import { listenForInstallOffer } from './shared/installOffer.ts'
import { reloadOnce } from './shared/reloadOnce.ts'
import { followTranslatedTexts } from './shared/translatedTexts.ts'
import './shared/theme/loadFonts.ts'
import './components/paperText.css'

const anonymousClient = createClient(location.origin, signedOut)
const loadConfig = () => unwrap(anonymousClient.config.get())
const session = createSession({
  loadConfig,
  readStored: () => firstIdentity,
  connect: async (config) => (await import('./auth/firebase.ts')).connectFirebase(config),
  exchange: (id_token) => unwrap(anonymousClient.auth.firebase.post({ id_token })),
  tabs: connectTabs(),
})
const connectClient = (source: TokenSource) => createClient(location.origin, source, fetchOnce)

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

/** As a transition: React renders it in slices of 5 ms, so that no render of a whole page blocks the browser. */
function render(page: ReactNode): void {
  startTransition(() => createRoot(container!).render(<StrictMode>{page}</StrictMode>))
}

/** A failure is of no matter here: the page that needs the code shows it. */
const preload = () => void import('./app/App.tsx').catch(() => undefined)

/** Not at the top level of the module: the chunk that has it could not be awaited by the parts that it imports. */
async function showPage(): Promise<void> {
  if (location.pathname === '/') {
    const { LandingApp } = await import('./app/LandingApp.tsx')
    const page = <LandingApp session={session} connectClient={connectClient} />
    const prerendered = document.getElementById('prerendered')
    if (prerendered === null || session.wasSignedIn()) render(page)
    else {
      // The text stays as it was painted, and the scripts only make it work.
      prerendered.removeAttribute('id')
      hydrateRoot(prerendered, <StrictMode>{page}</StrictMode>)
    }
    // Preloads the rest of the app on the first user interaction, so that the next page opens without a wait.
    for (const interaction of ['pointerdown', 'pointermove', 'keydown']) {
      addEventListener(interaction, preload, { once: true })
    }
  } else {
    // Before the first render, which shows a signed-in reader nothing else then.
    session.start()
    const { App } = await import('./app/App.tsx')
    render(<App session={session} connectClient={connectClient} takeFirstAnswers={takeFirstAnswers} />)
  }
}

/** The code of the first page is missing: after a deployment, or because the connection was lost meanwhile. */
function showFailure(cause: unknown) {
  addEventListener('online', () => location.reload(), { once: true })
  if (navigator.onLine && reloadOnce()) return
  render(<p role="alert">Paperdawn could not be loaded. Reload the page when you are online.</p>)
  throw cause
}

followTranslatedTexts()
hideComposedKeys()
copyFormulasAsTex()
listenForInstallOffer()
followScheme()
void showPage().catch(showFailure)

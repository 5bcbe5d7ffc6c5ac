/** What browsers that can install the site send before they would offer it themselves. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()

function setOffer(next: InstallOffer | null) {
  offer = next
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer to install the site for the profile. Call it once, before the offer can come. */
export function listenForInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => setOffer(null))
}

export const installOffer = {
  subscribe: (onChange: () => void) => {
    listeners.add(onChange)
    return () => void listeners.delete(onChange)
  },
  isOpen: () => offer !== null,
  /** Opens the browser's dialog. An offer can be used once. */
  accept: async () => {
    const accepted = offer
    setOffer(null)
    await accepted?.prompt()
  },
}

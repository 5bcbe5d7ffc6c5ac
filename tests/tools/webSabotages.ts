import { fault, type Sabotage } from './sabotage.ts'

const test = 'tests/web/data/afterSignOut.test.ts'
const signOut = { test, only: 'a sign-out without a connection' }
const copies = { test, only: 'no paper of a reader is kept' }
const changes = { test, only: 'made while an older one was sent' }
const otherTab = { test, only: 'in another tab is the same in capital letters' }

/** Sign-out, copies on the device, changes that wait, other tabs. */
export const WEB_SABOTAGES: readonly Sabotage[] = [
  fault(
    'web: a sign-out without a connection is forgotten',
    'web/auth/session.ts',
    ["if (provider === null) deviceStorage.set(SIGN_OUT_KEY, 'yes')", ''],
    signOut,
  ),
  fault(
    'web: a sign-out is not done later',
    'web/auth/providerLink.ts',
    ['if (deviceStorage.get(SIGN_OUT_KEY) !== null) await provider.signOut()', ''],
    signOut,
  ),
  fault(
    'web: a copy that was being written stays after the sign-out',
    'web/data/offline/copies.ts',
    ['  if (signedInHere() !== email) await caches.delete(PREFIX + email)\n', ''],
    copies,
  ),
  fault(
    'web: copies of all readers stay',
    'web/data/offline/copies.ts',
    ['await Promise.all(names.map((name) => caches.delete(name)))', 'void names'],
    copies,
  ),
  fault(
    'web: a newer change is dropped with the one that was sent',
    'web/data/offline/unsentChanges.ts',
    ['if (read(key)?.at === change.at) deviceStorage.remove(key)', 'deviceStorage.remove(key)'],
    changes,
  ),
  fault(
    'web: a newer change is refused with the one that was sent',
    'web/data/offline/unsentChanges.ts',
    ['if (kept?.at !== change.at) return true', ''],
    changes,
  ),
  fault(
    'web: the address that another tab has said is compared with case',
    'web/auth/otherTabs.ts',
    ['reasons.set(data.email.toLowerCase(), data.reason)', 'reasons.set(data.email, data.reason)'],
    otherTab,
  ),
  fault(
    'web: the address that another tab is asked for is compared with case',
    'web/auth/otherTabs.ts',
    ['reasons.get(email.toLowerCase())', 'reasons.get(email)'],
    otherTab,
  ),
  fault(
    'web: addresses are compared with case',
    'web/auth/identity.ts',
    ['one.toLowerCase() === other.toLowerCase()', 'one === other'],
    otherTab,
  ),
]

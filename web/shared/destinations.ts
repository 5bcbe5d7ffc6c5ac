export interface Destination {
  id: 'dashboard' | 'search' | 'reading-list' | 'profile' | 'admin'
  path: string
  label: string
  adminOnly: boolean
  /** Keyboard shortcut: pressed after `g`. */
  key: string
}

/** The main pages of a signed-in user, in the order of every menu. */
export const destinations: readonly Destination[] = [
  { id: 'dashboard', path: '/dashboard', label: 'Dashboard', adminOnly: false, key: 'd' },
  { id: 'search', path: '/search', label: 'Search', adminOnly: false, key: 's' },
  {
    id: 'reading-list',
    path: '/reading-list',
    label: 'Reading List',

    adminOnly: false,
    key: 'l',
  },
  { id: 'profile', path: '/profile', label: 'Profile', adminOnly: false, key: 'p' },
  { id: 'admin', path: '/admin', label: 'Admin Panel', adminOnly: true, key: 'a' },
]

/** Returns the destinations that `user` may open. The server checks the permission again. */
export const destinationsFor = (user: { is_admin: boolean }) =>
  destinations.filter(({ adminOnly }) => !adminOnly || user.is_admin)

/** Returns the destination that `path` belongs to. */
export const destinationAt = (path: string) =>
  destinations.find((destination) => path === destination.path || path.startsWith(`${destination.path}/`))

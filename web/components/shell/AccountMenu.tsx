import { Suspense, useState } from 'react'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import type { AccountMenuListProps } from './AccountMenuList.tsx'

const AccountMenuList = lazyPart(async () => (await import('./AccountMenuList.tsx')).AccountMenuList)

export interface AccountMenuProps extends Pick<AccountMenuListProps, 'user' | 'onSignOut' | 'onShowShortcuts'> {
  /** Text beside the picture from 600 px up: the name or a greeting. */
  label: string
}

/** Button with the user's picture that opens the account's menu, whose code is loaded on its first use. */
export function AccountMenu({ user, label, onSignOut, onShowShortcuts }: AccountMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [hasPicture, setHasPicture] = useState(user.photo_url !== null)
  const wasOpened = useWasOpened(anchor !== null)
  return (
    <>
      <button
        className="account-button"
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="avatar" aria-hidden="true">
          {hasPicture ? (
            <img
              src={user.photo_url ?? undefined}
              alt=""
              referrerPolicy="no-referrer"
              onError={() => setHasPicture(false)}
            />
          ) : (
            user.name.slice(0, 1).toUpperCase()
          )}
        </span>
        <span className="account-label">{label}</span>
        <span style={visuallyHidden}>account</span>
      </button>
      {wasOpened && (
        <Suspense>
          <AccountMenuList
            anchor={anchor}
            onClose={() => setAnchor(null)}
            user={user}
            onSignOut={onSignOut}
            onShowShortcuts={onShowShortcuts}
          />
        </Suspense>
      )}
    </>
  )
}

import Avatar from '@mui/material/Avatar'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { loadPart } from '../../shared/loadPart.ts'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import type { AccountMenuListProps } from './AccountMenuList.tsx'

const AccountMenuList = lazy(() =>
  loadPart(async () => ({ default: (await import('./AccountMenuList.tsx')).AccountMenuList })),
)

export interface AccountMenuProps extends Pick<AccountMenuListProps, 'user' | 'onSignOut' | 'onShowShortcuts'> {
  /** Text beside the picture from 600 px up: the name or a greeting. */
  label: string
}

/** Button with the user's picture that opens the account's menu, whose code is loaded on its first use. */
export function AccountMenu({ user, label, onSignOut, onShowShortcuts }: AccountMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useWasOpened(anchor !== null)
  return (
    <>
      <ButtonBase
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: 1, px: 0.5, minHeight: 44, gap: 1 }}
      >
        <Avatar
          component="span"
          src={user.photo_url ?? undefined}
          alt=""
          aria-hidden="true"
          slotProps={{ img: { referrerPolicy: 'no-referrer' } }}
          sx={{
            width: 30,
            height: 30,
            fontSize: 13,
            fontWeight: 600,
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
          }}
        >
          {user.name.slice(0, 1).toUpperCase()}
        </Avatar>
        <Typography
          component="span"
          noWrap
          sx={{
            // On phones only the picture is visible; screen readers still read the name.
            position: { xs: 'absolute', sm: 'static' },
            opacity: { xs: 0, sm: 1 },
            maxWidth: { xs: 1, sm: 200 },
            fontSize: '0.875rem',
            fontWeight: 450,
          }}
        >
          {label}
        </Typography>
        <span style={visuallyHidden}>account</span>
      </ButtonBase>
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

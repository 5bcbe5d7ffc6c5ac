import Avatar from '@mui/material/Avatar'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
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
  const wasOpened = useWasOpened(anchor !== null)
  return (
    <>
      <AccountButton
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Picture
          component="span"
          aria-hidden
          src={user.photo_url ?? undefined}
          slotProps={{ img: { alt: '', referrerPolicy: 'no-referrer' } }}
        >
          {user.name.slice(0, 1).toUpperCase()}
        </Picture>
        <Label>{label}</Label>
        <span style={visuallyHidden}>account</span>
      </AccountButton>
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

const AccountButton = styled(Button)(({ theme }) => ({
  minWidth: 0,
  minHeight: '2.75rem',
  padding: '0 4px',
  gap: 8,
  color: theme.vars.palette.text.primary,
  fontWeight: 450,
}))

const Picture = styled(Avatar)(({ theme }) => ({
  width: '1.875rem',
  height: '1.875rem',
  backgroundColor: theme.vars.palette.primary.main,
  color: theme.vars.palette.primary.contrastText,
  fontSize: theme.typography.caption.fontSize,
  fontWeight: 600,
})) as typeof Avatar

/** On phones only the picture is visible; screen readers still read the name. */
const Label = styled('span')(({ theme }) => ({
  maxWidth: 200,
  overflow: 'hidden',
  fontSize: theme.typography.body2.fontSize,
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  [theme.breakpoints.down('sm')]: visuallyHidden,
}))

import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface NoticeProps {
  severity: 'info' | 'warning' | 'error'
  /** Over the whole width of the window. */
  isBanner?: boolean
  /** At the end of the line. */
  action?: ReactNode
  children: ReactNode
}

/** A message about the state of the page, with an icon; looks like MUI's alert with our theme. */
export function Notice({ severity, isBanner = false, action, children }: NoticeProps) {
  return (
    <div className={isBanner ? `notice ${severity} banner` : `notice ${severity}`} role="alert">
      <Icon name={severity} />
      <div className="notice-text">{children}</div>
      {action !== undefined && <div className="notice-action">{action}</div>}
    </div>
  )
}

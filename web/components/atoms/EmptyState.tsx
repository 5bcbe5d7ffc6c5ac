import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: ReactNode
  /** Why the list is empty, and what the user can do. */
  text?: ReactNode
  action?: ReactNode
  headingLevel?: 'h1' | 'h2' | 'h3'
}

/** Message in place of an empty list. */
export function EmptyState({ title, text, action, headingLevel: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="state">
      <Heading className="state-title">{title}</Heading>
      {text !== undefined && <div className="state-text">{text}</div>}
      {action !== undefined && <div className="state-action">{action}</div>}
    </div>
  )
}

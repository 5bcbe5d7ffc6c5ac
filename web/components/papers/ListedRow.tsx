import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { ElsewherePaper } from '#api/contract/elsewhere.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { OutsideLink } from '../atoms/OutsideLink.tsx'
import { MathText } from './MathText.tsx'
import { ButtonRow } from './ButtonRow.tsx'
import { SaveButton, type ActionStatus } from './SaveButton.tsx'

export interface ListedRowProps {
  listed: ElsewherePaper
  /** Name of the service that lists it. */
  service: string
  saved: boolean
  status: ActionStatus
  /** Why it was not saved. */
  error?: string | undefined
  onSavedChange: (saved: boolean) => void
}

/** A paper that another service lists. It can be saved if the library has it or can look it up. */
export function ListedRow({ listed, service, saved, status, error, onSavedChange }: ListedRowProps) {
  const { paper, ref, url, title, title_segments, authors, more_authors, year, venue } = listed
  const heading = <MathText segments={title_segments} text={title} />
  const facts = [year, venue, paper && 'in the library'].filter((fact) => fact !== null && fact !== undefined)
  return (
    <ButtonRow>
      <Typography variant="compactTitle" component="h3" lang="en">
        {paper ? (
          <Link component={RouterLink} to={paperPath(paper.id)} color="textPrimary">
            {heading}
          </Link>
        ) : (
          <Link href={url} target="_blank" rel="noopener" color="textPrimary">
            {heading}
          </Link>
        )}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {authors.length === 0
          ? 'No authors given'
          : `${authors.join(', ')}${more_authors > 0 ? ` and ${more_authors} more` : ''}`}
      </Typography>
      <Typography variant="meta" component="p">
        {facts.map((fact) => `${fact} · `)}
        <OutsideLink href={url}>{`Page at ${service}`}</OutsideLink>
      </Typography>
      {error !== undefined && (
        <Typography variant="meta" component="p" color="error" role="alert">
          {error}
        </Typography>
      )}
      {(paper ?? ref) !== undefined && <SaveButton saved={saved} status={status} onToggle={onSavedChange} />}
    </ButtonRow>
  )
}

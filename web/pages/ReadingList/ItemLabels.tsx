import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { NOTICES } from '#api/contract/limits.ts'
import type { Item } from '#api/contract/readingList.ts'
import { changesPath } from '../../shared/changesAddress.ts'

const Labels = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, marginTop: 4 })

/** Labels of a sample, as on its card, and for changes since the paper was saved: a notice, a newer version, or a withdrawal. */
export function ItemLabels({ item: { newer_version, saved_version, withdrawn, paper } }: { item: Item }) {
  const isSample = paper.source === 'sample'
  const notices = new Set(paper.notices?.map(({ kind }) => NOTICES[kind]))
  if (newer_version === undefined && !withdrawn && !isSample && notices.size === 0) return null
  return (
    <Labels>
      {[...notices].map((word) => (
        <Chip
          key={word}
          variant="label"
          size="small"
          color={word === NOTICES.corrected ? 'default' : 'error'}
          label={word}
        />
      ))}
      {isSample && <Chip variant="label" size="small" label="Sample" />}
      {newer_version !== undefined && (
        <>
          <Label>{`v${newer_version} is out${saved_version === undefined ? '' : `, you saved v${saved_version}`}`}</Label>
          {saved_version !== undefined && (
            <Link
              component={RouterLink}
              to={changesPath(paper.id, { from: saved_version, to: newer_version })}
              variant="meta"
            >
              What changed
            </Link>
          )}
        </>
      )}
      {withdrawn && (
        <>
          <Label>Withdrawn</Label>
          {paper.comment !== null && (
            <Typography component="span" variant="meta">
              {paper.comment}
            </Typography>
          )}
        </>
      )}
    </Labels>
  )
}

function Label({ children }: { children: string }) {
  return <Chip variant="label" size="small" color="secondary" label={children} />
}

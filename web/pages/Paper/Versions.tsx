import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PaperDetails } from '#api/contract/papers.ts'
import { usePaperActions } from '../../data/papers/usageReports.ts'
import type { VersionPair } from '../../shared/changesAddress.ts'
import { formatDate } from '../../shared/format.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'

// Loaded when a comparison is opened.
const ComparedVersions = lazyPart(async () => (await import('./ComparedVersions.tsx')).ComparedVersions)

interface VersionsProps {
  paper: Pick<PaperDetails, 'id' | 'versions'>
  /** The comparison that the address asks for. */
  asked: VersionPair | null
}

/** The versions of a paper, each with what changed in it. To open that marks the updates of the paper as read. */
export function Versions({ paper: { id, versions }, asked }: VersionsProps) {
  const { click } = usePaperActions()
  const [open, setOpen] = useState(asked)
  const shown = useRef<HTMLDivElement>(null)
  const showAsked = useEffectEvent(() => {
    // The paper may have no such version.
    if (shown.current === null) return
    shown.current.scrollIntoView({ block: 'center' })
    void click(id)
  })
  useEffect(() => showAsked(), [])

  const toggle = (pair: VersionPair) => {
    const isOpen = open?.to === pair.to
    setOpen(isOpen ? null : pair)
    if (!isOpen) void click(id)
  }
  return (
    <VersionList>
      {versions.map(({ version, at, title }, index) => {
        const pair = { from: versions[index + 1]?.version ?? version - 1, to: version }
        const isOpen = open?.to === version
        return (
          <li key={version}>
            v{version}
            {at !== null && `, ${formatDate(at)}`}
            {title !== undefined && (
              <>
                , titled <em lang="en">{title}</em>
              </>
            )}
            {version > 1 && (
              <>
                {' '}
                <Link
                  component="button"
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => toggle(pair)}
                  sx={{ minHeight: '1.5rem' }}
                >
                  What changed<span style={visuallyHidden}> in version {version}</span>
                </Link>
              </>
            )}
            {isOpen && open && version > 1 && (
              <Box ref={shown} sx={{ typography: 'body1', color: 'text.primary', my: 1 }}>
                <Suspense fallback={<Skeleton animation={false} width="60%" />}>
                  <ComparedVersions paperId={id} from={open.from} to={open.to} />
                </Suspense>
              </Box>
            )}
          </li>
        )
      })}
    </VersionList>
  )
}

const VersionList = styled('ul')(({ theme }) => ({
  ...theme.typography.meta,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 4,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& em': { fontFamily: theme.typography.abstract.fontFamily, color: theme.vars.palette.text.primary },
}))

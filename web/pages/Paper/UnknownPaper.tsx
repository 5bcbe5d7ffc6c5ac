import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useEffect, useEffectEvent } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { LOOK_UP_AT_ONCE } from '../../components/papers/LookUpLink.tsx'
import { LookUpProgress } from '../../components/papers/LookUpProgress.tsx'
import { useLookUp, type LookUpState } from '../../data/papers/useLookUp.ts'
import { lookUpNameOf, pageHostOf } from '../../shared/lookUpNames.ts'
import { saveOfferOf } from '../../shared/sharedPaper.ts'
import { sourceNames } from '../../shared/sourceNames.ts'

interface UnknownPaperProps {
  id: string
  /** Called when the paper is in the library, with its id, which is another one than that of a page or of PMC. */
  onFound: (paperId: string) => void
}

/** Says that the library lacks the paper with this id, and looks it up at its source. */
export function UnknownPaper({ id, onFound }: UnknownPaperProps) {
  const announce = useAnnounce()
  const { state: address } = useLocation()
  const { state, start } = useLookUp(id, (paper) => {
    announce(`Found: ${paper.title}`)
    onFound(paper.id)
  })
  const source = lookUpNameOf(id)
  const host = pageHostOf(id)
  const doi = /^doi:(10\..+)$/.exec(id)?.[1]
  const offer = saveOfferOf(address)
  // A page is read when the reader has pressed a button, not because a link led here.
  const isAtOnce =
    (address as Partial<typeof LOOK_UP_AT_ONCE> | null)?.lookUp === true || (offer !== undefined && host === undefined)
  const startAtOnce = useEffectEvent(() => void (isAtOnce && source !== undefined && start()))
  useEffect(() => startAtOnce(), [])

  const save = () => void start({ save: true })
  const isUnknown = state.status === 'failed' && ['not-found', 'invalid-input'].includes(state.error.code)
  return (
    <EmptyState
      headingLevel="h1"
      title={titleOf(host, isUnknown ? source : undefined)}
      text={<span role={state.status === 'failed' ? 'alert' : undefined}>{describe(state, id, source)}</span>}
      action={
        state.status === 'asking' ? (
          <LookUpProgress
            source={state.waiting?.source ?? source ?? 'its source'}
            waiting={state.waiting}
            answers={state.answers}
            onSave={save}
          />
        ) : (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
            {source !== undefined && !isUnknown && (
              <Button variant="contained" color="primary" onClick={() => void start({ save: offer !== undefined })}>
                {state.status === 'failed'
                  ? 'Try again'
                  : offer !== undefined
                    ? 'Find and save its paper'
                    : host === undefined
                      ? `Look it up at ${source}`
                      : `Read the page at ${host}`}
              </Button>
            )}
            {state.status === 'failed' && state.error.code === 'source-unavailable' && (
              <Button variant="outlined" onClick={save}>
                Save when found
              </Button>
            )}
            {doi !== undefined && (
              <Button variant="outlined" href={`https://doi.org/${encodeURI(doi)}`} {...inTab}>
                Open it at doi.org
              </Button>
            )}
            <Button
              component={Link}
              to={`/search?${new URLSearchParams({ q: offer?.title || (host === undefined ? id.replace(/^[a-z]+:/, '') : id) })}`}
            >
              {offer?.title ? 'Search for its title' : 'Search for it'}
            </Button>
          </Stack>
        )
      }
    />
  )
}

/** `refusedBy`: what was asked and has no such paper. */
function titleOf(host: string | undefined, refusedBy: string | undefined): string {
  if (refusedBy === undefined) return host === undefined ? 'This paper is not in the library' : 'The page of a paper'
  return host === undefined ? `${refusedBy} has no such paper` : 'No paper was found by this address'
}

const inTab = { target: '_blank', rel: 'noopener' }

function describe(state: LookUpState, id: string, source: string | undefined): string {
  const isPage = pageHostOf(id) !== undefined
  if (state.status === 'idle' && isPage) return `“${id}” is read once, to find out which paper it is about.`
  if (state.status === 'failed' && isPage) return `${state.error.message} The address was “${id}”.`
  if (state.status === 'asking' && isPage) return `“${id}” is read for the DOI or another id of its paper.`
  if (state.status === 'asking') return `“${id}” can be saved, noted and cited as soon as it is here.`
  if (state.status === 'idle' && source === sourceNames['crossref'])
    return `“${id.replace(/^doi:/, '')}” can be looked up: ${source} knows most papers with a DOI.`
  if (state.status === 'idle')
    return `“${id}” was not announced on a day that the library has, or the address is mistyped.`
  const { code, message } = state.error
  if (code === 'not-found') return `${message} The address may be mistyped.`
  return code === 'source-unavailable'
    ? `${message} Try again, or have it saved to your reading list when ${source ?? 'its source'} answers.`
    : message
}

import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useEffect, useEffectEvent } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { LOOK_UP_AT_ONCE } from '../../components/papers/LookUpLink.tsx'
import { LookUpProgress } from '../../components/papers/LookUpProgress.tsx'
import { useLookUp, type LookUpState } from '../../data/papers/useLookUp.ts'
import { lookUpNameOf, sourceNames } from '../../shared/sourceNames.ts'

interface UnknownPaperProps {
  id: string
  /** Called when the paper is in the library. */
  onFound: () => void
}

/** Says that the library lacks the paper with this id, and looks it up at its source. */
export function UnknownPaper({ id, onFound }: UnknownPaperProps) {
  const announce = useAnnounce()
  const { state: address } = useLocation()
  const { state, start } = useLookUp(id, ({ title }) => {
    announce(`Found: ${title}`)
    onFound()
  })
  const source = lookUpNameOf(id)
  const doi = /^doi:(10\..+)$/.exec(id)?.[1]
  const isAtOnce = (address as Partial<typeof LOOK_UP_AT_ONCE> | null)?.lookUp === true
  const startAtOnce = useEffectEvent(() => void (isAtOnce && source !== undefined && start()))
  useEffect(() => startAtOnce(), [])

  const save = () => void start({ save: true })
  const isUnknown = state.status === 'failed' && ['not-found', 'invalid-input'].includes(state.error.code)
  return (
    <EmptyState
      headingLevel="h1"
      title={isUnknown && source !== undefined ? `${source} has no such paper` : 'This paper is not in the library'}
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
              <Button variant="contained" color="primary" onClick={() => void start()}>
                {state.status === 'failed' ? 'Try again' : `Look it up at ${source}`}
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
            <Button component={Link} to={`/search?${new URLSearchParams({ q: id.replace(/^[a-z]+:/, '') })}`}>
              Search for it
            </Button>
          </Stack>
        )
      }
    />
  )
}

const inTab = { target: '_blank', rel: 'noopener' }

function describe(state: LookUpState, id: string, source: string | undefined): string {
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

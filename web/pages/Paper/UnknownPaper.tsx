import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'

/** Says that the library lacks the paper with this id, and links to its source. */
export function UnknownPaper({ id }: { id: string }) {
  const source = sourceOf(id)
  return (
    <EmptyState
      headingLevel="h1"
      title="This paper is not in the library"
      text={`“${id}” was not announced on a day that the library has, or the address is mistyped.`}
      action={
        <>
          {source && (
            <Button variant="contained" color="primary" href={source.url} target="_blank" rel="noopener">
              Look it up at {source.name}
            </Button>
          )}{' '}
          <Button component={Link} to={`/search?${new URLSearchParams({ q: id.replace(/^[a-z]+:/, '') })}`}>
            Search for it
          </Button>
        </>
      }
    />
  )
}

/** The page of a natural id at its source; null for an id of another form. */
function sourceOf(id: string): { name: string; url: string } | null {
  const arxiv = /^arxiv:([\w.\-/]+)$/.exec(id)?.[1]
  if (arxiv !== undefined) return { name: 'arXiv', url: `https://arxiv.org/abs/${arxiv}` }
  const doi = /^doi:(10\..+)$/.exec(id)?.[1]
  return doi === undefined ? null : { name: 'doi.org', url: `https://doi.org/${encodeURI(doi)}` }
}

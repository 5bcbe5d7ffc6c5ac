import Link from '@mui/material/Link'
import { useState } from 'react'
import { SiteLink } from '../atoms/SiteLink.tsx'
import type { Author } from '#api/contract/papers.ts'

interface AuthorListProps {
  authors: readonly Author[]
  /** Names shown before "and N more". */
  max?: number
  /** Names shown in bold: authors that the user follows. */
  followed?: readonly string[]
  /** False on the landing page, where authors are not links. */
  linked?: boolean
}

/** Authors as links to a search. A long list is shortened and can be expanded. */
export function AuthorList({ authors, max = 3, followed, linked = true }: AuthorListProps) {
  const [open, setOpen] = useState(false)
  if (authors.length === 0) return <p className="authors">No authors given</p>
  // One more name needs no more space than "and 1 more".
  const shown = open || authors.length <= max + 1 ? authors : authors.slice(0, max)
  const hidden = authors.length - shown.length
  const bold = new Set(followed?.map((name) => name.toLowerCase()))

  return (
    <p className="authors">
      {shown.map(({ name }, index) => {
        // Two authors can have the same name.
        const key = `${index} ${name}`
        return (
          <span key={key}>
            {index > 0 && ', '}
            <Name name={name} strong={bold.has(name.toLowerCase())} linked={linked} />
          </span>
        )
      })}
      {hidden > 0 && (
        <>
          {' '}
          <Link
            component="button"
            type="button"
            onClick={() => setOpen(true)}
            aria-label={`and ${hidden} more authors`}
          >
            and {hidden} more
          </Link>
        </>
      )}
    </p>
  )
}

function Name({ name, strong, linked }: { name: string; strong: boolean; linked: boolean }) {
  const content = strong ? <strong>{name}</strong> : name
  if (!linked) return content
  return <SiteLink to={`/search?${new URLSearchParams({ q: `author:"${name}"` })}`}>{content}</SiteLink>
}

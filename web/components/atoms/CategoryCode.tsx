import { styled } from '@mui/material/styles'
import Link from '@mui/material/Link'
import type { Paper } from '#api/contract/papers.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { isMade, issnOf, journalOf } from '../../shared/preprintServers.ts'
import { fieldOf } from '../../shared/fields.ts'
import { staticStyles } from '../../shared/theme/staticStyles.ts'

interface CategoryCodeProps {
  code: string
  /** True for the paper's primary category, shown in bold; cross-lists are lighter. */
  primary?: boolean
  /** Shown in place of the code. */
  name?: string | undefined
}

const Code = styled('span')(
  staticStyles(({ theme }) => ({ ...theme.typography.code, '&[data-primary]': { fontWeight: 600 } })),
)

const colourOf = (code: string) => {
  const field = fieldOf(code)
  return field && { color: `var(--pd-palette-fields-${field})` }
}

/** A category's code, or its name where that says more, in the colour of its field. A journal's name is in italics. */
export function CategoryCode({ code, primary = false, name }: CategoryCodeProps) {
  const nameOf = useCategoryNames()
  return (
    <Code as={issnOf(code) === undefined ? undefined : 'i'} data-primary={primary || undefined} style={colourOf(code)}>
      {name ?? nameOf(code)}
    </Code>
  )
}

interface CategoryCodesProps {
  paper: Pick<Paper, 'categories' | 'primary_category' | 'source' | 'kind' | 'venue' | 'urls'>
}

const Codes = styled('span')(
  staticStyles(({ theme }) => ({
    ...theme.typography.code,
    color: theme.vars.palette.text.secondary,
    display: 'inline-flex',
    flexWrap: 'wrap',
    columnGap: 8,
    '& > [data-primary]': { fontWeight: 600 },
    '& i': { fontFamily: theme.typography.abstract.fontFamily, fontSize: theme.typography.meta.fontSize },
  })),
)

/**
 * A paper's category codes, primary first: three and the number of the others. An article begins with its journal, which
 * is a link to it, in place of the codes of journals, queries and feeds. Renders nothing without any.
 */
export function CategoryCodes({ paper }: CategoryCodesProps) {
  const { primary_category: primary, urls } = paper
  const nameOf = useCategoryNames()
  const journal = journalOf(paper)
  const codes = paper.categories.filter((code) => !isMade(code))
  const ordered = codes.toSorted((a, b) => Number(b === primary) - Number(a === primary))
  const shown = ordered.slice(0, 3)
  const hidden = ordered.slice(3)
  if (codes.length === 0 && journal === undefined) return null
  return (
    <Codes>
      {journal !== undefined && (
        <Link href={urls.abs} target="_blank" rel="noopener" color="inherit" underline="always">
          <i>{journal}</i>
        </Link>
      )}
      {shown.map((code) => (
        <span key={code} data-primary={code === primary || undefined} style={colourOf(code)}>
          {nameOf(code)}
        </span>
      ))}
      {hidden.length > 0 && <span title={hidden.map(nameOf).join(', ')}>+{hidden.length}</span>}
    </Codes>
  )
}

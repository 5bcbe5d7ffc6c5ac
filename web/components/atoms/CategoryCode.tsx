import { styled } from '@mui/material/styles'
import { nameOfCategory } from '../../shared/preprintServers.ts'
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

const colourOf = (code: string) => ({ color: `var(--pd-palette-fields-${fieldOf(code)})` })

/** A category's code, or the name of a server's subject, in the colour of its field. */
export function CategoryCode({ code, primary = false, name = nameOfCategory(code) }: CategoryCodeProps) {
  return (
    <Code data-primary={primary || undefined} style={colourOf(code)}>
      {name}
    </Code>
  )
}

interface CategoryCodesProps {
  codes: readonly string[]
  primary: string | null
}

const Codes = styled('span')(
  staticStyles(({ theme }) => ({
    ...theme.typography.code,
    color: theme.vars.palette.text.secondary,
    display: 'inline-flex',
    flexWrap: 'wrap',
    columnGap: 8,
    '& > [data-primary]': { fontWeight: 600 },
  })),
)

/** A paper's category codes, primary first. Shows three and the number of the others. Renders nothing without any. */
export function CategoryCodes({ codes, primary }: CategoryCodesProps) {
  const ordered = [...codes].sort((a, b) => Number(b === primary) - Number(a === primary))
  const shown = ordered.slice(0, 3)
  const hidden = ordered.slice(3)
  if (codes.length === 0) return null
  return (
    <Codes>
      {shown.map((code) => (
        <span key={code} data-primary={code === primary || undefined} style={colourOf(code)}>
          {nameOfCategory(code)}
        </span>
      ))}
      {hidden.length > 0 && <span title={hidden.map(nameOfCategory).join(', ')}>+{hidden.length}</span>}
    </Codes>
  )
}

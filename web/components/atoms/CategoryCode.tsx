import { fieldOf } from '../../shared/fields.ts'

interface CategoryCodeProps {
  code: string
  /** True for the paper's primary category, shown in bold; cross-lists are lighter. */
  primary?: boolean
}

/** A category's code in the colour of its field. */
export function CategoryCode({ code, primary = false }: CategoryCodeProps) {
  return (
    <span
      className={primary ? 'code code-primary' : 'code'}
      style={{ color: `var(--pd-palette-fields-${fieldOf(code)})` }}
    >
      {code}
    </span>
  )
}

interface CategoryCodesProps {
  codes: readonly string[]
  primary: string | null
}

/** A paper's category codes, primary first. Shows three and the number of the others. */
export function CategoryCodes({ codes, primary }: CategoryCodesProps) {
  const ordered = [...codes].sort((a, b) => Number(b === primary) - Number(a === primary))
  const shown = ordered.slice(0, 3)
  const hidden = ordered.slice(3)
  return (
    <span className="codes">
      {shown.map((code) => (
        <CategoryCode key={code} code={code} primary={code === primary} />
      ))}
      {hidden.length > 0 && (
        <span className="code" title={hidden.join(', ')}>
          +{hidden.length}
        </span>
      )}
    </span>
  )
}

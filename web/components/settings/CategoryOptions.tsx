import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import type { Category } from '#api/contract/categories.ts'
import { nameOfServer } from '../../shared/preprintServers.ts'
import { CategoryCode } from '../atoms/CategoryCode.tsx'
import { detailsOf } from './categoryChoice.ts'

interface CategoryOptionsProps {
  /** What the categories have in common. The name of a server is not repeated for each of its subjects. */
  label: string
  categories: readonly Category[]
  chosen: readonly string[]
  disabled: boolean
  onToggle: (id: string) => void
}

/** Checkboxes of categories. Arrow keys, Home and End move the focus; Space toggles a category. */
export function CategoryOptions({ label, categories, chosen, disabled, onToggle }: CategoryOptionsProps) {
  return (
    <OptionFields label={label}>
      {categories.map((category) => (
        <Option
          key={category.id}
          checked={chosen.includes(category.id)}
          disabled={disabled}
          onToggle={() => onToggle(category.id)}
          details={detailsOf(category)}
        >
          {category.kind === 'taxonomy' && <CodeOf category={category} label={label} />}
          {category.name}
        </Option>
      ))}
    </OptionFields>
  )
}

/** A group of `Option`s, in two columns where there is room. */
export function OptionFields({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="fieldset"
      aria-label={label}
      onKeyDown={moveFocus}
      sx={{
        m: 0,
        p: 0,
        border: 0,
        // The name of a topic may be one long word, and a fieldset is as wide as that by default.
        minWidth: 0,
        overflowWrap: 'anywhere',
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        columnGap: 2,
      }}
    >
      {children}
    </Box>
  )
}

interface OptionProps {
  checked: boolean
  disabled: boolean
  onToggle: () => void
  /** Said below the name. */
  details: readonly string[]
  /** Why it could not be chosen. */
  error?: string | undefined
  children: ReactNode
}

/** A checkbox with the name of what can be followed, and its details. */
export function Option({ checked, disabled, onToggle, details, error, children }: OptionProps) {
  const id = useId()
  return (
    <Box
      component="label"
      htmlFor={id}
      sx={{ display: 'flex', alignItems: 'flex-start', minHeight: 44, cursor: 'pointer' }}
    >
      <Checkbox id={id} checked={checked} disabled={disabled} onChange={onToggle} size="small" />
      <Box component="span" sx={{ pt: 0.875 }}>
        {children}
        {details.length > 0 && (
          <Typography variant="meta" component="span" sx={{ display: 'block' }}>
            {details.join(' · ')}
          </Typography>
        )}
        {error !== undefined && (
          <Typography variant="body2" component="span" role="alert" color="error" sx={{ display: 'block' }}>
            {error}
          </Typography>
        )}
      </Box>
    </Box>
  )
}

/** The code before the name, or the server of a subject, whose code says no more than its name. */
function CodeOf({ category: { id, group }, label }: { category: Category; label: string }) {
  const isSubject = nameOfServer(id.split('.')[0] ?? '') !== undefined
  if (isSubject && group === label) return null
  return (
    <>
      <CategoryCode code={id} primary name={isSubject ? group : undefined} />{' '}
    </>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')]
  const index = boxes.findIndex((box) => box === document.activeElement)
  const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: boxes.length - 1 }[event.key]
  if (target === undefined || index === -1) return
  event.preventDefault()
  boxes[Math.max(0, Math.min(boxes.length - 1, target))]?.focus()
}

import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState } from 'react'
import type { Category } from '#api/contract/categories.ts'
import { CATEGORIES_MAX } from '#api/contract/limits.ts'
import { nameOfCategory } from '../../shared/preprintServers.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { formatCount, formatFollowed, formatPlural } from '../../shared/format.ts'
import { ChosenCategory } from './ChosenCategory.tsx'
import {
  groupCategories,
  headingOf,
  isSearch,
  MANY_PAPERS,
  presets,
  searchCategories,
  sumVolume,
} from './categoryChoice.ts'
import { CategoryOptions } from './CategoryOptions.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

export interface CategoryPickerProps {
  /** Undefined while loading. */
  categories: readonly Category[] | undefined
  value: readonly string[]
  onChange: (ids: string[]) => void
  disabled?: boolean
}

/** Picker of the followed categories, by search, preset or group. Shows the expected number of papers a day. */
export function CategoryPicker({ categories, value, onChange, disabled = false }: CategoryPickerProps) {
  const [query, setQuery] = useKeptInput('category search', '')
  const field = useRef<HTMLInputElement>(null)
  const chosen = useRef<HTMLElement>(null)
  const categoryById = new Map(categories?.map((category) => [category.id, category]))
  // The id of a topic says nothing to its owner.
  const labelOf = (id: string) =>
    (categoryById.get(id)?.kind === 'topic' ? categoryById.get(id)?.name : undefined) ?? nameOfCategory(id)
  const maxReached = value.length >= CATEGORIES_MAX
  const toggle = (id: string) => {
    if (value.includes(id)) onChange(value.filter((other) => other !== id))
    else if (!maxReached) onChange([...value, id])
  }
  /** Removes a chip; the next one gets the focus, or the one before it. */
  const remove = (id: string) => {
    const at = value.indexOf(id)
    const chips = chosen.current?.querySelectorAll<HTMLElement>('[role=button]')
    const next = chips?.[at + 1] ?? chips?.[at - 1] ?? field.current
    next?.focus()
    toggle(id)
  }
  const found = !categories || query.trim() === '' ? null : searchCategories(categories, query)
  const searches = (categories ?? []).filter((category) => isSearch(category) && value.includes(category.id)).length
  const volume = sumVolume(categories ?? [], value)
  const inactive = disabled || !categories

  return (
    <Box aria-busy={!categories} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {value.length > 0 && (
        <section ref={chosen} aria-label="Chosen">
          <ControlRow>
            {value.map((id) => (
              <ChosenCategory
                key={id}
                label={labelOf(id)}
                // The name of a server's subject is in its label.
                name={labelOf(id) === id ? categoryById.get(id)?.name : undefined}
                onRemove={inactive ? undefined : () => remove(id)}
              />
            ))}
            <Button
              size="small"
              disabled={inactive}
              // Begins where the chips begin, if it is on a line of its own.
              sx={{ minWidth: 0, px: 1.25 }}
              onClick={() => {
                field.current?.focus()
                onChange([])
              }}
            >
              Clear
            </Button>
          </ControlRow>
        </section>
      )}
      <TextField
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        label="Find a category"
        placeholder="NLP, galaxies, neurology, math.NA"
        size="small"
        disabled={inactive}
        inputRef={field}
        slotProps={{
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {found === null ? (
        <>
          <ControlRow>
            <Typography variant="meta">Often chosen:</Typography>
            {presets.map(({ label, ids }) => (
              <Button
                key={label}
                size="small"
                variant="outlined"
                disabled={inactive}
                onClick={() => onChange([...new Set([...value, ...ids.filter((id) => categoryById.has(id))])])}
              >
                {label}
              </Button>
            ))}
          </ControlRow>
          <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
            {categories ? (
              groupCategories(categories).map((group) => (
                <Group key={group.name} {...group} chosen={value} disabled={disabled} onToggle={toggle} />
              ))
            ) : (
              <LoadingGroups />
            )}
          </Box>
        </>
      ) : found.length === 0 ? (
        <Typography component="output" sx={{ color: 'text.secondary' }}>
          No category for “{query.trim()}”.
        </Typography>
      ) : (
        <CategoryOptions
          label={`Categories for “${query.trim()}”`}
          categories={found}
          chosen={value}
          disabled={disabled}
          onToggle={toggle}
        />
      )}
      <Typography component="output" variant="meta">
        {formatFollowed(value.length - searches, searches)} chosen
        {volume > 0 && `, about ${formatPlural(volume, 'paper')} a day`}
        {volume > MANY_PAPERS && ': that is a lot; consider fewer'}
        {maxReached && `. ${formatCount(CATEGORIES_MAX)} is the most one can follow`}.
      </Typography>
    </Box>
  )
}

interface GroupProps {
  name: string
  categories: Category[]
  chosen: readonly string[]
  disabled: boolean
  onToggle: (id: string) => void
}

function Group({ name, categories, chosen, disabled, onToggle }: GroupProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const count = categories.filter((category) => chosen.includes(category.id)).length
  return (
    <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Button
        fullWidth
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        endIcon={<ExpandMoreIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
        sx={{
          justifyContent: 'flex-start',
          textAlign: 'start',
          color: 'text.primary',
          minHeight: 44,
          '& .MuiButton-endIcon': { ml: 'auto' },
        }}
      >
        {headingOf({ name, categories })} ({categories.length})
        {count > 0 && (
          <Typography component="span" variant="meta" sx={{ ml: 1, color: 'primary.main' }}>
            {count} chosen
          </Typography>
        )}
      </Button>
      <Box id={id} hidden={!open} sx={{ pb: 1.5, px: 1 }}>
        {open && (
          <CategoryOptions
            label={name}
            categories={categories}
            chosen={chosen}
            disabled={disabled}
            onToggle={onToggle}
          />
        )}
      </Box>
    </Box>
  )
}

/** As high as the groups of arXiv's taxonomy and of the two servers, so that nothing below moves when they are loaded. */
const LOADING_GROUPS = ['45%', '25%', '70%', '31%', '30%', '35%', '38%', '32%', '19%', '20%']

function LoadingGroups() {
  return (
    <>
      <span style={visuallyHidden}>Loading categories</span>
      {LOADING_GROUPS.map((width) => (
        <Box
          key={width}
          sx={{ display: 'flex', alignItems: 'center', minHeight: 44, px: 1, borderBottom: 1, borderColor: 'divider' }}
        >
          <Skeleton width={width} sx={{ maxWidth: 260 }} animation={false} />
        </Box>
      ))}
    </>
  )
}

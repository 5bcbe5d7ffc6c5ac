import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import type { Category } from '#api/contract/categories.ts'
import { CATEGORIES_MAX, WEB_ADDRESS } from '#api/contract/limits.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { isMade } from '../../shared/preprintServers.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { formatCount, formatFollowed } from '../../shared/format.ts'
import { ChosenCategory } from './ChosenCategory.tsx'
import { describeVolume, isSearch, MANY_PAPERS, presets, searchCategories, sumVolumes } from './categoryChoice.ts'
import { CategoryGroups } from './CategoryGroups.tsx'
import { CategoryOptions } from './CategoryOptions.tsx'
import { FoundOptions, type FoundOptionsProps } from './FoundOptions.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

export interface CategoryPickerProps extends Pick<FoundOptionsProps, 'followables'> {
  /** Undefined while loading. */
  categories: readonly Category[] | undefined
  value: readonly string[]
  onChange: (ids: string[]) => void
  disabled?: boolean
}

/** Picker of what is followed, by search, preset or group. Shows the expected number of papers a day. */
export function CategoryPicker({ followables, categories, value, onChange, disabled = false }: CategoryPickerProps) {
  const [query, setQuery] = useKeptInput('category search', '')
  const field = useRef<HTMLInputElement>(null)
  const chosen = useRef<HTMLElement>(null)
  const categoryById = new Map(categories?.map((category) => [category.id, category]))
  const nameOf = useCategoryNames()
  const labelOf = (id: string) => {
    const category = categoryById.get(id)
    // The id of what a reader made says nothing to its owner.
    return category !== undefined && (isMade(id) || category.kind === 'topic') ? category.name : nameOf(id)
  }
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
  const words = query.trim()
  const matches = !categories || words === '' ? null : searchCategories(categories, words)
  const found = matches?.filter((category) => !isFound(category)) ?? null
  const searches = (categories ?? []).filter((category) => isSearch(category) && value.includes(category.id)).length
  const volume = sumVolumes(categories ?? [], value)
  const amount = describeVolume(volume, 'paper')
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
        label="Find a category, journal or feed"
        placeholder="NLP, math.NA, a journal, words for PubMed, an address"
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
          <CategoryGroups categories={categories} chosen={value} disabled={disabled} onToggle={toggle} />
        </>
      ) : (
        <>
          {found.length === 0 && WEB_ADDRESS.test(words) ? null : found.length === 0 ? (
            <Typography component="output" sx={{ color: 'text.secondary' }}>
              No category for “{words}”.
            </Typography>
          ) : (
            <CategoryOptions
              label={`Categories for “${words}”`}
              categories={found}
              chosen={value}
              disabled={disabled}
              onToggle={toggle}
            />
          )}
          <FoundOptions
            followables={followables}
            words={words}
            known={matches?.filter(isFound) ?? []}
            chosen={value}
            disabled={disabled}
            isFull={maxReached}
            onToggle={toggle}
          />
        </>
      )}
      <Typography component="output" variant="meta">
        {formatFollowed(value, searches)} chosen
        {amount !== undefined && `, about ${amount}`}
        {volume.perDay > MANY_PAPERS && ': that is a lot; consider fewer'}
        {maxReached && `. ${formatCount(CATEGORIES_MAX)} is the most one can follow`}.
      </Typography>
    </Box>
  )
}

/** Whether it was found at its source, and made a category by a reader. */
const isFound = ({ id, kind }: Category): boolean => isMade(id) || kind === 'subject'

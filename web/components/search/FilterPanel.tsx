import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { isNamed, withoutNamesakes, type NameOf } from '../../shared/categoryNames.ts'
import { presetOf, presetStart, type DatePreset } from '../../data/search/searchFilters.ts'
import type { SearchFilters } from '../../data/search/searchState.ts'
import { serverNow } from '../../shared/serverClock.ts'

const CATEGORIES_SHOWN = 8
const none: readonly never[] = []

export interface FilterPanelProps {
  filters: SearchFilters
  /** Number of hits per category; undefined before the first response. */
  categories?: readonly { id: string; count: number }[] | undefined
  years?: readonly { year: number; count: number }[] | undefined
  /** Category code -> name. */
  names: ReadonlyMap<string, string>
  /** What a category is called; `names` are longer. */
  nameOf: NameOf
  onChange: (filters: SearchFilters) => void
}

/** Filters and order of a search. Calls `onChange` on each change; there is no submit button. */
export function FilterPanel({ filters, categories = none, years = none, names, nameOf, onChange }: FilterPanelProps) {
  const [showAll, setShowAll] = useState(false)
  const counts = new Map(categories.map(({ id, count }) => [id, count]))
  // Selected categories are always listed, even if the facets do not contain them.
  const found = categories.map(({ id }) => id).filter((id) => isNamed(id, nameOf))
  const ids = withoutNamesakes([...new Set([...filters.category, ...found])], nameOf)
  const shown = showAll ? ids : ids.slice(0, Math.max(CATEGORIES_SHOWN, filters.category.length))

  return (
    <Stack sx={{ gap: 3 }}>
      <FormControl>
        <FormLabel id="filter-sort">Order</FormLabel>
        <RadioGroup
          aria-labelledby="filter-sort"
          value={filters.sort}
          onChange={(_event, sort) => onChange({ ...filters, sort: sort === 'newest' ? 'newest' : 'relevance' })}
        >
          <FormControlLabel value="relevance" control={<Radio size="small" />} label="Best match" />
          <FormControlLabel value="newest" control={<Radio size="small" />} label="Newest" />
        </RadioGroup>
      </FormControl>
      <FormControlLabel
        control={
          <Switch
            checked={filters.in_list}
            onChange={(_event, checked) => onChange({ ...filters, in_list: checked })}
          />
        }
        label="Only in my list"
        sx={{ ml: -1.5 }}
      />
      <DateFilter filters={filters} years={years} onChange={onChange} />
      <AuthorFilter key={filters.author ?? ''} filters={filters} onChange={onChange} />
      {ids.length > 0 && (
        <FormControl component="fieldset">
          <FormLabel component="legend">Category</FormLabel>
          <FormGroup>
            {shown.map((id) => (
              <FormControlLabel
                key={id}
                title={names.get(id)}
                control={
                  <Checkbox
                    size="small"
                    checked={filters.category.includes(id)}
                    onChange={(_event, checked) =>
                      onChange({
                        ...filters,
                        category: checked
                          ? [...filters.category, id]
                          : filters.category.filter((other) => other !== id),
                      })
                    }
                  />
                }
                label={
                  <>
                    {nameOf(id)}{' '}
                    <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                      {counts.get(id)?.toLocaleString('en') ?? ''}
                    </Typography>
                  </>
                }
              />
            ))}
          </FormGroup>
          {ids.length > shown.length && (
            <Button size="small" onClick={() => setShowAll(true)} sx={{ alignSelf: 'start', ml: -1.75 }}>
              Show {ids.length - shown.length} more
            </Button>
          )}
        </FormControl>
      )}
    </Stack>
  )
}

const presets: readonly (readonly [DatePreset, string])[] = [
  ['any', 'Any time'],
  ['week', 'Past week'],
  ['month', 'Past month'],
  ['year', 'Past year'],
  ['own', 'Own range'],
]

type PartProps = Pick<FilterPanelProps, 'filters' | 'onChange'>

function DateFilter({ filters, years, onChange }: PartProps & { years: readonly { year: number; count: number }[] }) {
  const [today] = useState(serverNow)
  const preset = presetOf(filters, today)
  const [own, setOwn] = useState(false)
  const value = own ? 'own' : preset
  return (
    <FormControl>
      <FormLabel id="filter-date">Published</FormLabel>
      <RadioGroup
        aria-labelledby="filter-date"
        value={value}
        onChange={(_event, next) => {
          setOwn(next === 'own')
          if (next === 'any') onChange({ ...filters, from: undefined, to: undefined })
          if (next === 'week' || next === 'month' || next === 'year')
            onChange({ ...filters, from: presetStart(next, today), to: undefined })
        }}
      >
        {presets.map(([name, label]) => (
          <FormControlLabel key={name} value={name} control={<Radio size="small" />} label={label} />
        ))}
      </RadioGroup>
      {value === 'own' && (
        <Stack sx={{ gap: 1.5, mt: 1 }}>
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              size="small"
              type="date"
              label={end === 'from' ? 'From' : 'To'}
              value={filters[end] ?? ''}
              onChange={(event) => onChange({ ...filters, [end]: event.target.value || undefined })}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          ))}
          <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
            {years.slice(0, 6).map(({ year, count }) => (
              <Button
                key={year}
                size="small"
                onClick={() => onChange({ ...filters, from: `${year}-01-01`, to: `${year}-12-31` })}
              >
                {year} ({count.toLocaleString('en')})
              </Button>
            ))}
          </Stack>
        </Stack>
      )}
    </FormControl>
  )
}

function AuthorFilter({ filters, onChange }: PartProps) {
  const [name, setName] = useState(filters.author ?? '')
  const apply = () => {
    const author = name.trim() || undefined
    if (author !== filters.author) onChange({ ...filters, author })
  }
  return (
    <TextField
      size="small"
      label="Author"
      value={name}
      onChange={(event) => setName(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
      slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
    />
  )
}

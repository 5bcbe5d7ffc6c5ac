import { useState } from 'react'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import type { ReadingCounts } from '#api/contract/readingList.ts'
import { Icon } from '../../components/atoms/Icon.tsx'
import { SelectField } from '../../components/atoms/SelectField.tsx'
import { CategoryChip } from '../../components/settings/CategoryChip.tsx'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { useTypingPause } from '../../shared/useTypingPause.ts'
import { tabs, type ReadingState, type Sort } from './readingState.ts'

const sortLabels: Record<Sort, string> = {
  added: 'Saved last',
  published: 'Published last',
  title: 'Title',
  updated: 'Changed last',
}

interface ReadingControlsProps {
  /** The user's tags. */
  tags: readonly string[]

  state: ReadingState
  counts: ReadingCounts | undefined
  onChange: (changes: Partial<ReadingState>, how?: 'push' | 'replace') => void
}

/** Filters, search field and sort order of the reading list. */
export function ReadingControls({ tags, state, counts, onChange }: ReadingControlsProps) {
  const all = counts && counts.to_read + counts.reading + counts.done
  const shownTags = [...new Set([...(state.tag === null ? [] : [state.tag]), ...tags])]
  return (
    <div className="reading-controls">
      <nav className="reading-tabs" aria-label="Reading state">
        {tabs.map((tab) => (
          <CategoryChip
            key={tab}
            label={tab === 'all' ? 'All' : readingStatuses[tab]}
            count={tab === 'all' ? all : counts?.[tab]}
            selected={state.tab === tab}
            onClick={() => onChange({ tab, itemId: null })}
          />
        ))}
      </nav>
      <CategoryChip
        label="With note"
        selected={state.withNote}
        onClick={() => onChange({ withNote: !state.withNote, itemId: null })}
      />
      {shownTags.length > 0 && (
        <SelectField
          label="Tag"
          value={state.tag ?? ''}
          options={[['', 'Any tag'], ...shownTags.map((tag) => [tag, tag] as const)]}
          onChange={(tag) => onChange({ tag: tag || null, itemId: null })}
        />
      )}
      <SelectField
        label="Order"
        value={state.sort}
        options={Object.entries(sortLabels)}
        onChange={(sort) => onChange({ sort: sort as Sort })}
      />
      <SearchWithin value={state.q} onChange={(q) => onChange({ q, itemId: null }, 'replace')} />
    </div>
  )
}

function SearchWithin({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  // Back or a link changed the URL: show its value in the field.
  if (value !== lastValue) {
    setLastValue(value)
    setText(value)
  }
  useTypingPause(text, value, (words) => {
    setLastValue(words)
    onChange(words)
  })

  return (
    <div className="field search-within">
      <Icon name="search" />
      <input
        type="search"
        aria-label="Search in the list"
        placeholder="Search in the list"
        maxLength={SEARCH_QUERY_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <fieldset className="field-edge" aria-hidden />
    </div>
  )
}

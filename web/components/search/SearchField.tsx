import { Suspense, useId, useState, type Ref } from 'react'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import { takeLongPaste } from '../../shared/longText.ts'
import { lazyMui } from '../../shared/theme/withMui.tsx'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { Icon } from '../atoms/Icon.tsx'

const SearchHelp = lazyMui(async () => (await import('./SearchHelp.tsx')).SearchHelp)

const COUNTER_FROM = 200

export interface SearchFieldProps {
  value: string
  /** True if the response is slow: shows a progress bar without shifting the layout. */
  slow?: boolean
  inputRef?: Ref<HTMLInputElement>
  onChange: (value: string) => void
  /** Called when the user presses Enter. */
  onSubmit: () => void
  /** Called in place of `onChange` with a text that is too long for a search. */
  onLongText: (text: string) => void
}

/** Input of the search query, with help on the query syntax. */
export function SearchField({ value, slow = false, inputRef, onChange, onSubmit, onLongText }: SearchFieldProps) {
  const [help, setHelp] = useState<HTMLElement | null>(null)
  const wasOpened = useWasOpened(help !== null)
  const counterId = useId()
  const hasCounter = value.length >= COUNTER_FROM
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <div className="field search-field">
          <Icon name="search" />
          <input
            ref={inputRef}
            type="search"
            aria-label="Search papers"
            aria-describedby={hasCounter ? counterId : undefined}
            placeholder="Search papers, authors, ids"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={value}
            onChange={({ target: { value: typed } }) =>
              (typed.length > SEARCH_QUERY_MAX ? onLongText : onChange)(typed)
            }
            onPaste={(event) => takeLongPaste(event, SEARCH_QUERY_MAX, onLongText)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              if (value !== '') onChange('')
              else event.currentTarget.blur()
            }}
          />
          {value !== '' && (
            <button
              className="button icon-only small"
              type="button"
              aria-label="Clear the search"
              onClick={(event) => {
                onChange('')
                // The button is gone then.
                event.currentTarget.closest('form')?.querySelector('input')?.focus()
              }}
            >
              <Icon name="clear" />
            </button>
          )}
          <button
            className="button icon-only small"
            type="button"
            aria-label="How to search"
            aria-haspopup="dialog"
            aria-expanded={help !== null}
            onClick={(event) => setHelp(event.currentTarget)}
          >
            <Icon name="help" />
          </button>
          <fieldset className="field-edge" aria-hidden />
        </div>
        {hasCounter && (
          <p className="search-counter" id={counterId}>
            {value.length} of {SEARCH_QUERY_MAX} characters
          </p>
        )}
      </form>
      <div className="search-progress">{slow && <progress aria-label="Searching" />}</div>
      {wasOpened && (
        <Suspense>
          <SearchHelp anchor={help} onClose={() => setHelp(null)} />
        </Suspense>
      )}
    </search>
  )
}

import { Suspense, useId, useState, type Ref } from 'react'
import { SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import { takeLongPaste } from '../../shared/longText.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { Icon } from '../atoms/Icon.tsx'

const HELP = {
  path: 'M11 18h2v-2h-2zm1-16C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2m0 18c-4.41 0-8-3.59-8-8s3.59-8 8-8 8 3.59 8 8-3.59 8-8 8m0-14c-2.21 0-4 1.79-4 4h2c0-1.1.9-2 2-2s2 .9 2 2c0 2-3 1.75-3 5h2c0-2.25 3-2.5 3-5 0-2.21-1.79-4-4-4',
}

const SearchHelp = lazyPart(async () => (await import('./SearchHelp.tsx')).SearchHelp)

const COUNTER_FROM = 200

export interface SearchFieldProps {
  value: string
  /** True if the response is slow: shows a progress bar without shifting the layout. */
  slow?: boolean
  inputRef?: Ref<HTMLInputElement>
  onChange: (value: string, how?: 'pasted') => void
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
            onChange={({ target: { value: typed }, nativeEvent }) => {
              if (typed.length > SEARCH_QUERY_MAX) return onLongText(typed)
              onChange(typed, (nativeEvent as InputEvent).inputType === 'insertFromPaste' ? 'pasted' : undefined)
            }}
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
            <Icon name={HELP} />
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

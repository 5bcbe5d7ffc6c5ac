import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { IMPORT_TEXT_MAX, TERM_MAX } from '#api/contract/limits.ts'
import type { ImportInput, ImportResult } from '#api/contract/taste.ts'
import { FileField } from '../atoms/FileField.tsx'
import { IMPORT_ENDINGS } from '../../shared/fileEndings.ts'
import { StepFrame, type StepPosition } from '../settings/StepFrame.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'
import { formatCount, formatPlural } from '../../shared/format.ts'
import { RecognisedPapers } from './RecognisedPapers.tsx'

type Source = 'text' | 'author'

export interface KnownPapersStepProps {
  position: StepPosition
  /** What would be used of the last input; undefined before it was looked up. */
  recognised: ImportResult | undefined
  saving: boolean
  error?: string | undefined
  /** Looks up what the input contains, without using it. */
  onLookUp: (input: ImportInput) => void
  /** The input has changed: what was recognised does not belong to it. */
  onChange: () => void
  /** Uses what was looked up, without the papers of `leftOut`. */
  onUse: (input: ImportInput, leftOut: ReadonlySet<string>) => void
  onSkip: () => void
}

/** Setup step: papers that the user knows, as ids, BibTeX or RIS, or the user's own papers by name. */
export function KnownPapersStep(props: KnownPapersStepProps) {
  const { position, recognised, saving, error, onLookUp, onChange, onUse, onSkip } = props
  const [source, setSource] = useKeptInput<Source>('setup papers from', 'text')
  const [values, setValues] = useKeptInput<Record<Source, string>>('setup papers', { text: '', author: '' })
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const value = values[source].trim()
  const isTooLong = source === 'text' && value.length > IMPORT_TEXT_MAX
  const input: ImportInput = source === 'text' ? { text: value } : { author: value }

  const changeInput = (nextSource: Source, next: string) => {
    setSource(nextSource)
    setValues({ ...values, [nextSource]: next })
    setLeftOut(new Set())
    onChange()
  }
  const used = recognised
    ? recognised.papers.filter(({ id }) => !leftOut.has(id)).length + recognised.fetching.length
    : 0
  const feeds = recognised?.feeds?.category_ids.length ?? 0

  return (
    <StepFrame
      position={position}
      title="Papers you know"
      text="Papers you have read, cited or written say best what you look for. You see what was recognised before it is used."
      saving={saving}
      error={error}
      nextLabel={
        recognised && used > 0
          ? `Use ${used === 1 ? 'this paper' : `these ${formatCount(used)} papers`}`
          : feeds > 0
            ? `Follow ${formatPlural(feeds, 'category', 'categories')}`
            : 'Look them up'
      }
      nextDisabled={value === '' || isTooLong || (recognised !== undefined && used + feeds === 0)}
      onNext={() => (recognised ? onUse(input, leftOut) : onLookUp(input))}
      onSkip={onSkip}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          color="primary"
          aria-label="Where the papers come from"
          value={source}
          disabled={saving}
          onChange={(_event, next: Source | null) => next !== null && changeInput(next, values[next])}
        >
          <ToggleButton value="text">Paste a list</ToggleButton>
          <ToggleButton value="author">My own papers</ToggleButton>
        </ToggleButtonGroup>
        {source === 'text' ? (
          <FileField
            label="Choose a file"
            accept={IMPORT_ENDINGS}
            maxBytes={IMPORT_TEXT_MAX}
            disabled={saving}
            onText={(text) => changeInput('text', text)}
          >
            <TextField
              fullWidth
              multiline
              minRows={5}
              maxRows={14}
              label="Papers"
              placeholder={'2511.01234\nhttps://arxiv.org/abs/2510.04321\n10.1101/2026.01.02.123456'}
              value={values.text}
              error={isTooLong}
              helperText={
                isTooLong
                  ? `Too long by ${formatPlural(value.length - IMPORT_TEXT_MAX, 'character')}. Paste it in parts.`
                  : 'Ids, addresses, titles, BibTeX and RIS in any order, or a CSL-JSON or OPML file.'
              }
              onChange={(event) => changeInput('text', event.target.value)}
              slotProps={{ htmlInput: { readOnly: saving } }}
            />
          </FileField>
        ) : (
          <TextField
            key="author"
            size="small"
            label="I am"
            placeholder="Ada Linde"
            value={values.author}
            helperText="Your name as on your papers."
            onChange={(event) => changeInput('author', event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && value !== '' && !recognised && onLookUp(input)}
            slotProps={{ htmlInput: { maxLength: TERM_MAX, autoComplete: 'name', readOnly: saving } }}
            sx={{ maxWidth: 360 }}
          />
        )}
        {recognised && (
          <RecognisedPapers
            recognised={recognised}
            byName={source === 'author'}
            leftOut={leftOut}
            disabled={saving}
            onToggle={(id) => setLeftOut(new Set([id]).symmetricDifference(leftOut))}
          />
        )}
      </Box>
    </StepFrame>
  )
}

import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { SourceSettings, SourceSettingsChanges, SourceTest, SourceTestInput } from '#api/contract/days.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { formatCount } from '../../shared/format.ts'
import { ConfirmDialog } from '../atoms/ConfirmDialog.tsx'
import { interfaceName } from './interfaceName.ts'
import { SourceTestResult } from './SourceTestResult.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

export interface SourceSettingsFormProps {
  settings: SourceSettings
  /** It has no days: single papers are asked for. */
  onDemand?: boolean
  busy?: boolean
  /** The last change was saved. */
  saved?: boolean
  error?: string | undefined
  /** Path of a field -> error sentence of the API. */
  fields?: Readonly<Record<string, string>>
  /** Resolves to true if the change was saved. */
  onChange: (changes: SourceSettingsChanges) => Promise<boolean>
  test: TestedSource
}

/** The test of the addresses on the screen, which need not be saved. */
interface TestedSource {
  /** Undefined before the first test. */
  result: SourceTest | undefined
  busy: boolean
  error: string | undefined
  run: (input: SourceTestInput) => void
  /** The result is of addresses that are not on the screen any more. */
  clear: () => void
}

const noFields: Readonly<Record<string, string>> = {}

/** Form of one source: on or off, the pause between requests, and its addresses. */
export function SourceSettingsForm(props: SourceSettingsFormProps) {
  const { settings, onDemand = false, busy = false, saved = false, error, fields = noFields, onChange, test } = props
  const { name, enabled, defaults } = settings
  const [gap, setGap] = useKeptDialog(`pause of ${name}`, `${settings.gap_ms}`)
  const [addresses, setAddresses] = useKeptDialog<Record<string, string>>(`addresses of ${name}`, settings.addresses)
  const [isAsking, setAsking] = useState(false)
  const [localError, setLocalError] = useState<string>()

  const problem = (...path: string[]) =>
    Object.entries(fields).find(([key]) => key.split(/[./]/).filter(Boolean).join('.') === path.join('.'))?.[1]
  const gapProblem = localError ?? problem('gap_ms')
  const isShownAtField =
    gapProblem !== undefined || Object.keys(addresses).some((id) => problem('addresses', id) !== undefined)

  const changed = Object.entries(addresses).filter(([id, text]) => text.trim() !== settings.addresses[id])
  const changedAddresses = Object.fromEntries(
    changed.map(([id, text]) => [id, text.trim() === defaults.addresses[id] ? null : text.trim()]),
  )

  const save = () => {
    const isWhole = /^\d+$/.test(gap.trim())
    setLocalError(isWhole ? undefined : 'A whole number of milliseconds.')
    if (!isWhole) return
    const gapMs = Number(gap)
    void onChange({
      ...(gapMs !== settings.gap_ms && { gap_ms: gapMs === defaults.gap_ms ? null : gapMs }),
      ...(changed.length > 0 && { addresses: changedAddresses }),
    })
  }

  return (
    <form
      noValidate
      aria-label={`Settings of ${name}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) save()
      }}
    >
      <Stack sx={{ gap: 2.5 }}>
        <FormControlLabel
          control={<Switch checked={enabled} disabled={busy} onChange={() => setAsking(true)} />}
          label={enabled ? `${name} is read` : `${name} is switched off`}
        />
        <SettingField
          label="Pause between two requests, in milliseconds"
          value={gap}
          standard={`${defaults.gap_ms}`}
          standardText={formatCount(defaults.gap_ms)}
          problem={gapProblem}
          onChange={setGap}
        />
        {Object.entries(addresses).map(([id, address]) => (
          <SettingField
            key={id}
            label={`Address: ${interfaceName(id)}`}
            value={address}
            standard={defaults.addresses[id]}
            problem={problem('addresses', id)}
            onChange={(text) => {
              setAddresses({ ...addresses, [id]: text })
              test.clear()
            }}
          />
        ))}
        {test.error !== undefined && !isShownAtField && <Alert severity="error">Not tested. {test.error}</Alert>}
        {test.result !== undefined && <SourceTestResult result={test.result} />}
        {error !== undefined && !isShownAtField && <Alert severity="error">Not saved. {error}</Alert>}
        <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
          <Button type="submit" variant="contained" color="primary" loading={busy}>
            Save settings
          </Button>
          {Object.keys(addresses).length > 0 && (
            <Button variant="outlined" loading={test.busy} onClick={() => test.run({ addresses: changedAddresses })}>
              Test {changed.length > 0 ? 'before saving' : 'now'}
            </Button>
          )}
          <Typography component="output" variant="body2" sx={{ color: 'success.main' }}>
            {saved ? 'Saved' : ''}
          </Typography>
        </Stack>
      </Stack>
      <ConfirmDialog
        open={isAsking}
        danger={enabled}
        title={enabled ? `Switch ${name} off?` : `Switch ${name} on?`}
        confirmLabel={enabled ? `Switch ${name} off` : `Switch ${name} on`}
        busy={busy}
        onConfirm={() => void onChange({ enabled: !enabled }).then(() => setAsking(false))}
        onClose={() => setAsking(false)}
      >
        {switchText(enabled, onDemand)}
      </ConfirmDialog>
    </form>
  )
}

function switchText(enabled: boolean, onDemand: boolean): string {
  if (onDemand)
    return enabled
      ? 'Papers that only it knows cannot be looked up or imported until it is on again. Stored papers, reading lists and notes stay.'
      : 'It is asked again when somebody looks a paper up or imports one.'
  return enabled
    ? 'Nothing more is fetched from it, and its announcements from now on are missing until it is on again. Stored papers, reading lists and notes stay.'
    : 'It is read again at its next run. Days that were missed meanwhile can be fetched from the calendar.'
}

interface SettingFieldProps {
  label: string
  value: string
  /** The default value; undefined if there is none. */
  standard: string | undefined
  standardText?: string | undefined
  problem: string | undefined
  onChange: (value: string) => void
}

function SettingField({ label, value, standard, standardText = standard, problem, onChange }: SettingFieldProps) {
  const isDefault = standard === undefined || value.trim() === standard
  return (
    <ControlRow sx={{ alignItems: 'start' }}>
      <TextField
        size="small"
        label={label}
        value={value}
        error={problem !== undefined}
        helperText={problem ?? (isDefault ? 'The default' : `Default: ${standardText}`)}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{
          htmlInput: { spellCheck: false, autoComplete: 'off' },
          formHelperText: { sx: { overflowWrap: 'anywhere' } },
        }}
        sx={{ flex: '1 1 260px', minWidth: 0 }}
      />
      {!isDefault && (
        <Button
          type="button"
          variant="outlined"
          aria-label={`Reset to default: ${label}`}
          onClick={() => onChange(standard)}
        >
          Reset to default
        </Button>
      )}
    </ControlRow>
  )
}

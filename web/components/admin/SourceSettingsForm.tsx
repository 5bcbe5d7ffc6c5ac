import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { SourceSettings, SourceSettingsChanges, SourceTest, SourceTestInput } from '#api/contract/days.ts'
import { formatCount } from '../../shared/format.ts'
import { ConfirmDialog } from '../atoms/ConfirmDialog.tsx'
import { SecretField } from './SecretField.tsx'
import { SettingField } from './SettingField.tsx'
import { interfaceName, SourceTestResult } from './SourceTestResult.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'

export interface SourceSettingsFormProps {
  settings: SourceSettings
  /** What it is asked for: announcements, single papers, more about papers of other sources, or notices about them. */
  use?: 'announcements' | 'on-demand' | 'enrichment' | 'notices'
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

/** The test of the addresses and the key on the screen, which need not be saved. */
interface TestedSource {
  /** Undefined before the first test. */
  result: SourceTest | undefined
  busy: boolean
  error: string | undefined
  run: (input: SourceTestInput) => void
  /** The result is of addresses that are not on the screen any more. */
  clear: () => void
}

const helpOfKey = ({ name, key_needed, key_form }: SourceSettings): string =>
  [
    key_needed === 'required' ? `${name} answers only with a key` : `Optional: ${name} allows more requests with one`,
    key_form === undefined ? '' : `, in the form ${key_form}`,
    '. It is stored encrypted and never shown again.',
  ].join('')
/** What is in force in place of a setting while the key is refused; undefined if it is the setting. */
const sayInForce = ({ name, key_refused }: SourceSettings, inForce: number | null, setting: number | null) =>
  !key_refused || inForce === null || inForce === setting
    ? undefined
    : `${formatCount(inForce)} while ${name} refuses the key.`
const isWhole = (text: string) => /^\d+$/.test(text.trim())
const noFields: Readonly<Record<string, string>> = {}

/** Form of one source: on or off, key, pause between requests, requests a day, and its addresses. */
export function SourceSettingsForm(props: SourceSettingsFormProps) {
  const {
    settings,
    use = 'announcements',
    busy = false,
    saved = false,
    error,
    fields = noFields,
    onChange,
    test,
  } = props
  const { name, enabled, defaults, budget } = settings
  const [gap, setGap] = useKeptDialog(`pause of ${name}`, `${settings.gap_ms}`)
  const [perDay, setPerDay] = useKeptDialog(`requests of ${name}`, `${settings.requests_per_day ?? ''}`)
  const [key, setKey] = useKeptDialog<string | undefined>(`key of ${name}`, undefined)
  const [addresses, setAddresses] = useKeptDialog<Record<string, string>>(`addresses of ${name}`, settings.addresses)
  const [isAsking, setAsking] = useState(false)
  const [localErrors, setLocalErrors] = useState(noFields)

  const problem = (...path: string[]) =>
    Object.entries({ ...fields, ...localErrors }).find(
      ([key]) => key.split(/[./]/).filter(Boolean).join('.') === path.join('.'),
    )?.[1]
  const isShownAtField =
    ['gap_ms', 'requests_per_day', 'key'].some((field) => problem(field) !== undefined) ||
    Object.keys(addresses).some((id) => problem('addresses', id) !== undefined)

  const changed = Object.entries(addresses).filter(([id, text]) => text.trim() !== settings.addresses[id])
  const changedAddresses = Object.fromEntries(
    changed.map(([id, text]) => [id, text.trim() === defaults.addresses[id] ? null : text.trim()]),
  )

  const typedKey = key === undefined ? {} : { key: key === '' ? null : key }
  /** Once it is saved, the typed key is not kept. */
  const change = async (changes: SourceSettingsChanges) => {
    if (await onChange(changes)) setKey(undefined)
  }
  const save = () => {
    const wrong = {
      ...(!isWhole(gap) && { gap_ms: 'A whole number of milliseconds.' }),
      ...(perDay.trim() !== '' && !isWhole(perDay) && { requests_per_day: 'A whole number.' }),
    }
    setLocalErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    const gapMs = Number(gap)
    const limit = perDay.trim() === '' ? defaults.requests_per_day : Number(perDay)
    const changes = {
      ...(gapMs !== settings.gap_ms && { gap_ms: gapMs === defaults.gap_ms ? null : gapMs }),
      ...(limit !== settings.requests_per_day && {
        requests_per_day: limit === defaults.requests_per_day ? null : limit,
      }),
      ...(changed.length > 0 && { addresses: changedAddresses }),
      ...typedKey,
    }
    void change(changes)
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
        {settings.key_needed !== 'none' && (
          <SecretField
            // After a save the field is closed again.
            key={`${settings.key_set}`}
            noun="key"
            name={`key of ${name}`}
            isSet={settings.key_set}
            value={key}
            error={problem('key')}
            help={helpOfKey(settings)}
            onChange={(text) => {
              setKey(text)
              test.clear()
            }}
          />
        )}
        <SettingField
          label="Pause between two requests, in milliseconds"
          value={gap}
          standard={`${defaults.gap_ms}`}
          standardText={formatCount(defaults.gap_ms)}
          inForce={sayInForce(settings, settings.gap_in_force_ms, settings.gap_ms)}
          problem={problem('gap_ms')}
          onChange={setGap}
        />
        <SettingField
          label={`Requests a day; ${formatCount(budget.used)} today`}
          value={perDay}
          standard={`${defaults.requests_per_day ?? ''}`}
          standardText={defaults.requests_per_day === null ? 'any number' : formatCount(defaults.requests_per_day)}
          inForce={sayInForce(settings, budget.limit, settings.requests_per_day)}
          problem={problem('requests_per_day')}
          onChange={setPerDay}
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
            <Button
              variant="outlined"
              loading={test.busy}
              onClick={() => test.run({ addresses: changedAddresses, ...(key && { key }) })}
            >
              Test {changed.length > 0 || key ? 'before saving' : 'now'}
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
        onConfirm={() => void change({ enabled: !enabled, ...typedKey }).then(() => setAsking(false))}
        onClose={() => setAsking(false)}
      >
        {switchTexts[use][enabled ? 'off' : 'on']}
      </ConfirmDialog>
    </form>
  )
}

const switchTexts = {
  announcements: {
    off: 'Nothing more is fetched from it, and its announcements from now on are missing until it is on again. Stored papers, reading lists and notes stay.',
    on: 'It is read again at its next run. Days that were missed meanwhile can be fetched from the calendar.',
  },
  'on-demand': {
    off: 'Papers that only it knows cannot be looked up or imported until it is on again. Stored papers, reading lists and notes stay.',
    on: 'It is asked again when somebody looks a paper up or imports one.',
  },
  notices: {
    off: 'Its retractions and corrections are not read any more. Papers keep the marks that they have.',
    on: 'Its list is read once a day, as a whole: it does not get which papers readers save.',
  },
  enrichment: {
    off: 'It is not asked about papers any more. What it has said about them stays.',
    on: 'It is asked about the papers of followed categories and those that readers save, many at a time. It does not get who reads or saves them.',
  },
} as const

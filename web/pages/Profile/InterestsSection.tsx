import type { Interests, UserChanges } from '#api/contract/users.ts'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { useSetting } from '../../data/account/useSetting.ts'
import { Section } from './Section.tsx'
import { TermsField } from '../../components/settings/TermsField.tsx'

interface InterestsSectionProps {
  interests: Interests
  onSave: (changes: UserChanges) => Promise<unknown>
}

const rows = [
  {
    name: 'keywords',
    label: 'Keywords',
    help: 'Papers with these words come first and show the match.',
    placeholder: 'night vision',
  },
  {
    name: 'authors',
    label: 'Authors',
    help: 'Their papers come first, their names are bold.',
    placeholder: 'Full name',
  },
  { name: 'muted_terms', label: 'Muted words', help: 'Papers with these words are left out.', placeholder: 'survey' },
  { name: 'muted_authors', label: 'Muted authors', help: 'Their papers are left out.', placeholder: 'Full name' },
] as const

/** Followed and muted words and authors. */
export function InterestsSection({ interests, onSave }: InterestsSectionProps) {
  return (
    <Section id="interests" title="Keywords and authors">
      {rows.map((row) => (
        <TermsRow key={row.name} {...row} value={interests[row.name]} onSave={onSave} />
      ))}
    </Section>
  )
}

type TermsRowProps = (typeof rows)[number] & { value: readonly string[]; onSave: InterestsSectionProps['onSave'] }

function TermsRow({ name, label, help, placeholder, value: saved, onSave }: TermsRowProps) {
  const { value, change, fields, saving } = useSetting<readonly string[]>(name, saved, (terms) =>
    onSave({ interests: { [name]: [...terms] } }),
  )
  const refused = fields[`interests.${name}`]
  // The field says why; the same entries would be refused again.
  const result = refused === undefined ? saving : { status: saving.status }
  return (
    <SettingsRow label={label} help={help} {...result}>
      <TermsField label={label} placeholder={placeholder} value={value} onChange={change} error={refused} />
    </SettingsRow>
  )
}

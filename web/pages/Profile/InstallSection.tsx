import Button from '@mui/material/Button'
import { useSyncExternalStore } from 'react'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { installOffer } from '../../shared/installOffer.ts'
import { Section } from './Section.tsx'

/** Button that installs the site as an app. Shown only while the browser offers it. */
export function InstallSection() {
  if (!useSyncExternalStore(installOffer.subscribe, installOffer.isOpen)) return null
  return (
    <Section id="install" title="App">
      <SettingsRow label="Install Paperdawn" help="Opens in a window of its own, with an icon beside your other apps.">
        <Button variant="outlined" onClick={() => void installOffer.accept()}>
          Install
        </Button>
      </SettingsRow>
    </Section>
  )
}

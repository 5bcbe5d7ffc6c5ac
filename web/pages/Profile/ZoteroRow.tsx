import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { ZoteroInput, ZoteroQuestion, ZoteroTest } from '#api/contract/zotero.ts'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { ZoteroDialog } from '../../components/settings/ZoteroDialog.tsx'
import { ZoteroSettings } from '../../components/settings/ZoteroSettings.tsx'
import { useZotero } from '../../data/account/useZotero.ts'
import { useAction } from '../../data/useAction.ts'

/** The reader's library at Zotero: off, or connected. */
export function ZoteroRow() {
  const { connection, problems, questions, error, retry, ...calls } = useZotero()
  const [isOpen, setOpen] = useState(false)
  const [test, setTest] = useState<ZoteroTest | null>(null)
  const testing = useAction(async (key?: string) => setTest(await calls.test(key)))
  const saving = useAction(calls.save)
  const syncing = useAction(calls.sync)
  const disconnecting = useAction(calls.disconnect)
  const answering = useAction((question: ZoteroQuestion, answer: 'keep' | 'remove') => calls.answer(question, answer))
  const close = () => {
    setOpen(false)
    setTest(null)
    testing.reset()
    saving.reset()
  }
  const save = async (input: ZoteroInput) => {
    if (await saving.run(input)) close()
  }
  const failure = disconnecting.error ?? syncing.error ?? answering.error
  return (
    <SettingsRow
      label="Zotero"
      help="The papers of your library teach the order of your days, and papers you save can go to a collection of it. Your notes and files there are not read."
    >
      <LoadedPart
        what="Your connection to Zotero"
        data={connection === undefined ? undefined : { connection }}
        error={error}
        onRetry={retry}
        skeleton={<Skeleton width="60%" height={44} animation={false} />}
      >
        {(loaded) =>
          loaded.connection === null ? (
            <Button variant="outlined" onClick={() => setOpen(true)}>
              Connect Zotero
            </Button>
          ) : (
            <ZoteroSettings
              connection={loaded.connection}
              problems={problems}
              questions={questions}
              busy={syncing.busy || disconnecting.busy || answering.busy}
              error={failure?.message}
              onSync={() => void syncing.run()}
              onEdit={() => setOpen(true)}
              onDisconnect={() => disconnecting.run()}
              onAnswer={(question, answer) => void answering.run(question, answer)}
            />
          )
        }
      </LoadedPart>
      {connection !== undefined && (
        <ZoteroDialog
          open={isOpen}
          connection={connection}
          test={test}
          testing={testing.busy}
          busy={saving.busy}
          error={(saving.error ?? testing.error)?.message}
          onTest={(key) => void testing.run(key)}
          onSave={(input) => void save(input)}
          onClose={close}
        />
      )}
    </SettingsRow>
  )
}

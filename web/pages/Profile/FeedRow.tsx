import Skeleton from '@mui/material/Skeleton'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { FeedSettings } from '../../components/settings/FeedSettings.tsx'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { useFeedAddress } from '../../data/account/useFeedAddress.ts'
import { useAction } from '../../data/useAction.ts'

/** Settings of the reader's feed. */
export function FeedRow() {
  const { address, error, retry, renew, remove } = useFeedAddress()
  const renewing = useAction(renew)
  const removing = useAction(remove)
  if (address === undefined) {
    return (
      <SettingsRow label="Feed">
        {error ? (
          <MissingPart what="The address of your feed" error={error} onRetry={retry} />
        ) : (
          <Skeleton width="60%" height={44} animation={false} />
        )}
      </SettingsRow>
    )
  }
  return (
    <FeedSettings
      address={address}
      busy={renewing.busy || removing.busy}
      error={(renewing.error ?? removing.error)?.message}
      onRenew={renewing.run}
      onRemove={() => void removing.run()}
    />
  )
}

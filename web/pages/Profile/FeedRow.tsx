import { FeedSettings } from '../../components/settings/FeedSettings.tsx'
import { useFeedAddress } from '../../data/account/useFeedAddress.ts'
import { useAction } from '../../data/useAction.ts'

/** Settings of the reader's Atom feed. Nothing until its address is known. */
export function FeedRow() {
  const { address, renew, remove } = useFeedAddress()
  const renewing = useAction(renew)
  const removing = useAction(remove)
  if (address === undefined) return null
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

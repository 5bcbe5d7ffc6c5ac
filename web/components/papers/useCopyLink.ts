import { copyPaperLink } from '../../shared/paperAddress.ts'
import { useAnnounce } from '../atoms/LiveAnnouncer.tsx'

/** Returns the action that copies the address of a paper's page and announces it. */
export function useCopyLink() {
  const announce = useAnnounce()
  return async (paperId: string): Promise<void> => {
    await copyPaperLink(paperId)
    announce('Link copied')
  }
}

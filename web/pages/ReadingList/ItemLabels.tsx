import type { Item } from '#api/contract/readingList.ts'

/** Labels for changes since the paper was saved: a newer version, or a withdrawal. */
export function ItemLabels({ item: { newer_version, withdrawn, paper } }: { item: Item }) {
  if (newer_version === undefined && !withdrawn) return null
  return (
    <div className="reading-labels">
      {newer_version !== undefined && (
        <Label>{`v${newer_version} is out${paper.version === null ? '' : `, you saved v${paper.version}`}`}</Label>
      )}
      {withdrawn && (
        <>
          <Label>Withdrawn</Label>
          {paper.comment !== null && <span className="meta">{paper.comment}</span>}
        </>
      )}
    </div>
  )
}

function Label({ children }: { children: string }) {
  return <span className="reading-label">{children}</span>
}

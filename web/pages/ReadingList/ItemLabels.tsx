import type { Item } from '#api/contract/readingList.ts'

/** Labels of a sample, and for changes since the paper was saved: a newer version, or a withdrawal. */
export function ItemLabels({ item: { newer_version, withdrawn, paper } }: { item: Item }) {
  const isSample = paper.source === 'sample'
  if (newer_version === undefined && !withdrawn && !isSample) return null
  return (
    <div className="reading-labels">
      {isSample && <Label>Sample</Label>}
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

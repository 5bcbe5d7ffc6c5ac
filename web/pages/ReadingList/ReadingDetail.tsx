import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { useUser } from '../../shared/useUser.ts'
import { describeNoAbstract } from '../../shared/preprintServers.ts'
import { AuthorList } from '../../components/papers/AuthorList.tsx'
import { CategoryCodes } from '../../components/atoms/CategoryCode.tsx'
import type { useRelatedPapers } from '../../components/dialogs/useRelatedPapers.tsx'
import { CitedSince } from '../../components/papers/CitedSince.tsx'
import { IntegrityMark } from '../../components/papers/IntegrityMark.tsx'
import { MathText } from '../../components/papers/MathText.tsx'
import { NoteEditor } from '../../components/papers/NoteEditor.tsx'
import { PaperAbstract } from '../../components/papers/PaperAbstract.tsx'
import { PaperFacts } from '../../components/papers/PaperFacts.tsx'
import { ReadingStateSwitch } from '../../components/papers/ReadingStateSwitch.tsx'
import { TagsField } from '../../components/papers/TagsField.tsx'
import { useCiting } from '../../data/reading/useCiting.ts'
import { useNote } from '../../data/reading/useNote.ts'
import { ItemLabels } from './ItemLabels.tsx'

interface ReadingDetailProps {
  item: Item
  headingId: string
  related: Pick<ReturnType<typeof useRelatedPapers>, 'showSimilar' | 'showCitation'>
  /** Set if the detail covers the list (on narrow screens). */
  onClose?: (() => void) | undefined
  /** Why the last change failed, if no row of the list that can be seen says it. */
  error?: string | undefined
  onMove: (status: ReadingStatus) => void
  onRemove: () => void
  /** The user's tags, to choose from. */
  tags: readonly string[]
  onTags: (tags: string[]) => void
}

/** A saved paper with its abstract and the user's note. Pass the item's id as `key`. */
export function ReadingDetail(props: ReadingDetailProps) {
  const { item, headingId, related, onClose, error, onMove, onRemove, tags, onTags } = props
  const { paper } = item
  const user = useUser()
  const citing = useCiting(item.id)
  const container = useRef<HTMLDivElement>(null)
  const note = useNote({ userId: user.id, paperId: paper.id, item })
  return (
    <Box
      ref={container}
      tabIndex={-1}
      sx={{
        p: { xs: 2, sm: 3 },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
        outlineOffset: -3,
        overflowWrap: 'anywhere',
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <CategoryCodes paper={paper} />
        {onClose && (
          <IconButton aria-label="Back to the list" onClick={onClose} edge="end">
            <CloseIcon />
          </IconButton>
        )}
      </Box>
      <Typography id={headingId} component="h2" variant="paperTitle" lang="en">
        <Link component={RouterLink} to={paperPath(paper.id)} color="inherit">
          <MathText segments={paper.title_segments} text={paper.title} />
        </Link>
      </Typography>
      <IntegrityMark notices={paper.notices} />
      <AuthorList authors={paper.authors} followed={user.interests.authors} />
      <ItemLabels item={item} />
      {item.cited_since && <CitedSince cited={item.cited_since} {...citing} />}
      <Box>
        <ReadingStateSwitch value={item.status} onChange={onMove} />
      </Box>
      {error !== undefined && (
        <Typography variant="body2" role="alert" sx={{ color: 'error.main' }}>
          {error}
        </Typography>
      )}
      <PaperAbstract lines={6} absence={describeNoAbstract(paper)}>
        {paper.abstract === '' ? null : <MathText segments={paper.abstract_segments} text={paper.abstract} />}
      </PaperAbstract>
      {/* The label of a withdrawal has the comment, which is its cause. */}
      <PaperFacts paper={item.withdrawn ? { ...paper, comment: null } : paper} reasons={[]} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 0,
          ml: -1.25,
          mb: 1,
          '& > .MuiButton-root': { minWidth: 0, px: 1.25 },
        }}
      >
        {paper.urls.pdf !== undefined && (
          <Button href={paper.urls.pdf} target="_blank" rel="noopener">
            PDF
          </Button>
        )}
        <Button href={paper.urls.abs} target="_blank" rel="noopener">
          Source page
        </Button>
        <Button onClick={() => related.showSimilar(paper)}>Similar</Button>
        <Button onClick={() => related.showCitation(paper)}>Cite</Button>
        <Button onClick={onRemove}>Remove</Button>
      </Box>
      <NoteEditor
        text={note.text}
        status={note.status}
        savedAt={note.savedAt}
        theirs={note.theirs}
        onUndoClear={note.cleared === null ? undefined : note.undoClear}
        onChange={note.type}
        onSaveNow={note.saveNow}
        onLeave={() => container.current?.focus({ preventScroll: true })}
        onResolve={note.resolve}
      />
      <TagsField value={item.tags} known={tags} onChange={onTags} />
    </Box>
  )
}

import LinkIcon from '@mui/icons-material/LinkOutlined'
import PageIcon from '@mui/icons-material/ArticleOutlined'
import DismissIcon from '@mui/icons-material/BlockOutlined'
import NoteIcon from '@mui/icons-material/EditOutlined'
import CiteIcon from '@mui/icons-material/FormatQuoteOutlined'
import SimilarIcon from '@mui/icons-material/JoinInnerOutlined'
import HtmlIcon from '@mui/icons-material/LanguageOutlined'
import SourceIcon from '@mui/icons-material/OpenInNewOutlined'
import LikedIcon from '@mui/icons-material/ThumbUp'
import LikeIcon from '@mui/icons-material/ThumbUpOutlined'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import type { ElementType, ReactNode } from 'react'
import type { Paper } from '#api/contract/papers.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { PopupMenu, type PopupMenuProps } from '../atoms/PopupMenu.tsx'
import { SiteLink } from '../atoms/SiteLink.tsx'
import { useCopyLink } from './useCopyLink.ts'
import { useRoom } from './useRoom.ts'

export interface PaperActions {
  onSavedChange: (saved: boolean) => void
  /** Called when the user opens the paper's source in a new tab. */
  onOpen?: () => void
  onExpandedChange?: (expanded: boolean) => void
  onNote?: () => void
  onFeedback?: (value: 'like' | 'dislike' | 'none') => void
  /** Shows papers like this one. */
  onSimilar?: () => void
  onCite?: () => void
  /** Given on the paper's own page. */
  onCopyLink?: () => void
  /** Opens another paper that a reason names. */
  onShowPaper?: (paperId: string, title: string) => void
}

export interface PaperMenuProps extends Pick<PopupMenuProps, 'anchor' | 'onClose'> {
  paper: Paper
  liked: boolean
  actions: PaperActions
}

interface Entry {
  icon: ElementType
  label: string
  onSelect?: (() => void) | undefined
  /** Makes it a link. */
  link?: object
}

/** Links may be in a <div>, not in a <ul>. */
const IN_DIV = { list: { component: 'div' } } as PopupMenuProps['slotProps']

const outside = (href: string) => ({ component: 'a', href, target: '_blank', rel: 'noopener' })

/**
 * Menu of a paper's further actions; on narrow screens also of those that have no room beside the paper. What is decided
 * about the paper comes first, then what can be done with it, then what leads to its source.
 */
export function PaperMenu({ anchor, onClose, paper, liked, actions }: PaperMenuProps) {
  const { onOpen, onNote, onFeedback, onSimilar, onCite, onCopyLink } = actions
  const isOwnPage = onCopyLink !== undefined
  const copyLink = useCopyLink()
  const room = useRoom()
  const phone = room === 'phone'

  const like = { icon: liked ? LikedIcon : LikeIcon, label: liked ? 'Take back the like' : 'Like' }
  const groups: (Entry | false | undefined)[][] = [
    [
      onFeedback && (room !== 'wide' || isOwnPage) && { ...like, onSelect: () => onFeedback(liked ? 'none' : 'like') },
      onNote && phone && { icon: NoteIcon, label: 'Note', onSelect: onNote },
      onFeedback && phone && { icon: DismissIcon, label: 'Not for me', onSelect: () => onFeedback('dislike') },
    ],
    [
      !isOwnPage && { icon: PageIcon, label: 'Paper page', link: { component: SiteLink, to: paperPath(paper.id) } },
      onSimilar && room !== 'wide' && { icon: SimilarIcon, label: 'Similar papers', onSelect: onSimilar },
      onCite && !isOwnPage && { icon: CiteIcon, label: 'Cite', onSelect: onCite },
      (phone || !isOwnPage) && { icon: LinkIcon, label: 'Copy link', onSelect: () => void copyLink(paper.id) },
    ],
    [
      { icon: SourceIcon, label: 'Source page', link: outside(paper.urls.abs), onSelect: onOpen },
      paper.urls.html !== undefined && {
        icon: HtmlIcon,
        label: 'Read as HTML',
        link: outside(paper.urls.html),
        onSelect: onOpen,
      },
    ],
  ]
  const shown = groups.map((group) => group.filter((entry) => !!entry)).filter((group) => group.length > 0)

  return (
    <PopupMenu anchor={anchor} onClose={onClose} slotProps={IN_DIV}>
      {shown.flatMap((group, index): ReactNode[] => [
        index > 0 && <Divider key={`before ${group[0]!.label}`} />,
        ...group.map(({ icon: Icon, label, link, onSelect }) => (
          <MenuItem
            key={label}
            component="div"
            {...link}
            onClick={() => {
              onClose()
              onSelect?.()
            }}
          >
            <Icon />
            {label}
          </MenuItem>
        )),
      ])}
    </PopupMenu>
  )
}

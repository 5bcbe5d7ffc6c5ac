import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { styled, type Theme } from '@mui/material/styles'
import { useId, type ReactNode, type Ref } from 'react'
import type { CardState, Paper } from '#api/contract/papers.ts'
import type { Reason } from '#api/contract/reasons.ts'
import type { TitleTarget } from '#api/contract/users.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { SiteLink } from '../atoms/SiteLink.tsx'
import { AuthorList } from './AuthorList.tsx'
import { CategoryCodes } from '../atoms/CategoryCode.tsx'
import { IntegrityMark } from './IntegrityMark.tsx'
import { MathText } from './MathText.tsx'
import { PaperAbstract } from './PaperAbstract.tsx'
import { PaperFacts } from './PaperFacts.tsx'
import { describeNoAbstract, journalOf } from '../../shared/preprintServers.ts'
import { staticStyles } from '../../shared/theme/staticStyles.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'

export interface PaperArticleProps {
  paper: Paper
  /** What the user did with the paper; undefined if no user is signed in. */
  state?: Partial<CardState>
  /** Called when the user opens the paper's source in a new tab. */
  onOpen?: () => void
  onExpandedChange?: (expanded: boolean) => void
  /** Opens another paper that a reason names. */
  onShowPaper?: ((paperId: string, title: string) => void) | undefined
  /** False if authors are not links, because no user is signed in. */
  linked?: boolean
  reasons?: readonly Reason[]
  /** Terms that it has in common with what it was compared with. */
  terms?: readonly string[] | undefined
  density?: 'comfortable' | 'compact'
  /** Lines of the abstract before "more"; 0 hides it until it is expanded. */
  abstractLines?: number
  /** Target of the title link. */
  opens?: TitleTarget
  /** True for the paper that is selected by keyboard. */
  current?: boolean
  /** Makes the abstract controlled, for the keyboard shortcut. */
  expanded?: boolean
  headingLevel?: 'h2' | 'h3'
  followedAuthors?: readonly string[]
  /** The title as it was announced, if it has changed since. */
  titleBefore?: string | undefined
  /** Replace the plain title and abstract, for example by ones with marked search hits. */
  title?: ReactNode
  abstract?: ReactNode
  /** Shown at the right of the first row, for example when the paper was saved. */
  date?: ReactNode
  /** Shown below the reasons. */
  question?: ReactNode
  /** Shown at the end of the article. */
  children?: ReactNode
  ref?: Ref<HTMLElement>
}

const forcedHighlight = {
  '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'Highlight' },
} as const

/** The bar at the left of the paper that is selected by keyboard. */
export const currentBar = ({ vars }: Pick<Theme, 'vars'>) => ({
  '&[aria-current]::before': {
    content: '""',
    position: 'absolute',
    zIndex: 1,
    inset: '0 auto 0 0',
    width: 3,
    backgroundColor: vars.palette.primary.main,
    ...forcedHighlight,
  },
})

const Card = styled('article')(
  staticStyles(({ theme }) => ({
    position: 'relative',
    padding: '20px 16px 12px',
    scrollMarginTop: 88,
    [theme.breakpoints.up('sm')]: { paddingInline: 26 },
    '&[data-compact]': { paddingTop: 14, paddingBottom: 8 },
    ...currentBar(theme),
  })),
)

const Head = styled('div')(
  staticStyles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 8, minHeight: '1.5rem' }),
)

/** Marks a paper that the reader has not seen. */
export const UnseenDot = styled('span')(
  staticStyles(({ theme }) => ({
    width: 8,
    height: 8,
    borderRadius: '50%',
    backgroundColor: theme.vars.palette.dawn,
    ...forcedHighlight,
  })),
)

const Day = styled('span')(staticStyles(({ theme }) => ({ ...theme.typography.meta, marginLeft: 'auto' })))

const Title = styled('h2')(
  staticStyles(({ theme }) => ({
    ...theme.typography.paperTitle,
    margin: '2px 0 0',
    '[data-compact] > &': theme.typography.compactTitle,
    '&[data-seen]': { fontWeight: 450 },
  })),
)

const TitleBefore = styled('details')(
  staticStyles(({ theme }) => ({
    ...theme.typography.meta,
    // A target of 24 px (WCAG 2.5.8), whatever the metrics of the font.
    '& > summary': { minHeight: '1.5rem', lineHeight: '1.5rem', cursor: 'pointer' },
    '& > span': { fontFamily: theme.typography.paperTitle.fontFamily },
  })),
)

/** A paper without actions. */
export function PaperArticle({ ref, ...props }: PaperArticleProps) {
  const { paper, state, density = 'comfortable', abstractLines = 5, current = false, headingLevel = 'h2' } = props
  const id = useId()
  const compact = density === 'compact'
  const labels = labelsOf(paper)
  const says = journalOf(paper) !== undefined || paper.categories.length + labels.length > 0
  const hasHead = state?.seen === false || says || props.date !== undefined

  return (
    <Card
      data-compact={compact || undefined}
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      aria-current={current || undefined}
    >
      {hasHead && (
        <Head>
          {state?.seen === false && (
            <UnseenDot>
              <span style={visuallyHidden}>Not seen yet</span>
            </UnseenDot>
          )}
          <CategoryCodes paper={paper} />
          {labels.map((label) => (
            <Chip key={label} variant="label" size="small" component="span" label={label} />
          ))}
          {props.date !== undefined && <Day>{props.date}</Day>}
        </Head>
      )}
      <Title as={headingLevel} id={id} data-seen={state?.seen || undefined} lang="en" dir="auto">
        <Link color="textPrimary" {...targetOf(paper, props.opens)} onClick={props.onOpen} onAuxClick={props.onOpen}>
          {props.title ?? <MathText segments={paper.title_segments} text={paper.title} />}
        </Link>
        {state?.seen && <span style={visuallyHidden}> (seen)</span>}
      </Title>
      <IntegrityMark notices={paper.notices} />
      {props.titleBefore !== undefined && (
        <TitleBefore>
          <summary>Title changed since it was announced</summary>
          Announced as: <span lang="en">{props.titleBefore}</span>
        </TitleBefore>
      )}
      <AuthorList authors={paper.authors} followed={props.followedAuthors} linked={props.linked} />
      <PaperAbstract
        lines={compact ? Math.min(abstractLines, 2) : abstractLines}
        absence={describeNoAbstract(paper)}
        expanded={props.expanded}
        onExpandedChange={props.onExpandedChange}
      >
        {paper.abstract === ''
          ? null
          : (props.abstract ?? <MathText segments={paper.abstract_segments} text={paper.abstract} />)}
      </PaperAbstract>
      <PaperFacts paper={paper} reasons={props.reasons ?? []} terms={props.terms} onShowPaper={props.onShowPaper} />
      {props.question}
      {props.children}
    </Card>
  )
}

/** Where the title leads: the paper's own page, or in a new tab its source or its PDF. */
function targetOf({ id, urls }: Paper, opens: TitleTarget = 'abs') {
  if (opens === 'page') return { component: SiteLink, to: paperPath(id) }
  return { href: (opens === 'pdf' ? urls.pdf : undefined) ?? urls.abs, target: '_blank', rel: 'noopener' }
}

/** Returns the labels of a sample, withdrawn, cross-listed or updated paper. */
export function labelsOf({ source, withdrawn, announce_type, version }: Paper): string[] {
  const labels = source === 'sample' ? ['Sample'] : []
  if (withdrawn) return [...labels, 'Withdrawn']
  if (announce_type === 'cross' || announce_type === 'replace-cross') return [...labels, 'Cross-list']
  if (announce_type === 'replace') return [...labels, version === null ? 'Updated' : `Updated v${version}`]
  return labels
}

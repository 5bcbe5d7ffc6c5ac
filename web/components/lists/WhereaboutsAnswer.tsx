import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { withoutNamesakes } from '../../shared/categoryNames.ts'
import type { Interests } from '#api/contract/users.ts'
import type { Whereabouts } from '#api/contract/whereabouts.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { LookUpLink } from '../papers/LookUpLink.tsx'
import { MathText } from '../papers/MathText.tsx'
import { describeFate, formatFateDay, type WhereaboutsContext } from './whereaboutsText.ts'

export interface WhereaboutsActions {
  onFollow: (category: string) => void
  /** `mute` is the muted word or author as the user wrote it. */
  onUnmute: (mute: string) => void
  onSave: (paperId: string) => void
  onDay: (day: string) => void
  /** Opens the papers below the cut of `day`. */
  onBelowCut: (day: string, paperId: string | undefined) => void
}

export interface WhereaboutsAnswerProps {
  answer: Whereabouts
  context: WhereaboutsContext
  interests: Interests
  actions: WhereaboutsActions
  /** An action is being saved. */
  busy?: boolean
  /** Why the last action failed. */
  error?: string | undefined
}

/** Where one paper went for the reader, in words, with what to do about it. */
export function WhereaboutsAnswer({ answer, context, interests, actions, busy, error }: WhereaboutsAnswerProps) {
  const { paper } = answer
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <output>
        <Typography component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
          {describeFate(answer, context)}
        </Typography>
        {paper && (
          <Typography
            variant="compactTitle"
            component="span"
            lang="en"
            sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere' }}
          >
            <Link href={paper.urls.abs} target="_blank" rel="noopener" color="inherit">
              <MathText segments={paper.title_segments} text={paper.title} />
            </Link>
          </Typography>
        )}
        <Done answer={answer} context={context} interests={interests} />
      </output>
      {error !== undefined && <Alert severity="error">{error}</Alert>}
      <ControlRow>
        <FateActions answer={answer} context={context} interests={interests} actions={actions} busy={busy ?? false} />
        {answer.look_up_id !== undefined && <LookUpLink id={answer.look_up_id} />}
        {paper &&
          (answer.saved_item_id === undefined ? (
            <Button variant="outlined" disabled={busy ?? false} onClick={() => actions.onSave(paper.id)}>
              Save it
            </Button>
          ) : (
            <Button
              variant="outlined"
              component={RouterLink}
              to={`/reading-list?${new URLSearchParams({ tab: 'all', item: answer.saved_item_id })}`}
            >
              Saved: open it in your reading list
            </Button>
          ))}
      </ControlRow>
    </Box>
  )
}

type PartProps = Pick<WhereaboutsAnswerProps, 'answer' | 'context' | 'interests'>

/** What the user has changed already: follows the category now, or lifted the mute. */
function Done({ answer, context, interests }: PartProps) {
  const { fate, categories = [], because } = answer
  const nowFollowed = fate === 'other_categories' ? categories.filter((id) => context.followed.includes(id)) : []
  const lines = [
    ...nowFollowed.map((id) => `You follow ${context.nameOf(id)} now: its next papers are among yours.`),
    ...(fate === 'muted' && because !== undefined && findMute(interests, because) === undefined
      ? [`“${because}” is not muted any more. Its papers are back in their days.`]
      : []),
  ]
  return lines.map((line) => (
    <Typography key={line} variant="body2" component="span" sx={{ display: 'block', color: 'success.main', mt: 0.5 }}>
      {line}
    </Typography>
  ))
}

function FateActions({
  answer,
  context,
  interests,
  actions,
  busy,
}: PartProps & { actions: WhereaboutsActions; busy: boolean }) {
  const { fate, day, paper, categories = [], because, ref } = answer
  switch (fate) {
    case 'other_categories':
      return withoutNamesakes(categories, context.nameOf)
        .filter((id) => !context.followed.includes(id))
        .map((id) => (
          <Button key={id} variant="contained" color="primary" disabled={busy} onClick={() => actions.onFollow(id)}>
            Follow {context.nameOf(id)}
          </Button>
        ))
    case 'muted': {
      const mute = because === undefined ? undefined : findMute(interests, because)
      return mute === undefined ? null : (
        <Button variant="contained" color="primary" disabled={busy} onClick={() => actions.onUnmute(mute)}>
          Lift the mute “{mute}”
        </Button>
      )
    }
    case 'below_cut':
      return day === undefined ? null : (
        <Button variant="contained" color="primary" onClick={() => actions.onBelowCut(day, paper?.id)}>
          See it below the cut
        </Button>
      )
    case 'day_missing':
      return !context.isAdmin || day === undefined ? null : (
        <Button
          variant="contained"
          color="primary"
          component={RouterLink}
          to={`/admin?${new URLSearchParams({ tab: 'ingestion', day })}`}
        >
          Fetch that day
        </Button>
      )
    case 'not_in_library':
      return (
        <Button variant="outlined" component={RouterLink} to={`/search?${new URLSearchParams({ q: ref })}`}>
          Search for it
        </Button>
      )
    case 'shown':
    case 'seen_before':
    case 'saved_before':
    case 'dismissed_before':
    case 'older_version':
    case 'cross_list':
    case 'not_delivered_yet':
      return day === undefined ? null : (
        <Button variant="outlined" onClick={() => actions.onDay(day)}>
          Show {formatFateDay(day, context.today)}
        </Button>
      )
    case 'not_announced_yet':
    case 'before_library':
      return null
  }
}

/** The muted word or author that equals `text` without regard to case; undefined if it is not muted. */
function findMute({ muted_terms, muted_authors }: Interests, text: string): string | undefined {
  return [...muted_terms, ...muted_authors].find((mute) => mute.toLowerCase() === text.toLowerCase())
}

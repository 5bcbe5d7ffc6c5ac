import { useState } from 'react'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { WhereaboutsAnswer } from '../../components/lists/WhereaboutsAnswer.tsx'
import { WhereaboutsForm } from '../../components/lists/WhereaboutsForm.tsx'
import { useMakeCategory } from '../../data/account/useCategories.ts'
import { useMe } from '../../data/account/useMe.ts'
import { useWhereabouts } from '../../data/papers/useWhereabouts.ts'
import { useChanges, WAITS } from '../../data/offline/useChanges.ts'
import { useAction } from '../../data/useAction.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { issnOf } from '../../shared/preprintServers.ts'
import { useUser } from '../../shared/useUser.ts'

interface AskAboutPaperProps {
  /** The day that the page shows. */
  day: string
  /** Focuses the field when it is shown. */
  focusField: boolean
  onDay: (day: string) => void
  onBelowCut: (day: string, paperId: string | undefined) => void
}

/** Asks where a paper went for the user, and does what the answer offers. */
export function AskAboutPaper({ day, focusField, onDay, onBelowCut }: AskAboutPaperProps) {
  const { category_ids, interests, is_admin } = useUser()
  const { changeMe } = useMe()
  const makeCategory = useMakeCategory()
  const { setSaved, failureOf } = useChanges()
  const announce = useAnnounce()
  const [ref, setRef] = useState('')
  const { data: answer, error, isLoading, mutate } = useWhereabouts(ref)
  const nameOf = useCategoryNames(answer?.paper && [answer.paper])
  const action = useAction((call: () => Promise<unknown>) => call())

  const ask = (next: string) => {
    action.reset()
    if (next === ref) void mutate()
    else setRef(next)
  }
  const saveIt = async (paperId: string) => {
    const result = await setSaved({ paperId, title: answer?.paper?.title ?? '', foundBy: 'look_up' }, true)
    if (result === 'sent') announce('Saved to your reading list')
    if (result === 'waiting') announce(WAITS)
  }
  const follow = async (id: string) => {
    const issn = issnOf(id)
    // A journal that no reader follows yet is no category.
    if (issn !== undefined) await makeCategory({ kind: 'journal', issn })
    return changeMe({ category_ids: [...category_ids, id] })
  }
  const unmute = (mute: string) =>
    changeMe({
      interests: {
        muted_terms: interests.muted_terms.filter((term) => term !== mute),
        muted_authors: interests.muted_authors.filter((author) => author !== mute),
      },
    })

  return (
    <WhereaboutsForm
      isLoading={isLoading}
      error={answer ? undefined : error}
      onAsk={ask}
      onRetry={() => void mutate()}
      focusField={focusField}
    >
      {answer && (
        <WhereaboutsAnswer
          answer={answer}
          context={{ nameOf, followed: category_ids, isAdmin: is_admin, today: day }}
          interests={interests}
          busy={action.busy}
          error={action.error?.message ?? (answer.paper && failureOf(answer.paper.id)?.message)}
          actions={{
            onFollow: (id) => void action.run(() => follow(id)),
            onUnmute: (mute) => void action.run(() => unmute(mute)),
            onSave: (paperId) => void action.run(() => saveIt(paperId)),
            onDay,
            onBelowCut,
          }}
        />
      )}
    </WhereaboutsForm>
  )
}

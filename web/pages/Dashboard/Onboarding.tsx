import Paper from '@mui/material/Paper'
import { useState } from 'react'
import type { UserChanges } from '#api/contract/users.ts'
import { deviceTimeZone } from '../../shared/deviceTimeZone.ts'
import { useUser } from '../../shared/useUser.ts'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { useFollowables } from '../../data/account/useFollowables.ts'
import { CategoriesStep } from '../../components/settings/CategoriesStep.tsx'
import { DigestStep } from '../../components/settings/DigestStep.tsx'
import { useAction } from '../../data/useAction.ts'
import { useCategories } from '../../data/account/useCategories.ts'
import { useMe } from '../../data/account/useMe.ts'
import { KnownPapers, Rate, Topics } from '../WarmStart/StartSteps.tsx'
import { keepOnboardingStep, readOnboardingStep } from './onboardingStep.ts'

interface OnboardingProps {
  /** Without papers there is nothing to rate and to look up: the categories are the only step, the others come later. */
  hasPapers: boolean
  /** The categories have changed: the papers must be loaded again. */
  onChanged: () => void
  onDone: () => void
}

/** Setup after the first sign-in. Each step is saved at once, and goes on after a reload. Today's papers load behind it. */
export function Onboarding({ hasPapers, onChanged, onDone }: OnboardingProps) {
  const user = useUser()
  const { changeMe } = useMe()
  const { categories, error: loadError, retry } = useCategories()
  const followables = useFollowables()
  const [step, setStep] = useState(() => readOnboardingStep(user.id))
  const { run, busy, error } = useAction(async (changes: UserChanges, then: () => void) => {
    await changeMe(changes)
    then()
  })
  const [isReturn, setReturn] = useState(false)
  const goTo = (to: number) => {
    keepOnboardingStep(user.id, to)
    setReturn(to < step)
    setStep(to)
  }
  const onBack = step > 1 ? () => goTo(step - 1) : undefined
  const position = { step, of: hasPapers || step > 1 ? 5 : 1, onBack, isReturn }
  const next = () => goTo(step + 1)
  /** The papers of the new categories load behind the steps, and the head of the page counts them. */
  const nextWithPapers = () => {
    onChanged()
    next()
  }
  const saving = { saving: busy, error: error?.message }

  if (loadError && !categories) {
    return (
      <Paper variant="sheet">
        <ErrorState error={loadError} onRetry={retry} />
      </Paper>
    )
  }
  return (
    <Paper variant="sheet">
      {step === 1 && (
        <CategoriesStep
          followables={followables}
          {...saving}
          position={position}
          categories={categories}
          initial={user.category_ids}
          onNext={(category_ids) => void run({ category_ids }, hasPapers ? nextWithPapers : finishForNow)}
          onSkip={hasPapers ? next : finishForNow}
        />
      )}
      {step === 2 && <Topics position={position} onDone={next} />}
      {step === 3 && <KnownPapers position={position} onDone={next} />}
      {step === 4 && <Rate position={position} onDone={next} />}
      {step === 5 && (
        <DigestStep
          {...saving}
          position={position}
          onNext={({ digest, review }) =>
            void run({ preferences: { digest: { ...digest, time_zone: deviceTimeZone() }, review } }, finish)
          }
          onSkip={finish}
        />
      )}
    </Paper>
  )

  function finishForNow() {
    keepOnboardingStep(user.id, 'later')
    onChanged()
    onDone()
  }

  function finish() {
    keepOnboardingStep(user.id, null)
    onChanged()
    onDone()
  }
}

import { useState } from 'react'
import type { UserChanges } from '#api/contract/users.ts'
import { useUser } from '../../shared/useUser.ts'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { OnboardingWizard, type OnboardingStep } from '../../components/settings/OnboardingWizard.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'
import { useAction } from '../../data/useAction.ts'
import { useCategories } from '../../data/account/useCategories.ts'
import { useMe } from '../../data/account/useMe.ts'

interface OnboardingProps {
  /** The categories have changed: the papers must be loaded again. */
  onChanged: () => void
  onDone: () => void
}

/** Setup after the first sign-in. Each step is saved at once, and today's papers load in the background. */
export function Onboarding({ onChanged, onDone }: OnboardingProps) {
  const user = useUser()
  const { changeMe } = useMe()
  const { categories, error: loadError, retry } = useCategories()
  const [step, setStep] = useState<OnboardingStep>('categories')
  const { run, busy, error } = useAction(async (changes: UserChanges, then: () => void) => {
    await changeMe(changes)
    then()
  })

  if (loadError && !categories) {
    return (
      <Sheet>
        <ErrorState error={loadError} onRetry={retry} />
      </Sheet>
    )
  }
  return (
    <Sheet>
      <OnboardingWizard
        key={step}
        step={step}
        categories={categories}
        initial={user.category_ids}
        saving={busy}
        error={error?.message}
        onCategories={(category_ids) =>
          void run({ category_ids }, () => {
            onChanged()
            setStep('digest')
          })
        }
        onDigest={(digest) => void run({ preferences: { digest: { ...digest, time_zone: timeZone() } } }, onDone)}
        onSkip={step === 'categories' ? () => setStep('digest') : onDone}
      />
    </Sheet>
  )
}

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

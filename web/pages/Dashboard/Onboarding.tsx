import { useState } from 'react'
import type { UserChanges } from '#api/contract/users.ts'
import { useUser } from '../../shared/useUser.ts'
import { ErrorState } from '../../components/atoms/ErrorState.tsx'
import { OnboardingWizard, type OnboardingStep } from '../../components/settings/OnboardingWizard.tsx'
import { Sheet } from '../../components/lists/Sheet.tsx'
import { ApiError } from '../../shared/client.ts'
import { useCategories } from '../../data/account/useCategories.ts'
import { useMe } from '../../data/account/useMe.ts'

interface OnboardingProps {
  /** Something the papers depend on has changed. */
  onChanged: () => void
  onDone: () => void
}

/** The questions after the first sign-in; each answer is saved at once, while today's papers load behind. */
export function Onboarding({ onChanged, onDone }: OnboardingProps) {
  const user = useUser()
  const { changeMe } = useMe()
  const { categories, error: missing, retry } = useCategories()
  const [step, setStep] = useState<OnboardingStep>('categories')
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()

  const run = async (changes: UserChanges, then: () => void) => {
    setSaving(true)
    setFailure(undefined)
    try {
      await changeMe(changes)
      then()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setSaving(false)
    }
  }

  if (missing && !categories) {
    return (
      <Sheet>
        <ErrorState error={missing} onRetry={retry} />
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
        saving={saving}
        error={failure}
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

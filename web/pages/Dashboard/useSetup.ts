import { useCallback, useEffect, useRef, useState } from 'react'
import { useMe } from '../../data/account/useMe.ts'
import { useUser } from '../../shared/useUser.ts'
import { isSetupLater, keepOnboardingStep, readOnboardingStep } from './onboardingStep.ts'

/**
 * Whether the setup is shown, or offered because its other steps had to wait for papers. `hasPapers`: whether the library
 * has any; undefined while that is not known.
 */
export function useSetup(hasPapers: boolean | undefined) {
  const user = useUser()
  const { reload } = useMe()
  const [isOpen, setOpen] = useState(user.category_ids.length === 0 || readOnboardingStep(user.id) > 1)
  const [isLater, setLater] = useState(() => isSetupLater(user.id))
  const wasEmpty = useRef(false)
  useEffect(() => {
    if (hasPapers === false) wasEmpty.current = true
    if (!hasPapers || !wasEmpty.current) return
    wasEmpty.current = false
    // The sample library brings a history for a demo reader, who needs no setup then.
    const endForDemoReader = async () => {
      const me = await reload()
      if (me && me.category_ids.length > 0 && readOnboardingStep(me.id) === 1) setOpen(false)
    }
    void endForDemoReader()
  }, [hasPapers, reload])

  const close = () => {
    setOpen(false)
    setLater(isSetupLater(user.id))
  }
  const goOn = (step: number | null) => {
    keepOnboardingStep(user.id, step)
    setLater(false)
    setOpen(step !== null)
  }
  return {
    isOpen,
    isOffered: isLater && !isOpen && hasPapers === true,
    open: useCallback(() => setOpen(true), []),
    close,
    accept: () => goOn(2),
    decline: () => goOn(null),
  }
}

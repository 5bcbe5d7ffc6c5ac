const keyOf = (userId: string) => `onboarding ${userId}`

/** Kept in place of a step: the library had no papers yet, so the other steps are offered when it has. */
const LATER = 'later'

/** The step of the setup that the user is at in this window: 1 unless they left it after the first one. */
export function readOnboardingStep(userId: string): number {
  try {
    return Number.parseInt(sessionStorage.getItem(keyOf(userId)) ?? '1', 10) || 1
  } catch {
    // A browser that stores nothing starts at the first step.
    return 1
  }
}

/** Whether the steps after the first one are to be offered. */
export function isSetupLater(userId: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(userId)) === LATER
  } catch {
    return false
  }
}

/** Keeps the step for a reload; "later" when the others are to be offered; null when the setup is done. */
export function keepOnboardingStep(userId: string, step: number | typeof LATER | null): void {
  try {
    if (step === null) sessionStorage.removeItem(keyOf(userId))
    else sessionStorage.setItem(keyOf(userId), String(step))
  } catch {
    // Only a reload would need it.
  }
}

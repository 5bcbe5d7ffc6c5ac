const keyOf = (userId: string) => `onboarding ${userId}`

/** The step of the setup that the user is at in this window: 1 unless they left it after the first one. */
export function readOnboardingStep(userId: string): number {
  try {
    return Number(sessionStorage.getItem(keyOf(userId)) ?? 1)
  } catch {
    // A browser that stores nothing starts at the first step.
    return 1
  }
}

/** Keeps the step for a reload; null when the setup is done. */
export function keepOnboardingStep(userId: string, step: number | null): void {
  try {
    if (step === null) sessionStorage.removeItem(keyOf(userId))
    else sessionStorage.setItem(keyOf(userId), String(step))
  } catch {
    // Only a reload would need it.
  }
}

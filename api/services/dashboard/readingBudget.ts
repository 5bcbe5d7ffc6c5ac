import { BUDGET_DEFAULT, CARD_SECONDS } from '../../contract/limits.ts'
import type { UserRecord } from '../../store/readers/users.ts'

/**
 * How many of `available` papers the reader's budget for a day covers after the `spent` ones, and the minutes that they
 * take.
 */
export function spendBudget(user: Pick<UserRecord, 'preferences'>, available: number, spent = 0) {
  const { unit, amount } = user.preferences.reading.budget ?? BUDGET_DEFAULT
  const covered = unit === 'papers' ? amount : Math.floor((amount * 60) / CARD_SECONDS)
  const papers = Math.min(Math.max(0, covered - spent), available)
  return { papers, minutes: Math.ceil((papers * CARD_SECONDS) / 60) }
}

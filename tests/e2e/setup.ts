import type { Page } from 'playwright-core'

/** Skips the steps of the setup between the categories and the e-mail. `onStep` is called when a step has its contents. */
export async function skipToLastStep(page: Page, onStep: () => Promise<unknown> = async () => {}): Promise<void> {
  for (const step of [2, 3, 4]) {
    await page.getByText(`Step ${step} of 5`).waitFor()
    // The papers to rate move the buttons when they arrive.
    if (step === 4) await page.getByText(/^\d+ of \d+ rated$/).waitFor()
    await onStep()
    await page.getByRole('button', { name: step === 4 ? 'None of these' : 'Skip' }).click()
  }
  await page.getByText('Step 5 of 5').waitFor()
}

/** Follows cs.LG in the first step of the setup, and skips the others. */
export async function followInSetup(page: Page): Promise<void> {
  await page.getByLabel('Find a category, journal or feed').fill('machine learning')
  await page.getByRole('checkbox', { name: /^cs\.LG/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await skipToLastStep(page)
  await page.getByRole('button', { name: 'Skip' }).click()
}

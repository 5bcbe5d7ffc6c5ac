import { expect, test } from 'bun:test'
import { prepareRanking } from '#api/services/ranking/prepareRanking.ts'
import { loneRun } from '#tests/api/support/digests.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'

useApp()

test('A preparation that fails while its child process waits for papers ends with that error, and only the job fails', async () => {
  await storePapers([1, 2, 3])
  const run = loneRun()
  run.progress = async ({ step }) => {
    if (step === 'counting terms') throw new Error('the database does not answer')
  }
  // An error that nobody handles fails the test, too.
  await expect(prepareRanking(run)).rejects.toThrow('the database does not answer')
})

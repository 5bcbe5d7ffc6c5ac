import { startAuthEmulator } from '#api/platform/embedded/authEmulator.ts'
import { keepPart } from '#tests/support/keptPart.ts'
import { SHARED_PROJECT } from './sharedParts.ts'

// Runs a sign-in emulator for the test files of a process.
await keepPart(async (folder) => {
  const emulator = await startAuthEmulator({ folder, projectId: SHARED_PROJECT })
  await emulator.ready
  return { address: emulator.host, stop: () => emulator.stop() }
})

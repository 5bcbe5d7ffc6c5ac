import { join } from 'node:path'
import { findKeptPart } from '#tests/support/keptPart.ts'
import { testDatabase } from '#tests/support/mongod.ts'

export const SHARED_PROJECT = 'demo-paperdawn'

/**
 * Settings of a product that starts no mongod and no sign-in emulator, which take most of the time of a start: it has a
 * new database on the mongod of the tests, and the emulator of this test process. That has the demo accounts for one test
 * file after the other; what a product knows of them is in its database.
 */
export async function findSharedParts(): Promise<Record<string, string>> {
  const [database, emulator] = await Promise.all([
    testDatabase(),
    findKeptPart('emulator', join(import.meta.dir, 'emulatorKeeper.ts')),
  ])
  return {
    MONGODB_URI: database,
    FIREBASE_PROJECT_ID: SHARED_PROJECT,
    FIREBASE_AUTH_EMULATOR_HOST: emulator,
    ADMIN_EMAIL_DOMAIN: 'paperdawn.test',
  }
}

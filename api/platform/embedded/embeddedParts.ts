import { join } from 'node:path'
import type { Config } from '../config.ts'
import { runAuthEmulator } from './authEmulator.ts'
import { findMongod } from './findMongod.ts'
import { runMongod } from './mongod.ts'
import { choosePort } from './port.ts'
import { startSmtpSink, type SmtpSink } from './smtpSink.ts'

interface Starting {
  /** Prints a line about a part that takes time. */
  report(line: string): void
  /** Registers how to stop a part, before it has started. */
  onStop(name: string, stop: () => unknown): void
}

/** Starts the sign-in emulator. It is ready some seconds later; only sign-ins wait for it, the start does not. */
export async function withEmbeddedIdentity(config: Config, { report, onStop }: Starting): Promise<Config> {
  if (!config.embedded.identity) return config
  const folder = join(config.dataFolder, 'auth')
  const emulator = await runAuthEmulator({ folder, projectId: config.firebase.projectId, report })
  onStop('sign-in', () => emulator.stop())
  return { ...config, firebase: { ...config.firebase, authDomain: emulator.host, emulatorHost: emulator.host } }
}

/** Starts a mongod in the data folder. Returns its address with the name of the database. */
export async function startEmbeddedDatabase(
  { database, dataFolder }: Config,
  { report, onStop }: Starting,
): Promise<string> {
  const binary = await findMongod({ configured: database.mongodBinary, report })
  const mongod = runMongod({ binary, folder: join(dataFolder, 'mongo'), report })
  onStop('mongod', () => mongod.stop())
  const uri = new URL((await mongod.started).uri)
  uri.pathname = '/paperdawn'
  return uri.href
}

/** Uses the port of the last start if it is free, because saved mail settings contain it. */
export async function startEmbeddedSink({ dataFolder }: Config, { onStop }: Starting): Promise<SmtpSink> {
  const sink = await startSmtpSink({ port: await choosePort(join(dataFolder, 'mail.port')) })
  onStop('mail sink', () => sink.stop())
  return sink
}

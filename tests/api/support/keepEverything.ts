import mongoose, { type mongo } from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { enqueueJob } from '#api/store/jobs/jobs.ts'
import { addSuppression } from '#api/store/mail/suppressions.ts'
import { saveOutcomes } from '#api/store/readers/orderOutcomes.ts'
import { saveItems } from '#api/store/readers/zoteroItems.ts'
import { saveLibrary } from '#api/store/readers/zoteroLibraries.ts'
import { findUserByUid, type UserRecord } from '#api/store/readers/users.ts'
import type { useApp } from '#tests/support/app.ts'
import { announceTitles } from './announce.ts'
import { loneRun, setUpMail, subscribe } from './digests.ts'

type App = ReturnType<typeof useApp>

/** A word that only this reader's texts contain. */
export const markerOf = (name: string) => `zinnober${name}`

/** Stores two papers of 2026-11-16 and lets the product send mail to `server`. */
export async function startLibrary({ as }: App, server: { host: string; port: number }): Promise<void> {
  await announceTitles('2026-11-16', ['Lanterns in fog', 'Ropes of sand'])
  await setUpMail(as, server)
}

/**
 * Uses everything of the product that keeps something about a reader, through its own calls where a single process can
 * make them. Each text that the reader writes contains `markerOf(name)`.
 */
export async function keepEverything(app: App, name: string): Promise<UserRecord> {
  const { as, signedOut, product } = app
  const [client, marker] = [as(name), markerOf(name)]
  const { me } = client.users
  await subscribe(as, name)
  await me.put({ name: `Name ${marker}`, interests: { keywords: [`keyword ${marker}`] } })
  await client.categories.post({ name: `Topic ${marker}`, query: 'lanterns' })
  const { data: dashboard } = await me.dashboard.get({ query: { day: '2026-11-16' } })
  const paper_id = dashboard?.cards[0]?.paper.id ?? ''
  await client.papers({ id: paper_id }).click.post({})
  const { data: item } = await me['reading-list'].post({ paper_id })
  await me['reading-list']({ id: item?.id ?? '' }).put({
    notes: `Note ${marker}`,
    tags: [marker],
    version: item?.version ?? 0,
  })
  await me.import.post({ topics: [`topic ${marker}`] })
  const { data: question } = await me.questions.post({ text: `Lanterns ${marker}` })
  const asked = me.questions({ id: question?.id ?? '' })
  await asked.examples.post({ paper_id, value: 'yes' })
  await me.put({ interests: { authors: ['Mirela Quillfeather'] } })
  const person = me.people({ author: 'Mirela Quillfeather' })
  await person.put({ orcid: '0000-0002-1825-0097' })
  await person.papers({ paper_id }).put({ value: 'yes' })
  await asked.answers.get({ query: { day: '2026-11-16' } })
  await me['reading-list'].import.post({ text: `@misc{a, title = {Title ${marker}}, keywords = {${marker}}}` })
  await me.strands.put({
    items: [{ id: 'one', name: `Interest ${marker}`, share: null, paused: false, paper_ids: [] }],
  })
  await me.taste.put({ adjustments: [{ kind: 'term', key: marker, action: 'pin' }] })
  await me['feed-address'].post()
  await me.feeds.post({ kind: 'tag', of: marker })
  await keepZotero()
  await me.tokens.post({ name: `Token ${marker}`, scopes: ['day:read'], expires_at: null })
  await me.connections({ kind: 'slack' }).put({ address: `http://127.0.0.1:9/services/T0/B0/key${marker}` })
  await me.connections.ereader.put({ address: `${marker}@kindle.example` })
  await me.connections.ereader.test.post()
  await signInTerminal()
  await approveTerminal()

  setClock(new Date('2026-11-16T08:00:00Z'))
  await sendDigests(product, {}, loneRun())
  setClock(null)
  await me.mail.sample.post()
  const user = (await findUserByUid(`uid-${name}`))!
  await as('admin').admin['send-top-papers'].post({ user_id: user._id })

  // These need another service: a comparison of orders, a mail server that refuses, arXiv.
  const order = { a: 'ranked' as const, b: 'time' as const }
  await saveOutcomes([
    {
      _id: `${user._id}:2026-11-16`,
      user_id: user._id,
      day: '2026-11-16',
      ...order,
      actions_a: 1,
      actions_b: 0,
      winner: 'a',
    },
  ])
  await addSuppression(user.email, { cause: 'no-mailbox', reason: `550 no ${user.email}` })
  await enqueueJob({
    kind: 'look-up-paper',
    input: { id: 'arxiv:2611.90001', save_for: [user._id, 'another-reader'] },
    dedupe_key: `look-up:${name}`,
    requested_by: user._id,
  })
  return user

  /** Without Zotero itself, as its job would store it. */
  async function keepZotero(): Promise<void> {
    const { _id } = (await findUserByUid(`uid-${name}`))!
    await saveLibrary({
      _id,
      connection_id: `connection ${marker}`,
      sealed_key: `sealed ${marker}`,
      key_end: 'abcd',
      zotero_user: 9990001,
      username: marker,
      can_write: true,
      can_write_notes: true,
      read: 'library',
      collections: [],
      groups: [{ id: 42, name: `group ${marker}`, version: 1, problem: null, failing_since: null }],
      to_list: false,
      push_to: null,
      push_notes: false,
      push_since: new Date(),
      push_ended: false,
      version: 7,
      last: null,
      failing_since: null,
      needs_key: true,
      compared_at: null,
      due_at: new Date(),
    })
    const names = { title: `Title ${marker}`, title_key: '', author_key: '', refs: [], tags: [marker] }
    const state = {
      state: 'missing' as const,
      taught: true,
      half: false,
      ours: false,
      listed: false,
      wanted: null,
      reason: null,
    }
    const open = { paper_id: null, link: null, removed: null, removed_at: null, notes_apart_at: null }
    const key = 'ABCD2345'
    await saveItems([
      { _id: `${_id}:${key}`, user_id: _id, key, version: 7, added_at: new Date(), ...names, ...state, ...open },
    ])
  }

  async function approveTerminal(): Promise<string> {
    const { data: started } = await signedOut.auth.device.post({ device: `terminal ${marker}` })
    await client.auth.device.approve.post({ user_code: started?.user_code ?? '', approve: true })
    return started?.device_code ?? ''
  }

  async function signInTerminal(): Promise<void> {
    await signedOut.auth.device.token.post({ device_code: await approveTerminal() })
  }
}

/** The documents of all collections of the open database that contain any of `texts`, by collection. */
export async function readTraces(texts: readonly string[]): Promise<Map<string, mongo.Document[]>> {
  const wanted = texts.map((text) => text.toLowerCase())
  const names = [...new Set(Object.values(mongoose.models).map(({ collection }) => collection.name))]
  const found = await Promise.all(
    names.map(async (name): Promise<[string, mongo.Document[]]> => {
      const documents = await mongoose.connection.collection(name).find().toArray()
      const traces = documents.filter((document) => {
        const content = JSON.stringify(document).toLowerCase()
        return wanted.some((text) => content.includes(text))
      })
      return [name, traces]
    }),
  )
  return new Map(found.filter(([, traces]) => traces.length > 0))
}

/** The number of these documents, by collection. */
export const findTraces = async (texts: readonly string[]): Promise<Record<string, number>> =>
  Object.fromEntries([...(await readTraces(texts))].map(([name, { length }]) => [name, length]))

/**
 * What names a reader: id, Firebase uid, the marker of all texts, and the address behind what can precede one, because
 * the address of another reader may end with it.
 */
export const namesOf = ({ _id, email, firebase_uid }: UserRecord, name: string) => [
  _id,
  firebase_uid,
  markerOf(name),
  ...['"', ' ', '<', ':'].map((before) => before + email),
]

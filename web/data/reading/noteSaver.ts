import type { Item } from '#api/contract/readingList.ts'
import { ApiError } from '../../shared/client.ts'
import type { Drafts } from './noteDrafts.ts'

export type NoteStatus = 'idle' | 'typing' | 'saving' | 'saved' | 'failed' | 'offline' | 'conflict'
export type ConflictChoice = 'mine' | 'theirs' | 'both'

export interface NoteState {
  text: string
  status: NoteStatus
  savedAt: Date | null
  theirs?: Item | undefined
  /** The note that was there before it was emptied. */
  cleared: string | null
}

export interface NoteCalls {
  /** Puts the paper on the list with this note, or answers the item that is there already, unchanged. */
  create(notes: string): Promise<Item>
  /** Throws ApiError "conflict" with `current` when `version` is not the newest. */
  change(item: { id: string; version: number }, notes: string): Promise<Item>
}

interface Options {
  item: Item | undefined
  drafts: Drafts
  calls: NoteCalls
}

const DELAY_MS = 800
const RETRY_MS = 2_000
const RETRY_MAX_MS = 30_000

/**
 * Saves one note as it is typed, one call at a time, and never over a text its writer has not seen: every save carries
 * the version it started from. What is not confirmed stays in `drafts` and is tried again.
 */
export function createNoteSaver({ item, drafts, calls }: Options) {
  let base = item
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | undefined
  let failures = 0
  let open = false
  let onSaved: ((item: Item) => void) | undefined
  const listeners = new Set<() => void>()
  let state: NoteState = { text: item?.notes ?? '', status: 'idle', savedAt: null, cleared: null }

  const kept = drafts.read()
  if (kept && kept.text !== state.text) {
    // The draft's own base decides whether the note was changed elsewhere in between.
    if (base && kept.base) base = { ...base, ...kept.base }
    state = { ...state, text: kept.text, status: 'typing' }
  }

  const isDirty = () => state.text !== (base?.notes ?? '')

  function set(changes: Partial<NoteState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function plan(ms: number) {
    clearTimeout(timer)
    if (open) timer = setTimeout(() => void saveNow(), ms)
  }

  function type(text: string) {
    set({ text, ...(state.status !== 'conflict' && { status: 'typing' }), ...(text !== '' && { cleared: null }) })
    drafts.write({ text, base: base ? { notes: base.notes, version: base.version } : null })
    if (state.status !== 'conflict') plan(DELAY_MS)
  }

  async function saveNow(): Promise<void> {
    clearTimeout(timer)
    if (saving) return saving
    if (state.status === 'conflict') return
    if (!isDirty()) {
      drafts.clear()
      if (state.status === 'typing') set({ status: state.savedAt ? 'saved' : 'idle' })
      return
    }
    saving = save().finally(() => {
      saving = undefined
    })
    await saving
    // Typed on while the call was under way.
    if (state.status === 'typing') plan(DELAY_MS)
  }

  async function save() {
    const text = state.text
    const before = base?.notes ?? ''
    set({ status: 'saving' })
    try {
      accept(await send(text), text, before)
    } catch (error) {
      fail(error, text)
    }
  }

  async function send(text: string): Promise<Item> {
    if (!base) {
      const created = await calls.create(text)
      if (created.notes === text) return created
      base = created
      if (created.notes !== '')
        throw new ApiError({ code: 'conflict', message: 'There is a note already.', current: created }, 409)
    }
    try {
      return await calls.change(base, text)
    } catch (error) {
      const current = currentOf(error)
      // Something else of the item changed (its state, say): the note is still the one this text started from.
      if (current && current.notes === base.notes) return await calls.change(current, text)
      if (current && current.notes === text) return current
      throw error
    }
  }

  function accept(saved: Item, text: string, before: string) {
    base = saved
    failures = 0
    const isNewest = state.text === text
    if (isNewest) drafts.clear()
    set({
      status: isNewest ? 'saved' : 'typing',
      savedAt: new Date(saved.updated_at),
      cleared: text === '' && before !== '' ? before : state.cleared,
    })
    onSaved?.(saved)
  }

  function fail(error: unknown, text: string) {
    const current = currentOf(error)
    if (current) return set({ status: 'conflict', theirs: current })
    if (error instanceof ApiError && error.code === 'not-found' && base) {
      // Removed in another window: the note brings the paper back.
      base = undefined
      set({ status: 'typing' })
      return plan(0)
    }
    drafts.write({ text, base: base ? { notes: base.notes, version: base.version } : null })
    const offline = !navigator.onLine || (error instanceof ApiError && error.code === 'unreachable')
    set({ status: offline ? 'offline' : 'failed' })
    plan(Math.min(RETRY_MS * 2 ** failures++, RETRY_MAX_MS))
  }

  function resolve(choice: ConflictChoice) {
    const { theirs, text } = state
    if (!theirs) return
    base = theirs
    set({ status: 'typing', theirs: undefined })
    if (choice === 'mine') type(text)
    else type(choice === 'theirs' ? theirs.notes : `${theirs.notes}\n\n${text}`)
    if (choice === 'theirs') onSaved?.(theirs)
    void saveNow()
  }

  /** Takes over what the server now has, unless the reader has typed something that is not saved yet. */
  function adopt(next: Item | undefined) {
    if (!next || saving || (base && base.id === next.id && base.version >= next.version)) return
    if (isDirty() && next.notes !== (base?.notes ?? '')) return
    const dirty = isDirty()
    base = next
    if (!dirty) set({ text: next.notes })
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
    isDirty,
    type,
    saveNow,
    resolve,
    adopt,
    undoClear: () => state.cleared !== null && (type(state.cleared), void saveNow()),
    /** Starts saving by itself, a draft of an earlier visit first. `tell` hears of each confirmed save. */
    open(tell: (saved: Item) => void) {
      open = true
      onSaved = tell
      if (state.status === 'typing') plan(DELAY_MS)
    },
    /** Saves what is left, once; a draft that cannot be saved waits for the next visit. */
    close() {
      open = false
      void saveNow()
    },
  }
}

const currentOf = (error: unknown): Item | undefined =>
  error instanceof ApiError && error.code === 'conflict' ? (error.current as Item | undefined) : undefined

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
  /** The text that was in the note before it was cleared; null if it was not cleared. */
  cleared: string | null
}

export interface NoteCalls {
  /** Adds the paper with this note to the list. If it is already there, returns the existing item unchanged. */
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
 * Saves one note while the user types, one call at a time. Every save sends the version it started from, so it never
 * overwrites a text that the user has not seen. Unconfirmed text stays in `drafts`, and the save is retried.
 */
export function createNoteSaver({ item, drafts, calls }: Options) {
  let base = item
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | undefined
  let failures = 0
  let autosave = false
  let onSaved: ((item: Item) => void) | undefined
  const listeners = new Set<() => void>()
  let state: NoteState = { text: item?.notes ?? '', status: 'idle', savedAt: null, cleared: null }

  const draft = drafts.read()
  if (draft && draft.text !== state.text) {
    // The draft's base shows whether the note was changed elsewhere since.
    if (base && draft.base) base = { ...base, ...draft.base }
    state = { ...state, text: draft.text, status: 'typing' }
  }

  const isDirty = () => state.text !== (base?.notes ?? '')

  function setState(changes: Partial<NoteState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function scheduleSave(ms: number) {
    clearTimeout(timer)
    if (autosave) timer = setTimeout(() => void saveNow(), ms)
  }

  function type(text: string) {
    setState({ text, ...(state.status !== 'conflict' && { status: 'typing' }), ...(text !== '' && { cleared: null }) })
    drafts.write({ text, base: base ? { notes: base.notes, version: base.version } : null })
    if (state.status !== 'conflict') scheduleSave(DELAY_MS)
  }

  async function saveNow(): Promise<void> {
    clearTimeout(timer)
    if (saving) return saving
    if (state.status === 'conflict') return
    if (!isDirty()) {
      drafts.clear()
      if (state.status === 'typing') setState({ status: state.savedAt ? 'saved' : 'idle' })
      return
    }
    saving = save().finally(() => {
      saving = undefined
    })
    await saving
    // The user typed during the call.
    if (state.status === 'typing') scheduleSave(DELAY_MS)
  }

  async function save() {
    const text = state.text
    const previousNotes = base?.notes ?? ''
    setState({ status: 'saving' })
    try {
      onSaveSucceeded(await send(text), text, previousNotes)
    } catch (error) {
      onSaveFailed(error, text)
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
      // Another field of the item changed (for example its state): the note is still the one this text started from.
      if (current && current.notes === base.notes) return await calls.change(current, text)
      if (current && current.notes === text) return current
      throw error
    }
  }

  function onSaveSucceeded(saved: Item, text: string, previousNotes: string) {
    base = saved
    failures = 0
    const isNewest = state.text === text
    if (isNewest) drafts.clear()
    setState({
      status: isNewest ? 'saved' : 'typing',
      savedAt: new Date(saved.updated_at),
      cleared: text === '' && previousNotes !== '' ? previousNotes : state.cleared,
    })
    onSaved?.(saved)
  }

  function onSaveFailed(error: unknown, text: string) {
    const current = currentOf(error)
    if (current) return setState({ status: 'conflict', theirs: current })
    if (error instanceof ApiError && error.code === 'not-found' && base) {
      // The paper was removed from the list in another window: saving the note adds it again.
      base = undefined
      setState({ status: 'typing' })
      return scheduleSave(0)
    }
    drafts.write({ text, base: base ? { notes: base.notes, version: base.version } : null })
    const offline = !navigator.onLine || (error instanceof ApiError && error.code === 'unreachable')
    setState({ status: offline ? 'offline' : 'failed' })
    scheduleSave(Math.min(RETRY_MS * 2 ** failures++, RETRY_MAX_MS))
  }

  function resolve(choice: ConflictChoice) {
    const { theirs, text } = state
    if (!theirs) return
    base = theirs
    setState({ status: 'typing', theirs: undefined })
    if (choice === 'mine') type(text)
    else type(choice === 'theirs' ? theirs.notes : `${theirs.notes}\n\n${text}`)
    if (choice === 'theirs') onSaved?.(theirs)
    void saveNow()
  }

  /** Takes the server's current item, unless the user has unsaved changes. */
  function acceptServerItem(next: Item | undefined) {
    if (!next || saving || (base && base.id === next.id && base.version >= next.version)) return
    if (isDirty() && next.notes !== (base?.notes ?? '')) return
    const dirty = isDirty()
    base = next
    if (!dirty) setState({ text: next.notes })
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
    acceptServerItem,
    undoClear: () => state.cleared !== null && (type(state.cleared), void saveNow()),
    /** Starts autosave, first of a draft from an earlier visit. Calls `listener` after each confirmed save. */
    start(listener: (saved: Item) => void) {
      autosave = true
      onSaved = listener
      if (state.status === 'typing') scheduleSave(DELAY_MS)
    },
    /** Stops autosave after one last attempt. A draft that cannot be saved is kept for the next visit. */
    stop() {
      autosave = false
      void saveNow()
    },
  }
}

const currentOf = (error: unknown): Item | undefined =>
  error instanceof ApiError && error.code === 'conflict' ? (error.current as Item | undefined) : undefined

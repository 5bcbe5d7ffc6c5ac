import { NOTE_MAX } from '#api/contract/limits.ts'
import type { Item } from '#api/contract/readingList.ts'
import { ApiError } from '../../shared/client.ts'
import type { Draft, Drafts } from './noteDrafts.ts'
import { currentOf, sendNote, type NoteCalls } from './sendNote.ts'

/**
 * "too-long": not sent, because the server would refuse it. "unkept": not saved, and the browser refuses to store the
 * draft, so that the text is lost with the page.
 */
export type NoteStatus =
  | 'idle'
  | 'typing'
  | 'saving'
  | 'saved'
  | 'failed'
  | 'offline'
  | 'too-long'
  | 'unkept'
  | 'conflict'
export type ConflictChoice = 'mine' | 'theirs' | 'both'

export interface NoteState {
  text: string
  status: NoteStatus
  savedAt: Date | null
  theirs?: Item | undefined
  /** The text that was in the note before it was cleared; null if it was not cleared. */
  cleared: string | null
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
 * overwrites a text that the user has not seen. Text is in `drafts` until the server has confirmed it; the save is
 * retried until then.
 */
export function createNoteSaver({ item, drafts, calls }: Options) {
  /** The saved note that the text was edited from; undefined if none is known. */
  let base: NonNullable<Draft['base']> | undefined = item
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | undefined
  let failures = 0
  let autosave = false
  let onSaved: ((item: Item) => void) | undefined
  const listeners = new Set<() => void>()
  let state: NoteState = { text: item?.notes ?? '', status: 'idle', savedAt: null, cleared: null }

  const draft = drafts.take()
  if (draft?.text === state.text) drafts.write(null)
  else if (draft) {
    // The draft's base shows whether the note was changed elsewhere since.
    base = draft.base ?? undefined
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

  /** Returns false if the browser refused to store the draft. */
  function keepDraft(): boolean {
    // During a save, the text on the server may become another one than that of `base`.
    if (!isDirty() && !saving) return drafts.write(null)
    return drafts.write({
      text: state.text,
      base: base ? { id: base.id, notes: base.notes, version: base.version } : null,
    })
  }

  function type(text: string) {
    setState({ text, ...(state.status !== 'conflict' && { status: 'typing' }), ...(text !== '' && { cleared: null }) })
    keepDraft()
    if (state.status !== 'conflict') scheduleSave(DELAY_MS)
  }

  async function saveNow(): Promise<void> {
    clearTimeout(timer)
    if (saving) return saving
    if (state.status === 'conflict') return
    if (!isDirty()) {
      if (state.status !== 'idle') setState({ status: state.savedAt ? 'saved' : 'idle' })
      return
    }
    // An emoji is two characters, here and on the server.
    if (state.text.length > NOTE_MAX) {
      setState({ status: keepDraft() ? 'too-long' : 'unkept' })
      return
    }
    saving = save().finally(() => {
      saving = undefined
    })
    await saving
    // The user typed during the call. Without autosave, this is the last attempt.
    if (state.status !== 'typing') return
    if (autosave) scheduleSave(DELAY_MS)
    else await saveNow()
  }

  async function save() {
    const text = state.text
    const previousNotes = base?.notes ?? ''
    setState({ status: 'saving' })
    try {
      onSaveSucceeded(await sendNote(calls, base, text), text, previousNotes)
    } catch (error) {
      onSaveFailed(error)
    }
  }

  function onSaveSucceeded(saved: Item, text: string, previousNotes: string) {
    base = saved
    failures = 0
    drafts.clear(text)
    setState({
      status: state.text === text ? 'saved' : 'typing',
      savedAt: new Date(saved.updated_at),
      cleared: text === '' && previousNotes !== '' ? previousNotes : state.cleared,
    })
    onSaved?.(saved)
  }

  function onSaveFailed(error: unknown) {
    const isKept = keepDraft()
    const current = currentOf(error)
    if (current) return setState({ status: 'conflict', theirs: current })
    const offline = !navigator.onLine || (error instanceof ApiError && error.code === 'unreachable')
    const kept = offline ? 'offline' : 'failed'
    setState({ status: isKept ? kept : 'unkept' })
    scheduleSave(Math.min(RETRY_MS * 2 ** failures++, RETRY_MAX_MS))
  }

  function resolve(choice: ConflictChoice) {
    const { theirs, text } = state
    if (!theirs) return
    base = theirs
    setState({ status: 'typing', theirs: undefined })
    if (choice === 'mine') type(text)
    else type(choice === 'theirs' ? theirs.notes : bothNotes(theirs.notes, text))
    if (choice === 'theirs') onSaved?.(theirs)
    void saveNow()
  }

  /**
   * Takes the server's current item, unless the user has unsaved changes of an older one. Text that was typed before
   * any item was known is added to the note of the item.
   */
  function acceptServerItem(next: Item | undefined) {
    if (!next || saving || state.status === 'conflict' || (base && base.id === next.id && base.version >= next.version))
      return
    if (base && isDirty() && next.notes !== base.notes) return
    const text = isDirty() ? (base ? state.text : bothNotes(next.notes, state.text)) : next.notes
    base = next
    if (text === state.text) return
    setState({ text })
    keepDraft()
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
    async stop() {
      autosave = false
      await saveNow()
    },
  }
}

const bothNotes = (theirs: string, mine: string) => [theirs, mine].filter((notes) => notes !== '').join('\n\n')

import { NOTE_MAX } from '#api/contract/limits.ts'
import { formatPlural } from './format.ts'

/** Whether the server refuses the text of a note. It counts as JavaScript does: an emoji is two characters. */
export const isTooLong = (text: string): boolean => text.length > NOTE_MAX

/** "Too long by 12 characters." */
export const tooLongText = (text: string): string => `Too long by ${formatPlural(text.length - NOTE_MAX, 'character')}.`

import { deviceStorage } from '../../shared/deviceStorage.ts'

/**
 * Removes what this browser keeps for the user: drafts, changes and recent searches. Their keys contain the user's id. An
 * editor that closes later keeps no draft either.
 */
export const forgetUser = (id: string): void => deviceStorage.forget(id)

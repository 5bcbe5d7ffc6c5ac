/** Number of items of the reading list that are loaded at once. */
export const READING_STEP = 30

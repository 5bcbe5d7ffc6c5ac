/** Address of the weekly review of the newest week that is over. */
export const REVIEW_PATH = '/dashboard?review=newest'

/** What became of a row of the audit log: a change that was made, or the response to a call. */
export const auditOutcomeOf = (status: number | null): 'changed' | 'done' | 'refused' | 'failed' => {
  if (status === null) return 'changed'
  return status < 400 ? 'done' : status === 403 ? 'refused' : 'failed'
}

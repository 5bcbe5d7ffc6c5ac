/** The parts of the admin panel, as they stand in the address. */
export const adminTabs = [
  ['overview', 'Overview'],
  ['ingestion', 'Ingestion'],
  ['health', 'System health'],
  ['statistics', 'Statistics'],
  ['email', 'E-mail'],
  ['users', 'Users'],
] as const

export type AdminTab = (typeof adminTabs)[number][0]

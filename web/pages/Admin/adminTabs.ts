/** Tabs of the admin panel: value of the URL parameter `tab`, and label. */
export const adminTabs = [
  ['overview', 'Overview'],
  ['ingestion', 'Ingestion'],
  ['health', 'System health'],
  ['statistics', 'Statistics'],
  ['email', 'E-mail'],
  ['users', 'Users'],
  ['audit', 'Audit'],
] as const

export type AdminTab = (typeof adminTabs)[number][0]

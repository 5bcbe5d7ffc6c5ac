import type { PersonalToken } from '#api/contract/tokens.ts'

const notebook: PersonalToken = {
  id: 'token-1',
  name: 'Notebook on the lab computer',
  scopes: ['day:read', 'search:read'],
  created_at: '2026-11-02T09:14:00.000Z',
  expires_at: '2027-01-31T09:14:00.000Z',
  last_used_at: '2026-11-20T16:40:00.000Z',
  network: '192.0.2.0/24',
}

export const unusedToken: PersonalToken = {
  ...notebook,
  id: 'token-2',
  name: 'Reading agent',
  scopes: ['day:read', 'list:read', 'list:write', 'search:read'],
  expires_at: null,
  last_used_at: null,
  network: null,
}

export const endedToken: PersonalToken = {
  ...notebook,
  id: 'token-3',
  name: 'Script of the summer school',
  scopes: ['list:read'],
  expires_at: '2026-11-15T12:00:00.000Z',
}

export const tokens: PersonalToken[] = [notebook, unusedToken]

export const longNamedToken: PersonalToken = {
  ...notebook,
  id: 'token-4',
  name: 'Wortungetümzusammensetzungsbeispielnotizbuchrechnerprogramm1',
  scopes: ['day:read', 'list:read', 'list:write', 'search:read', 'admin:read', 'admin:write'],
  network: '2001:db8:0:1::/64',
}

export const twentyTokens: PersonalToken[] = Array.from({ length: 20 }, (_, number) => ({
  ...notebook,
  id: `token-${number}`,
  name: `Script ${number + 1}`,
}))

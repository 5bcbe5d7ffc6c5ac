import type { Ereader, EreaderState } from '#api/contract/ereader.ts'

export const waitingEreader: Ereader = {
  address: 'ada_42@kindle.example',
  state: 'waiting',
  code_until: null,
  last: null,
  failing_since: null,
}
export const testedEreader: Ereader = { ...waitingEreader, code_until: '2026-11-21T09:12:00.000Z' }
export const workingEreader: Ereader = {
  ...waitingEreader,
  state: 'on',
  last: { at: '2026-11-20T06:00:04.000Z', sentence: 'Papers of Friday, 20 November 2026: 12 papers.' },
}
export const failingEreader: Ereader = {
  ...workingEreader,
  last: { at: '2026-11-20T06:00:04.000Z', sentence: 'The book was not accepted: 450 4.2.0 Try again later.' },
  failing_since: '2026-11-19T06:00:11.000Z',
}
export const refusedEreader: Ereader = {
  ...failingEreader,
  state: 'off',
  last: { at: '2026-11-20T06:00:04.000Z', sentence: 'Mail servers refuse this address: 550 5.1.1 No such mailbox.' },
}

export const ereaderState: EreaderState = { ereader: workingEreader, from: 'digest@papers.example.org' }

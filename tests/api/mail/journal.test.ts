import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openJournal, type Acceptance } from '#api/mail/journal.ts'
import { makeFolder } from '#tests/support/process.ts'

let folder: Awaited<ReturnType<typeof makeFolder>>
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => folder[Symbol.asyncDispose]())

let files = 0
const newFile = () => join(folder.path, `${(files += 1)}.journal`)
const acceptance = (number: number): Acceptance => ({
  id: `mail ${number}`,
  fence: 1,
  receipt: `250 queued as ${number}`,
})

describe('The journal of accepted mails', () => {
  test('has in the next process what was added and not removed, one entry for each claim of a mail', () => {
    const file = newFile()
    const journal = openJournal(file)
    const again = { ...acceptance(1), fence: 2 }
    for (const one of [acceptance(1), acceptance(2), again]) journal.add(one)
    journal.remove(acceptance(1))
    expect(journal.pending()).toEqual([acceptance(2), again])
    journal.close()
    // What was removed is stored in the database already: to store it again changes nothing.
    expect(openJournal(file).pending()).toEqual([acceptance(1), acceptance(2), again])
  })

  test('can be read by its owner only', () => {
    const file = newFile()
    openJournal(file).close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('leaves out a line that a kill or a full disk cut off, and keeps those around it', () => {
    const file = newFile()
    const journal = openJournal(file)
    journal.add(acceptance(1))
    appendFileSync(file, '{"id":"mail 2","fence":1,"rec')
    journal.add(acceptance(3))
    appendFileSync(file, '{"id":"mail 4"')
    expect(openJournal(file).pending()).toEqual([acceptance(1), acceptance(3)])
  })

  test('is emptied when it has grown and everything in it is stored', () => {
    const file = newFile()
    const journal = openJournal(file)
    const many = Array.from({ length: 1_500 }, (_, number) => acceptance(number))
    for (const one of many) journal.add(one)
    const full = statSync(file).size
    expect(full).toBeGreaterThan(64 * 1024)
    for (const one of many.slice(1)) journal.remove(one)
    expect(statSync(file).size).toBe(full)
    journal.remove(acceptance(0))
    expect(statSync(file).size).toBe(0)
    // Not at each mail.
    journal.add(acceptance(1))
    journal.remove(acceptance(1))
    expect(statSync(file).size).toBeGreaterThan(0)
  })

  test('that was large when it was opened is emptied, too', () => {
    const file = newFile()
    const before = openJournal(file)
    for (let number = 0; number < 1_500; number += 1) before.add(acceptance(number))
    const journal = openJournal(file)
    for (const one of journal.pending()) journal.remove(one)
    expect(statSync(file).size).toBe(0)
  })

  test('is in memory without a file', () => {
    const journal = openJournal()
    journal.add(acceptance(1))
    expect(journal.pending()).toEqual([acceptance(1)])
    journal.remove(acceptance(1))
    expect(journal.pending()).toEqual([])
    journal.close()
  })
})

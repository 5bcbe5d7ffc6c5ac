import { describeAlarm, headAlarms, healthPage, sentenceOf, type Alarm } from '../mail/alarmMessage.ts'
import type { DayMessage } from './dayMessage.ts'

/** Writes checks that turned bad, or are good again, as one message: which, since when, why, and the address of the panel. */
export function writeAlarms(alarms: readonly Alarm[], { at, publicUrl }: { at: Date; publicUrl: string }): DayMessage {
  const url = healthPage(publicUrl)
  return {
    type: 'alarm',
    day: at.toISOString().slice(0, 10),
    heading: headAlarms(alarms),
    first: 1,
    papers: [],
    extras: alarms.map((one) => ({ title: sentenceOf(one), url, text: describeAlarm(one) })),
    foot: '',
    dayUrl: url,
    cards: null,
    more: 0,
    total: 0,
  }
}

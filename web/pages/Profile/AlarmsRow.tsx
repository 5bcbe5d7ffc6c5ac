import { AlarmSettings } from '../../components/settings/AlarmSettings.tsx'
import { useMe } from '../../data/account/useMe.ts'
import { useSetting } from '../../data/account/useSetting.ts'

/** Alarms by mail, for admins only. */
export function AlarmsRow({ saved }: { saved: boolean }) {
  const { changeMe } = useMe()
  const alarms = useSetting('alarms', saved, (wanted) => changeMe({ preferences: { alarms: wanted } }))
  return <AlarmSettings {...alarms.saving} value={alarms.value} onChange={alarms.change} />
}

import type {
  BackfillEstimate,
  BackfillInput,
  Days,
  DaysQuery,
  SourceSettings,
  SourceSettingsChanges,
} from '#api/contract/days.ts'
import type { Job } from '#api/contract/jobs.ts'
import type { Whereabouts, WhereaboutsQuery } from '#api/contract/whereabouts.ts'
import { useClient } from './api.ts'

interface Response<Data> {
  data: Data | null
  error: { value: unknown } | null
  status: number
}
type Call<Data> = Promise<Response<Data>>

/** Calls about the ledger of days, typed by the contract. The API client sends them like every other call. */
interface DayRoutes {
  admin: {
    days: { get(options: { query: typeof DaysQuery.static }): Call<Days> }
    backfill: { post(input: BackfillInput): Call<Job | BackfillEstimate> }
    sources(params: { id: string }): {
      get(): Call<SourceSettings>
      put(changes: SourceSettingsChanges): Call<SourceSettings>
    }
  }
  users: { me: { whereabouts: { get(options: { query: typeof WhereaboutsQuery.static }): Call<Whereabouts> } } }
}

/** The API client of the page, with the routes of the ledger of days. */
export const useDayClient = (): DayRoutes => useClient() as unknown as DayRoutes

import { t } from 'elysia'

/** Schema of a body that is not JSON. The OpenAPI document names its media types. */
export const textOf = (...mediaTypes: readonly string[]) => t.String({ mediaTypes })

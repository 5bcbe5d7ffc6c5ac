import type { TargetKind } from '../contract/limits.ts'
import { discord } from './discord.ts'
import { matrix } from './matrix.ts'
import { mattermost } from './mattermost.ts'
import { ntfy } from './ntfy.ts'
import { slack } from './slack.ts'
import type { Target } from './target.ts'
import { webhook } from './webhook.ts'

/** How each service is written to. To add one, write its `Target` and name it in `TARGET_KINDS`. */
export const targets: Readonly<Record<TargetKind, Target>> = { slack, discord, matrix, mattermost, ntfy, webhook }

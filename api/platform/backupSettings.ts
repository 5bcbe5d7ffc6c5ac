import { Type } from '@sinclair/typebox'
import { text } from './settingForms.ts'

/** The settings of backups. */
export const backupSettings = {
  PAPERDAWN_BACKUP_FOLDER: text('.', {
    meaning: 'Folder in which a worker makes a backup each day; off for none',
    expected: 'a path or off',
    example: '/mnt/backups/paperdawn',
    otherwise: '`backups` in PAPERDAWN_DATA with the embedded database, else off',
  }),
  PAPERDAWN_BACKUP_HOUR: {
    ...Type.Integer({ minimum: 0, maximum: 23, default: 3 }),
    meaning: 'The hour of the daily backup, in UTC',
    expected: 'a whole number from 0 to 23',
    example: '3',
  },
  PAPERDAWN_BACKUPS_KEPT: {
    ...Type.Integer({ minimum: 1, maximum: 1_000, default: 7 }),
    meaning: 'How many backups the folder keeps',
    expected: 'a whole number from 1 to 1000',
    example: '7',
  },
  PAPERDAWN_BACKUP_PASSPHRASE: text('^.{12,}$', {
    meaning: 'Encrypts backups; without it they contain no secrets',
    expected: 'at least 12 characters',
    example: 'the output of: openssl rand -base64 24',
    otherwise: 'backups are not encrypted',
  }),
}

import type { AuditAction } from '@kyc/contract/audit-vocabulary.ts'
import { auditActionLabels, wordOf } from '@kyc/contract/labels.ts'
import type { TablerIcon } from '@tabler/icons-react'
import {
  IconArrowBackUp,
  IconCheck,
  IconDotsVertical,
  IconDownload,
  IconEye,
  IconFileExport,
  IconFlame,
  IconLock,
  IconLockExclamation,
  IconLogin2,
  IconLogout,
  IconPencil,
  IconPlus,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import classes from './audit.module.css'

const icons = {
  create: IconPlus,
  read: IconEye,
  update: IconPencil,
  delete: IconTrash,
  verify: IconCheck,
  download: IconDownload,
  reject: IconArrowBackUp,
  login: IconLogin2,
  logout: IconLogout,
  login_failed: IconLockExclamation,
  export: IconFileExport,
  share: IconShare,
  seal: IconLock,
  shred: IconFlame,
} as const satisfies Record<AuditAction, TablerIcon>

/** Only actions that may need attention have a colour. */
const tones: Partial<Record<AuditAction, 'ok' | 'wait' | 'bad'>> = {
  verify: 'ok',
  reject: 'bad',
  delete: 'bad',
  shred: 'bad',
  login_failed: 'wait',
}

export function ActionIcon({ action, size = 18 }: { action: AuditAction; size?: number }) {
  const Icon = Object.hasOwn(icons, action) ? icons[action] : IconDotsVertical // an action of a newer release
  return <Icon size={size} aria-hidden />
}

/** An action as icon and label. */
export function ActionLabel({ action }: { action: AuditAction }) {
  return (
    <span className={classes.action} data-tone={tones[action]}>
      <ActionIcon action={action} />
      {wordOf(auditActionLabels, action)}
    </span>
  )
}

export function toneOf(action: AuditAction): 'ok' | 'wait' | 'bad' | undefined {
  return tones[action]
}

import type { AuditAction } from '@kyc/contract/audit-vocabulary.ts'
import { auditActionLabels } from '@kyc/contract/labels.ts'
import type { TablerIcon } from '@tabler/icons-react'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconFileExport from '@tabler/icons-react/dist/esm/icons/IconFileExport.mjs'
import IconFlame from '@tabler/icons-react/dist/esm/icons/IconFlame.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconLockExclamation from '@tabler/icons-react/dist/esm/icons/IconLockExclamation.mjs'
import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
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
  const Icon = icons[action]
  return <Icon size={size} stroke={1.7} aria-hidden />
}

/** An action as icon and label. */
export function ActionLabel({ action }: { action: AuditAction }) {
  return (
    <span className={classes.action} data-tone={tones[action]}>
      <ActionIcon action={action} />
      {auditActionLabels[action]}
    </span>
  )
}

export function toneOf(action: AuditAction): 'ok' | 'wait' | 'bad' | undefined {
  return tones[action]
}

import type { Role } from '@kyc/contract/accounts.ts'
import type { TablerIcon } from '@tabler/icons-react'
import IconBuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs'
import IconUserCog from '@tabler/icons-react/dist/esm/icons/IconUserCog.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs'
import { paths } from '../paths.ts'

export interface MenuItem {
  readonly label: string
  readonly href: string
  readonly icon: TablerIcon
  /** The lowest role that sees it (D1). */
  readonly least: Role
  /** The beginnings of the addresses that belong to it. */
  readonly covers: readonly string[]
}

/** The side menu: only pages that exist, each from the role on that may use it. */
export const menu: readonly MenuItem[] = [
  {
    label: 'ダッシュボード',
    href: paths.dashboard(),
    icon: IconLayoutDashboard,
    least: 'user',
    covers: ['/dashboard'],
  },
  {
    label: '出演者一覧',
    href: paths.performers(),
    icon: IconUsers,
    least: 'user',
    covers: ['/performers', '/add-performer'],
  },
  {
    label: '動画',
    href: paths.videos(),
    icon: IconVideo,
    least: 'user',
    covers: ['/videos'],
  },
  {
    label: '監査ログ',
    href: paths.auditLogs(),
    icon: IconHistory,
    least: 'user',
    covers: ['/audit-logs'],
  },
]

/** 管理: what is about accounts and partners rather than records. */
export const managementMenu: readonly MenuItem[] = [
  { label: 'ユーザー', href: paths.users(), icon: IconUserCog, least: 'admin', covers: ['/users'] },
  {
    label: '提携先',
    href: paths.partners(),
    icon: IconBuildingStore,
    least: 'superadmin',
    covers: ['/partners'],
  },
  {
    label: 'お問い合わせ',
    href: paths.inquiries(),
    icon: IconMessages,
    least: 'admin',
    covers: ['/inquiries'],
  },
]

export function isDashboard(pathname: string): boolean {
  return pathname === '/' || pathname === '/dashboard'
}

export function isCurrent(item: MenuItem, pathname: string): boolean {
  if (item.covers.includes('/dashboard')) return isDashboard(pathname)
  return item.covers.some((start) => pathname === start || pathname.startsWith(`${start}/`))
}

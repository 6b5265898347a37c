import type { LadderRole } from '@kyc/contract/accounts.ts'
import type { TablerIcon } from '@tabler/icons-react'
import {
  IconArchive,
  IconBuilding,
  IconBuildingStore,
  IconFileSearch,
  IconHandStop,
  IconHistory,
  IconLayoutDashboard,
  IconMailForward,
  IconMessages,
  IconPackage,
  IconShare,
  IconUserCog,
  IconUserQuestion,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react'
import { paths } from '../paths.ts'

export interface MenuItem {
  readonly label: string
  readonly href: string
  readonly icon: TablerIcon
  /** The lowest role that has the entry (D1); auditors have those of admins. */
  readonly minimumRole: LadderRole
  /** Only for members of a company (D67). */
  readonly companies?: true
  /** Only for those who review, with the number of waiting cases (D21). */
  readonly reviewers?: true
  /** Path prefixes for which the entry is the current one. */
  readonly prefixes: readonly string[]
}

/** Entries of the side menu. */
export const menu: readonly MenuItem[] = [
  {
    label: 'ダッシュボード',
    href: paths.dashboard(),
    icon: IconLayoutDashboard,
    minimumRole: 'user',
    prefixes: ['/dashboard'],
  },
  {
    label: '出演者一覧',
    href: paths.performers(),
    icon: IconUsers,
    minimumRole: 'user',
    prefixes: ['/performers', '/add-performer'],
  },
  {
    label: '審査',
    href: paths.review(),
    icon: IconFileSearch,
    minimumRole: 'admin',
    reviewers: true,
    prefixes: ['/review'],
  },
  {
    label: '動画',
    href: paths.videos(),
    icon: IconVideo,
    minimumRole: 'user',
    prefixes: ['/videos'],
  },
  {
    label: '共有された動画',
    href: paths.sharedVideos(),
    icon: IconShare,
    minimumRole: 'user',
    companies: true,
    prefixes: ['/shared-videos'],
  },
  {
    label: '一括依頼',
    href: paths.campaigns(),
    icon: IconMailForward,
    minimumRole: 'user',
    prefixes: ['/campaigns'],
  },
  {
    label: '公開停止の申し出',
    href: paths.takedowns(),
    icon: IconHandStop,
    minimumRole: 'user',
    prefixes: ['/takedowns'],
  },
  {
    label: '証拠パック',
    href: paths.evidence(),
    icon: IconPackage,
    minimumRole: 'user',
    prefixes: ['/evidence'],
  },
  {
    label: '監査ログ',
    href: paths.auditLogs(),
    icon: IconHistory,
    minimumRole: 'user',
    prefixes: ['/audit-logs'],
  },
  {
    label: '組織',
    href: paths.organisation(),
    icon: IconBuilding,
    minimumRole: 'user',
    companies: true,
    prefixes: ['/organisation'],
  },
]

/** Entries under 管理: accounts, partners, inquiries and requests. */
export const managementMenu: readonly MenuItem[] = [
  { label: 'ユーザー', href: paths.users(), icon: IconUserCog, minimumRole: 'admin', prefixes: ['/users'] },
  {
    label: '提携先',
    href: paths.partners(),
    icon: IconBuildingStore,
    minimumRole: 'superadmin',
    prefixes: ['/partners'],
  },
  {
    label: 'お問い合わせ対応',
    href: paths.inquiries(),
    icon: IconMessages,
    minimumRole: 'admin',
    prefixes: ['/inquiries'],
  },
  {
    label: '封印した記録',
    href: paths.sealedRecords(),
    icon: IconArchive,
    minimumRole: 'superadmin',
    prefixes: ['/sealed'],
  },
  {
    label: '開示等の請求',
    href: paths.subjectRequests(),
    icon: IconUserQuestion,
    minimumRole: 'admin',
    prefixes: ['/subject-requests'],
  },
]

export function isDashboard(pathname: string): boolean {
  return pathname === '/' || pathname === '/dashboard'
}

/** The review desk fills the window, next to a rail instead of the side menu. */
export function isReviewDesk(pathname: string): boolean {
  return pathname === '/review' || pathname.startsWith('/review/')
}

export function isCurrent(item: MenuItem, pathname: string): boolean {
  if (item.prefixes.includes('/dashboard')) return isDashboard(pathname)
  return item.prefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
}

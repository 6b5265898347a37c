import type { AuditFilter } from '@kyc/contract/audit.ts'
import type { listInquiries } from '@kyc/contract/contact.ts'
import type { listDeliveries } from '@kyc/contract/deliveries.ts'
import type { QueryIn } from '@kyc/contract/endpoint.ts'
import type { listPartners } from '@kyc/contract/partners.ts'
import type { listPerformers } from '@kyc/contract/performers.ts'
import type { listUsers } from '@kyc/contract/users.ts'
import type { listVideoCandidates, listVideos } from '@kyc/contract/videos.ts'

/**
 * The key of every query. A shorter key is a prefix of longer ones: `queryKeys.performers` invalidates every
 * list, count and record of performers.
 */
export const queryKeys = {
  config: ['config'],
  dashboard: ['dashboard'],
  dashboardStats: ['dashboard', 'stats'],
  dashboardCharts: ['dashboard', 'charts'],
  registrationFunnel: ['dashboard', 'funnel'],
  performers: ['performers'],
  performerList: (query: QueryIn<typeof listPerformers>) => ['performers', 'list', query] as const,
  nextInQueue: (id: string) => ['performers', 'next', id] as const,
  performerCounts: ['performers', 'counts'],
  performer: (id: string) => ['performers', id] as const,
  performerRecord: (id: string) => ['performers', id, 'record'] as const,
  performerHistory: (id: string) => ['performers', id, 'history'] as const,
  documents: (id: string) => ['performers', id, 'documents'] as const,
  documentList: (id: string) => ['performers', id, 'documents', 'list'] as const,
  documentMetadata: (id: string) => ['performers', id, 'documents', 'metadata'] as const,
  documentVersions: (id: string, type: string) => ['performers', id, 'documents', 'versions', type] as const,
  documentFile: (id: string, type: string, version: number, size: 'thumbnail' | 'screen' | 'full') =>
    ['performers', id, 'documents', 'file', type, version, size] as const,
  videos: ['videos'],
  videoList: (query: QueryIn<typeof listVideos>) => ['videos', 'list', query] as const,
  video: (id: string) => ['videos', id] as const,
  videoRecord: (id: string) => ['videos', id, 'record'] as const,
  videoPerformers: (id: string, cursor: string | undefined) => ['videos', id, 'performers', cursor] as const,
  videoCandidates: (id: string, query: QueryIn<typeof listVideoCandidates>) =>
    ['videos', id, 'candidates', query] as const,
  accountSecurity: ['account', 'security'],
  accountSessions: ['account', 'sessions'],
  invitation: (token: string) => ['invitation', token] as const,
  users: ['users'],
  userList: (query: QueryIn<typeof listUsers>) => ['users', 'list', query] as const,
  userSessions: (id: string) => ['users', id, 'sessions'] as const,
  partners: ['partners'],
  partnerList: (query: QueryIn<typeof listPartners>) => ['partners', 'list', query] as const,
  partnerRecord: (id: string) => ['partners', id, 'record'] as const,
  deliveryList: (id: string, query: QueryIn<typeof listDeliveries>) =>
    ['partners', id, 'deliveries', query] as const,
  inquiries: ['inquiries'],
  inquiryList: (query: QueryIn<typeof listInquiries>) => ['inquiries', 'list', query] as const,
  auditLogs: ['audit-logs'],
  auditLogList: (filter: AuditFilter & { cursor?: string | undefined }) =>
    ['audit-logs', 'list', filter] as const,
} as const

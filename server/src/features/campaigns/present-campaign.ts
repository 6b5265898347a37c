import { campaignItemStates } from '@kyc/contract/campaign-vocabulary.ts'
import type { Campaign, CampaignItem } from '@kyc/contract/campaigns.ts'
import type { CampaignRow, ItemRow } from './campaigns-repository.ts'

export function presentCampaign(row: CampaignRow, now: Date): Campaign {
  const counts = campaignItemStates.map((state) => [state, row.counts?.[state] ?? 0])
  const resumes = row.resumes_at !== null && row.resumes_at > now && row.may_send
  return {
    id: row.id,
    name: row.name,
    organisation: { id: row.owner_id, name: row.owner_name },
    asks: row.asks,
    language: row.language,
    state: row.stopped_at ? 'stopped' : row.open > 0 ? 'running' : 'finished',
    maySend: row.may_send,
    createdAt: row.created_at.toISOString(),
    createdBy: row.creator,
    stoppedAt: row.stopped_at?.toISOString() ?? null,
    stoppedBy: row.stopper,
    reminderDays: row.reminder_days,
    reminders: row.reminders,
    counts: Object.fromEntries(counts) as Campaign['counts'], // one for each state
    resumesAt: resumes ? row.resumes_at.toISOString() : null,
  }
}

export function presentItem(row: ItemRow): CampaignItem {
  return {
    performer: { id: row.performer_id, name: row.performer_name },
    state: row.state,
    reason: row.reason,
    delayed: row.delayed,
    sentAt: row.sent_at?.toISOString() ?? null,
    reminded: row.reminded,
    remindedAt: row.reminded_at?.toISOString() ?? null,
    openedAt: row.opened_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

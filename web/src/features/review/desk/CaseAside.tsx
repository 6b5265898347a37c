import { clockInJapan } from '@kyc/contract/dates.ts'
import type { ReviewCaseDetail } from '@kyc/contract/review.ts'
import { Stack, Tabs, Text } from '@mantine/core'
import type { RefObject } from 'react'
import { CaseNotes } from '../CaseNotes.tsx'
import { historyLines } from '../change-text.ts'
import classes from './CaseAside.module.css'

export type AsideTab = 'history' | 'notes'

export interface CaseAsideProps {
  detail: ReviewCaseDetail
  tab: AsideTab
  /** Where a note is typed. */
  field: RefObject<HTMLInputElement | null>
  onTab: (tab: AsideTab) => void
}

/** What has happened to the performer, and what reviewers noted. */
export function CaseAside({ detail: { performer, history, notes }, tab, field, onTab }: CaseAsideProps) {
  return (
    <Tabs
      className={classes.aside}
      value={tab}
      onChange={(next) => onTab(next === 'notes' ? 'notes' : 'history')}
    >
      <Tabs.List>
        <Tabs.Tab value="history">経緯</Tabs.Tab>
        <Tabs.Tab value="notes" aria-keyshortcuts="N" title="メモを書く（N）">
          管理者用メモ {notes.length > 0 && `（${notes.length}）`}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="history" tabIndex={0}>
        <Stack component="ol" gap={6} px="sm" py={9} fz="xs" lh={1.5}>
          {historyLines(history).map((line) => (
            <li key={line.id} className={classes.line}>
              <Text component="time" inherit c="dimmed" dateTime={line.at}>
                {shortTime(line.at)}
              </Text>
              <span>
                {line.text}
                {line.note && `（${line.note}）`}
              </span>
              <Text span inherit c="dimmed">
                {line.by}
              </Text>
            </li>
          ))}
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="notes">
        <CaseNotes performerId={performer.id} notes={notes} field={field} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** 11/20 13:40 */
function shortTime(at: string): string {
  return clockInJapan(new Date(at)).slice(5, 16).replace('-', '/')
}

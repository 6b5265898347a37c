import { Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { BusyButton } from './BusyButton.tsx'
import classes from './RefetchFailed.module.css'

/** The part of a query that this line reads. */
export interface RefetchedQuery {
  readonly isError: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

export interface RefetchFailedProps {
  /** One query, or all queries of the page. */
  query: RefetchedQuery | readonly RefetchedQuery[]
}

/** One line above data that could not be refetched; the data stays. Empty while no query has failed. */
export function RefetchFailed({ query }: RefetchFailedProps) {
  const failed = (Array.isArray(query) ? query : [query]).filter(({ isError }) => isError)
  // Always rendered: a live region announces only texts that are added to it.
  return (
    <div role="status">
      {failed.length > 0 && (
        <Group
          wrap="nowrap"
          gap="xs"
          mih={40}
          mb="sm"
          px="sm"
          fz="xs"
          className={classes.line}
          data-tone="wait"
        >
          <IconAlertTriangle size={18} aria-hidden />
          <span>最新の情報を取得できませんでした</span>
          <BusyButton
            variant="subtle"
            size="compact-sm"
            ml="auto"
            c="inherit"
            busy={failed.some(({ isFetching }) => isFetching)}
            onClick={() => {
              for (const { refetch } of failed) void refetch()
            }}
          >
            再試行
          </BusyButton>
        </Group>
      )}
    </div>
  )
}

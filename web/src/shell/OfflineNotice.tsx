import { Group } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import classes from './OfflineNotice.module.css'

/** Shown below the header while the browser has no connection; `query-client.ts` refetches afterwards. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, isOnline)
  // Always rendered: a live region announces only texts that are added to it.
  return (
    <div role="status" className={online ? undefined : classes.notice}>
      {!online && (
        <Group justify="center" gap="xs" mih={36} px="md" py={4} fz="xs">
          <IconWifiOff size={18} aria-hidden />
          オフラインです。接続が戻ると自動で更新します。
        </Group>
      )}
    </div>
  )
}

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)
const isOnline = () => onlineManager.isOnline()

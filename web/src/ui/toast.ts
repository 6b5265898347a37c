import { notifications } from '@mantine/notifications'

/** Tells of something that happened elsewhere on the page; failures stay until they are closed. */
export function showToast(message: string, tone: 'ok' | 'bad' | 'neutral' = 'ok'): void {
  notifications.show({
    message,
    color: tone === 'ok' ? 'green' : tone === 'bad' ? 'red' : 'gray',
    autoClose: tone === 'bad' ? false : 5000,
    closeButtonProps: { 'aria-label': '閉じる' },
  })
}

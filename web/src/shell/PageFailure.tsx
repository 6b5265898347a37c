import { Button, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'

/**
 * Shown in the frame when a page cannot be loaded or rendered. Reloads when the connection is back, or by its
 * button. It is part of the first load, so it does not use the larger ErrorState.
 */
export function PageFailure() {
  useEffect(() => {
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <Stack align="center" gap="sm" px="md" py={48} ta="center" role="alert">
      <Title order={1} size="h2">
        画面を表示できませんでした
      </Title>
      <Text c="dimmed" maw={480}>
        接続を確認して、もう一度お試しください。解消しない場合は、しばらくしてから開き直してください。
      </Text>
      <Button onClick={() => window.location.reload()}>再試行</Button>
    </Stack>
  )
}

import { Text } from '@mantine/core'
import classes from './Message.module.css'

/** The text of a sender, with its line breaks. */
export function Message({ children }: { children: string }) {
  return (
    <Text className={classes.message} maw={720} mb="md" px="md" py="sm" bg="var(--app-raise)">
      {children}
    </Text>
  )
}

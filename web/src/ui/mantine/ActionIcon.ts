import '@mantine/core/styles/ActionIcon.css'

export { ActionIcon } from '@mantine/core'

import '@mantine/core/styles/ActionIcon.css'

export { ActionIcon, type ActionIconProps } from '@mantine/core'

import '@mantine/core/styles/Pill.css'

export { Pill } from '@mantine/core'

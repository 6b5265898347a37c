import '@mantine/core/styles/Alert.css'

export { Alert } from '@mantine/core'

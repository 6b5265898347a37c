import '@mantine/core/styles/Input.css'

export { TextInput } from '@mantine/core'

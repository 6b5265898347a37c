import '@mantine/core/styles/Input.css'

export { Textarea } from '@mantine/core'

import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/PasswordInput.css'

export { PasswordInput } from '@mantine/core'

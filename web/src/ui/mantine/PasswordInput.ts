import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/PasswordInput.css'

export { PasswordInput, type PasswordInputProps } from '@mantine/core'

import '@mantine/core/styles/Input.css'

export { NativeSelect } from '@mantine/core'

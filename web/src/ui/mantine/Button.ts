import '@mantine/core/styles/Button.css'

export { Button } from '@mantine/core'

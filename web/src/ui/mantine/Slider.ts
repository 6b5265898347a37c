import '@mantine/core/styles/Slider.css'

export { Slider } from '@mantine/core'

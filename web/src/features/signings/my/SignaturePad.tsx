import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { Button, Group, Text } from '@mantine/core'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import classes from './SignaturePad.module.css'
import { useTexts } from './use-texts.ts'

/** Lines through points. Each coordinate is from 0 to 1, and the origin is the top left. */
export type Strokes = readonly (readonly (readonly [x: number, y: number])[])[]

const decimals = 10_000

/** In CSS pixels: nearer points of one stroke add nothing. */
const nearest = 1.5

interface SignaturePadProps {
  strokes: Strokes
  onChange: (strokes: Strokes) => void
}

/** A drawn signature by finger, pen or mouse. It is optional, because a keyboard cannot draw. */
export function SignaturePad({ strokes, onChange }: SignaturePadProps) {
  const texts = useTexts()
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef<{ pointer: number; points: [number, number][] } | null>(null)
  const [open, setOpen] = useState<readonly (readonly [number, number])[]>([])
  useEffect(() => {
    if (canvas.current) draw(canvas.current, open.length > 0 ? [...strokes, open] : strokes)
  }, [strokes, open])
  const pointOf = ({
    clientX,
    clientY,
    currentTarget,
  }: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = currentTarget.getBoundingClientRect()
    return [part(clientX - box.left, box.width), part(clientY - box.top, box.height)]
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (drawing.current || event.button !== 0 || strokes.length >= signingLimits.strokes.count) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = { pointer: event.pointerId, points: [pointOf(event)] }
  }
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const stroke = drawing.current
    if (stroke?.pointer !== event.pointerId) return
    const point = pointOf(event)
    const before = stroke.points.at(-1)
    const { width, height } = event.currentTarget.getBoundingClientRect()
    if (before && Math.hypot((point[0] - before[0]) * width, (point[1] - before[1]) * height) < nearest)
      return
    if (stroke.points.length >= signingLimits.strokes.points) return
    stroke.points.push(point)
    setOpen([...stroke.points])
  }
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    const stroke = drawing.current
    if (stroke?.pointer !== event.pointerId) return
    drawing.current = null
    setOpen([])
    if (stroke.points.length > 1) onChange([...strokes, stroke.points])
  }
  return (
    <div>
      <Text fw={700} id={id}>
        {texts.signDrawLabel}
      </Text>
      <Text size="xs" c="dimmed" mb={8}>
        {texts.signDrawHint}
      </Text>
      <canvas
        ref={canvas}
        className={classes.pad}
        role="img"
        aria-labelledby={id}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <Group justify="space-between" mt={8} wrap="nowrap">
        <Text size="xs" c="dimmed" aria-live="polite">
          {strokes.length > 0 ? texts.signDrawn : texts.signDrawEmpty}
        </Text>
        <Button variant="default" disabled={strokes.length === 0} onClick={() => onChange([])}>
          {texts.signClear}
        </Button>
      </Group>
    </div>
  )
}

function part(distance: number, length: number): number {
  const share = length > 0 ? distance / length : 0
  return Math.round(Math.min(1, Math.max(0, share)) * decimals) / decimals
}

function draw(canvas: HTMLCanvasElement, strokes: Strokes): void {
  const { clientWidth, clientHeight } = canvas
  const ratio = window.devicePixelRatio || 1
  canvas.width = Math.round(clientWidth * ratio)
  canvas.height = Math.round(clientHeight * ratio)
  const context = canvas.getContext('2d')
  if (!context) return
  context.scale(ratio, ratio)
  context.lineWidth = 2.4
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = '#1c232b'
  for (const stroke of strokes) {
    context.beginPath()
    for (const [x, y] of stroke) context.lineTo(x * clientWidth, y * clientHeight)
    context.stroke()
  }
}

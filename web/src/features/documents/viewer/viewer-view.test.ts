import { expect, test } from 'vitest'
import { fittedSize, initialView, viewerKey, viewFilter, viewReducer } from './viewer-view.ts'

test('zooming goes in steps within limits, and returns to a step after the wheel', () => {
  expect(viewReducer(initialView, { kind: 'zoomIn' }).zoom).toBe(1.25)
  expect(viewReducer(initialView, { kind: 'zoomOut' }).zoom).toBe(0.75)
  expect(viewReducer({ ...initialView, zoom: 8 }, { kind: 'zoomIn' }).zoom).toBe(8)
  expect(viewReducer({ ...initialView, zoom: 0.5 }, { kind: 'zoomOut' }).zoom).toBe(0.5)
  const wheeled = viewReducer(initialView, { kind: 'zoomBy', factor: 1.1 })
  expect(viewReducer(wheeled, { kind: 'zoomIn' }).zoom).toBe(1.25)
  expect(viewReducer(wheeled, { kind: 'zoomBy', factor: 100 }).zoom).toBe(8)
})

test('four quarter turns restore the view', () => {
  let view = initialView
  for (let turn = 0; turn < 4; turn += 1) view = viewReducer(view, { kind: 'rotate', turns: -1 })
  expect(view.turns).toBe(0)
  expect(viewReducer(initialView, { kind: 'rotate', turns: -1 }).turns).toBe(3)
})

test('brightness returns to the first step after the last', () => {
  let view = initialView
  for (let step = 0; step < 4; step += 1) view = viewReducer(view, { kind: 'brighten' })
  expect(view.brightness).toBe(1)
})

test('contrast returns to the first step after the last, and combines with brightness', () => {
  const contrasted = viewReducer(initialView, { kind: 'contrast' })
  expect(viewFilter(initialView)).toBeUndefined()
  expect(viewFilter(contrasted)).toBe('contrast(1.5)')
  expect(viewFilter(viewReducer(contrasted, { kind: 'brighten' }))).toBe('brightness(1.25) contrast(1.5)')
  let view = initialView
  for (let step = 0; step < 4; step += 1) view = viewReducer(view, { kind: 'contrast' })
  expect(view).toEqual(initialView)
})

test('M switches the magnifier on and off; the arrows then move the magnifier within the picture', () => {
  const press = (view: typeof initialView, key: string, pages: number | null = null) =>
    viewerKey({ key, ctrlKey: false, metaKey: false, altKey: false }, view, pages)
  expect(press(initialView, 'm')).toEqual({ kind: 'lens' })
  expect(press(initialView, 'm', 2), 'of a PDF').toEqual({ kind: 'lens' })
  let view = viewReducer(initialView, { kind: 'lens' })
  expect(view.lens).toEqual({ x: 0.5, y: 0.5 })
  expect(press(view, 'ArrowRight')).toEqual({ kind: 'lensBy', x: 0.04, y: 0 })
  for (let step = 0; step < 20; step += 1) view = viewReducer(view, { kind: 'lensBy', x: 0.04, y: -0.04 })
  expect(view.lens).toEqual({ x: 1, y: 0 })
  expect(viewReducer(view, { kind: 'lens' }).lens).toBeNull()
})

test('a picture, rotated or not, is fitted to the stage, but not enlarged', () => {
  const stage = { width: 800, height: 600 }
  expect(fittedSize({ width: 1600, height: 800 }, stage, initialView)).toEqual({ width: 800, height: 400 })
  expect(fittedSize({ width: 1600, height: 800 }, stage, { ...initialView, turns: 1 })).toEqual({
    width: 600,
    height: 300,
  })
  expect(fittedSize({ width: 400, height: 300 }, stage, initialView)).toEqual({ width: 400, height: 300 })
})

test('the arrows change the document, or pan while zoomed in; J, K and, on a picture, the page keys always change it', () => {
  const press = (key: string, zoom: number, pages: number | null = null) =>
    viewerKey({ key, ctrlKey: false, metaKey: false, altKey: false }, { zoom, lens: null }, pages)
  expect(press('ArrowRight', 1)).toEqual({ kind: 'turn', by: 1 })
  expect(press('ArrowDown', 1)).toBeUndefined()
  expect(press('ArrowRight', 2)).toEqual({ kind: 'pan', x: 80, y: 0 })
  expect(press('ArrowUp', 2)).toEqual({ kind: 'pan', x: 0, y: -80 })
  for (const zoom of [1, 2]) {
    expect(press('j', zoom)).toEqual({ kind: 'turn', by: 1 })
    expect(press('k', zoom)).toEqual({ kind: 'turn', by: -1 })
    expect(press('PageDown', zoom)).toEqual({ kind: 'turn', by: 1 })
    expect(press('PageDown', zoom, 2)).toBeUndefined()
  }
})

test('a number key opens the document with this number on the review desk, and N opens a note', () => {
  const press = (key: string, ctrlKey = false) =>
    viewerKey({ key, ctrlKey, metaKey: false, altKey: false }, initialView, null)
  expect(press('1')).toEqual({ kind: 'document', number: 1 })
  expect(press('5')).toEqual({ kind: 'document', number: 5 })
  expect(press('7')).toEqual({ kind: 'document', number: 7 })
  expect(press('8')).toBeUndefined()
  expect(press('n')).toEqual({ kind: 'note' })
  expect(press('1', true), 'a key of the browser').toBeUndefined()
})

test('a double tap zooms in and back', () => {
  const zoomed = viewReducer(initialView, { kind: 'toggleZoom' })
  expect(zoomed.zoom).toBeGreaterThan(1)
  expect(viewReducer(zoomed, { kind: 'toggleZoom' })).toEqual(initialView)
})

import { expect, test } from 'vitest'
import { initialView } from '../../documents/viewer/viewer-view.ts'
import {
  initialPanes,
  type PanesAction,
  type PanesState,
  panesReducer,
  sharesView,
  viewOf,
} from './panes-view.ts'

const after = (...actions: PanesAction[]): PanesState => actions.reduce(panesReducer, initialPanes())

const zoomIn = (type: 'idFront' | 'selfie' | 'idBack'): PanesAction => ({
  kind: 'view',
  type,
  action: { kind: 'zoomIn' },
})

test('each document has a view of its own', () => {
  const state = after(zoomIn('idFront'), {
    kind: 'view',
    type: 'selfie',
    action: { kind: 'rotate', turns: 1 },
  })
  expect(viewOf(state, 'idFront')).toEqual({ ...initialView, zoom: 1.25 })
  expect(viewOf(state, 'selfie')).toEqual({ ...initialView, turns: 1 })
  expect(viewOf(state, 'idBack')).toEqual(initialView)
})

test('synchronised, the three large pictures share zoom and position and nothing else', () => {
  const centre = { x: 0.2, y: 0.7 }
  const state = after(
    { kind: 'view', type: 'idFront', action: { kind: 'brighten' } },
    zoomIn('idFront'),
    { kind: 'synchronise', type: 'idFront' },
    zoomIn('selfie'),
    { kind: 'pan', type: 'selfie', centre },
  )
  for (const type of ['idFront', 'selfie', 'selfieWithId'] as const) {
    expect(viewOf(state, type).zoom, type).toBe(1.5)
    expect(sharesView(state, type)).toBe(true)
  }
  expect(viewOf(state, 'idFront').brightness).toBe(1.25)
  expect(viewOf(state, 'selfie').brightness).toBe(1)
  expect(state.centre).toEqual(centre)
  const back = panesReducer(state, zoomIn('idBack'))
  expect(viewOf(back, 'idFront').zoom, 'the back is not one of them').toBe(1.5)
  expect(panesReducer(state, { kind: 'pan', type: 'idBack', centre: { x: 0, y: 0 } }).centre).toEqual(centre)
})

test('another case that is synchronised joins the pictures of this one, and keeps their zoom', () => {
  const state = after(zoomIn('idFront'), { kind: 'join', synchronised: true })
  expect(viewOf(state, 'idFront').zoom).toBe(1.25)
  expect(sharesView(state, 'selfie')).toBe(true)
  expect(initialPanes(true).synchronised).toBe(true)
})

test('a version is displayed until it fails', () => {
  const shown = after({ kind: 'displayed', id: 'd1' }, { kind: 'displayed', id: 'd2' })
  expect([...shown.displayed]).toEqual(['d1', 'd2'])
  const failed = panesReducer(shown, { kind: 'broken', id: 'd1', broken: true })
  expect([...failed.displayed]).toEqual(['d2'])
  expect([...failed.broken]).toEqual(['d1'])
  expect([...panesReducer(failed, { kind: 'broken', id: 'd1', broken: false }).broken]).toEqual([])
})

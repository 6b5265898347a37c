import { limits } from '@kyc/contract/limits.ts'

const quote = 34
const backslash = 92
const colon = 58

/**
 * Parses JSON that leaves no room for two readings: fatal UTF-8, no repeated keys, no `__proto__` or `constructor`,
 * and no deeper than the contract allows.
 * @throws SyntaxError or TypeError for anything else
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const value: unknown = JSON.parse(text)
  if (typeof value === 'object' && value !== null) walk(text)
  return value
}

/** Goes through text that JSON.parse has accepted, so that its form need not be checked again. */
function walk(text: string): void {
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : null)
      if (open.length > limits.jsonDepth) throw new SyntaxError('JSON is too deep')
    } else if (char === '}' || char === ']') {
      open.pop()
    } else if (char === '"') {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keys && isKey(text, end)) addKey(keys, text.slice(at, end + 1))
      at = end
    }
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
    at += code === backslash ? 2 : 1
  }
  return at
}

function isKey(text: string, end: number): boolean {
  let at = end + 1
  while (text.charCodeAt(at) <= 32) at++
  return text.charCodeAt(at) === colon
}

function addKey(keys: Set<string>, literal: string): void {
  // Escapes can spell a name in many ways; what counts is the name that JSON.parse made of it.
  const key = literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)
  if (keys.has(key) || key === '__proto__' || key === 'constructor') throw new SyntaxError('JSON key refused')
  keys.add(key)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const [light = '', darkBySystem = '', darkByChoice = ''] = css.split(/^@media[^{]*\{|^:root\[data-theme='dark'\]/m)
const themes = { light: tokensIn(light), dark: tokensIn(darkByChoice) }

/** Text on its background: at least 4.5:1. */
const texts: readonly (readonly [text: string, ...grounds: string[]])[] = [
  ['ink', 'paper', 'raised', 'sunken', 'good-soft', 'stop-soft', 'wait-soft', 'accent-soft'],
  ['ink-strong', 'paper', 'raised', 'sunken', 'accent-soft'],
  ['mute', 'paper', 'raised', 'sunken'],
  ['on-ink', 'ink', 'ink-strong'],
  ['on-stop', 'stop'],
  ['good', 'paper', 'raised', 'good-soft'],
  ['stop', 'paper', 'raised', 'stop-soft', 'sunken'],
  ['wait', 'paper', 'raised', 'wait-soft'],
  ['on-deep', 'deep'],
  ['on-deep-mute', 'deep'],
  ['accent-on-deep', 'deep'],
]

/** Borders, focus rings and shapes on their background: at least 3:1. */
const shapes: readonly (readonly [shape: string, ...grounds: string[]])[] = [
  ['edge', 'paper', 'raised', 'sunken'],
  ['accent', 'paper', 'raised', 'sunken'],
  ['accent-on-deep', 'deep'],
  ['paper', 'good', 'stop'],
  ['wait', 'paper', 'raised', 'sunken'],
  ['good', 'sunken'],
]

describe.each(Object.entries(themes))('colours in %s', (_theme, tokens) => {
  it.each(texts.flatMap(([text, ...grounds]) => grounds.map((ground) => [text, ground])))(
    'text %s has sufficient contrast on %s',
    (text, ground) => {
      expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(shapes.flatMap(([shape, ...grounds]) => grounds.map((ground) => [shape, ground])))(
    'shape %s has sufficient contrast on %s',
    (shape, ground) => {
      expect(contrast(tokens[shape], tokens[ground])).toBeGreaterThanOrEqual(3)
    },
  )
})

it('dark colours are the same for the system setting and the explicit theme', () => {
  expect(tokensIn(darkBySystem)).toEqual(tokensIn(darkByChoice))
})

it('both themes define the same colours', () => {
  expect(Object.keys(themes.dark).toSorted()).toEqual(Object.keys(themes.light).toSorted())
})

it('the contrast of black on white is 21:1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
})

function tokensIn(block: string): Record<string, string> {
  return Object.fromEntries([...block.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', colour = '']) => [name, colour]))
}

/** WCAG 2.2, relative luminance. */
function contrast(one: string | undefined, other: string | undefined): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string | undefined): number {
  if (!colour) throw new Error('There is no such colour')
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

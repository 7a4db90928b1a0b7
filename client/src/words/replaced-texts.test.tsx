import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { restoreReplacedTexts } from './replaced-texts.ts'

interface Shown {
  step: number
  fault?: string
  picture?: boolean
}

function Steps({ step, fault, picture }: Shown) {
  return (
    <main>
      <p>
        Step {step} of 3{fault && <b>{fault}</b>}
      </p>
      <button>
        {picture && <img alt="" />}
        Go on
      </button>
      <div>
        {fault}
        <i>{step === 3 ? 'Last' : 'Next'}</i>
      </div>
    </main>
  )
}

const font = () => document.createElement('font')
const translations: Record<string, (text: Text, translated: HTMLElement) => void> = {
  'puts an element in the place of a text': (text, translated) => text.replaceWith(translated),
  'puts an element before a text and removes the text': (text, translated) => {
    text.before(translated)
    text.remove()
  },
  'moves a text into an element': (text, translated) => {
    text.replaceWith(translated)
    translated.firstElementChild?.replaceChildren(text)
  },
}

function translate(page: HTMLElement, style: (text: Text, translated: HTMLElement) => void): void {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode())
    if (walker.currentNode instanceof Text && walker.currentNode.parentElement?.tagName !== 'FONT') texts.push(walker.currentNode)
  for (const text of texts) {
    const inner = font()
    inner.textContent = text.data.toUpperCase()
    const outer = font()
    outer.append(inner)
    style(text, outer)
  }
}

const original = Object.getOwnPropertyDescriptors(Node.prototype)
let place: HTMLElement
let root: Root
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
})
afterAll(() => {
  Object.defineProperties(Node.prototype, original)
  Reflect.deleteProperty(Text.prototype, 'nodeValue')
})

const show = (shown: Shown) => act(async () => root.render(<Steps {...shown} />))

async function walkThrough(style: (text: Text, translated: HTMLElement) => void): Promise<string[]> {
  const seen: string[] = []
  await show({ step: 1, fault: 'Missing' })
  for (const next of [{ step: 2 }, { step: 3, fault: 'Wrong', picture: true }, { step: 1 }]) {
    translate(place, style)
    await Promise.resolve()
    await show(next)
    seen.push((place.textContent ?? '').toLowerCase())
  }
  return seen
}

it.each(Object.entries(translations))('control: a page breaks when its translator %s', async (_, style) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(walkThrough(style)).rejects.toThrow(/not a child/)
  root = createRoot(place)
})

describe('with restoreReplacedTexts', () => {
  beforeAll(() => restoreReplacedTexts(document.body))

  it.each(Object.entries(translations))('a page stays whole and up to date when its translator %s', async (_, style) => {
    expect(await walkThrough(style)).toEqual(['step 2 of 3go onnext', 'step 3 of 3wronggo onwronglast', 'step 1 of 3go onnext'])
  })
})

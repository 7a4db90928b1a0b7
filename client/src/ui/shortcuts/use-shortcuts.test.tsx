import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useShortcuts, useShortcutSwitch } from './use-shortcuts.ts'

const next = vi.fn()

function List() {
  const [on, turn] = useShortcutSwitch()
  useShortcuts({ j: next })
  return <button onClick={() => turn(!on)}>{on ? 'on' : 'off'}</button>
}

function disableStorage(): void {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('The request is denied', 'SecurityError')
    })
}

afterEach(() => {
  vi.restoreAllMocks()
  next.mockClear()
})

it.each([
  ['keeps it in the browser', () => {}],
  ['where storage is disabled, keeps it for the visit', disableStorage],
])('the switch turns shortcuts off and on, and %s', async (_where, prepare) => {
  prepare()
  render(<List />)
  const press = () => act(async () => void fireEvent.keyDown(document.body, { key: 'j' }))
  await press()
  expect(next).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'on' }))
  await press()
  expect(next).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'off' }))
  await press()
  expect(next).toHaveBeenCalledTimes(2)
})

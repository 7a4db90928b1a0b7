import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { videoOf } from './video-player-frame.ts'
import { VideoPlayer } from './video-player.tsx'

const url = 'https://www.youtube.com/watch?v=abcDEF12345&t=30'
const host = 'https://www.youtube-nocookie.com'

async function play(): Promise<{ frame: HTMLIFrameElement; said: unknown[]; unmount: () => void }> {
  const { unmount } = render(<VideoPlayer url={url} title="Before you begin" language="es" />)
  fireEvent.click(screen.getByRole('button', { name: 'Play the video' }))
  const frame = screen.getByTitle<HTMLIFrameElement>('Before you begin')
  const said: unknown[] = []
  if (frame.contentWindow) frame.contentWindow.postMessage = (message: string) => void said.push(JSON.parse(message))
  fireEvent.load(frame)
  return { frame, said, unmount }
}

async function hear(frame: HTMLIFrameElement, currentTime: number, origin = host): Promise<void> {
  const data = JSON.stringify({ event: 'infoDelivery', info: { currentTime } })
  await act(async () => void dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow })))
}

afterEach(() => {
  vi.useRealTimers()
})

describe('VideoPlayer', () => {
  it('loads nothing from the video host before play, and then without cookies and with captions', async () => {
    const { container, unmount } = render(<VideoPlayer url={url} title="Before you begin" language="es" />)
    expect(container.querySelector('iframe, img, link, script')).toBeNull()
    unmount()
    const { frame } = await play()
    const address = new URL(frame.src)
    expect(address.origin + address.pathname).toBe(`${host}/embed/abcDEF12345`)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ cc_load_policy: '1', cc_lang_pref: 'es', hl: 'es', start: '30' })
  })

  it('seeks ten seconds back and to the beginning', async () => {
    const { frame, said } = await play()
    await hear(frame, 95)
    fireEvent.click(screen.getByRole('button', { name: '10 seconds back' }))
    expect(said.at(-1)).toEqual({ event: 'command', func: 'seekTo', args: [85, true] })
    await hear(frame, 85.2)
    fireEvent.click(screen.getByRole('button', { name: 'From the beginning' }))
    expect(said.at(-1)).toEqual({ event: 'command', func: 'seekTo', args: [30, true] })
    await hear(frame, 30)
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('gives up a seek after 3 seconds without a response and shows what to do', async () => {
    vi.useFakeTimers()
    await play()
    fireEvent.click(screen.getByRole('button', { name: 'From the beginning' }))
    await act(() => vi.advanceTimersByTimeAsync(2_999))
    expect(screen.getByRole('status').textContent).toBe('')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('status').textContent).toBe('The video did not react. Please use the buttons inside the video.')
  })

  it('clears its timer on unmount', async () => {
    vi.useFakeTimers()
    const { unmount } = await play()
    fireEvent.click(screen.getByRole('button', { name: 'From the beginning' }))
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ignores messages that are not from its own iframe', async () => {
    const { frame, said } = await play()
    await hear(frame, 95, 'https://example.org')
    fireEvent.click(screen.getByRole('button', { name: '10 seconds back' }))
    expect(said.at(-1)).toEqual({ event: 'command', func: 'seekTo', args: [0, true] })
  })

  it('accepts YouTube URLs only', () => {
    for (const one of [
      'https://youtu.be/abcDEF12345',
      'https://m.youtube.com/shorts/abcDEF12345',
      'https://www.youtube-nocookie.com/embed/abcDEF12345',
    ])
      expect(videoOf(one)).toEqual({ id: 'abcDEF12345', start: 0 })
    for (const one of [
      'http://youtu.be/abcDEF12345',
      'https://example.org/watch?v=abcDEF12345',
      'https://youtu.be/"><script>',
      'youtube',
      '',
    ])
      expect(videoOf(one)).toBeUndefined()
    render(<VideoPlayer url="https://example.org/x" title="x" language="en" />)
    expect(screen.getByText('This video cannot be shown.')).toBeTruthy()
  })
})

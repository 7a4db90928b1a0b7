import { limits } from '@portico/shared/words/limits'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../words/language.ts'
import { Button } from '../button.tsx'
import { Frame, frameOf, videoOf } from './video-player-frame.ts'

export interface VideoPlayerProps {
  /** A YouTube URL. */
  url: string
  /** The subject of the video. */
  title: string
  /** The language of captions and controls. */
  language: string
}

/** A video player that respects privacy: nothing is loaded from the video host before play is pressed. With captions. */
export function VideoPlayer({ url, title, language }: VideoPlayerProps) {
  const { t } = useWords()
  const [played, setPlayed] = useState(false)
  const video = videoOf(url)
  if (!video) return <p className="text-mute">{t('questionnaire.video.broken')}</p>
  if (played) return <PlayingVideo src={frameOf(video, language)} start={video.start} title={title} />
  return (
    <div className="grid gap-2">
      <button
        type="button"
        onClick={() => setPlayed(true)}
        className="on-deep grid aspect-[16/9] w-full cursor-pointer place-items-center rounded-md bg-deep p-4 text-on-deep"
      >
        <span className="grid justify-items-center gap-3">
          <svg viewBox="0 0 80 80" width="80" height="80" aria-hidden="true">
            <circle cx="40" cy="40" r="38" fill="none" stroke="currentColor" strokeWidth="3" />
            <path d="M32 24v32l26-16Z" fill="currentColor" />
          </svg>
          <span className="font-bold">{t('questionnaire.video.play')}</span>
        </span>
      </button>
      <p className="text-sm text-mute">{t('questionnaire.video.private')}</p>
    </div>
  )
}

/** How far the back button seeks, in seconds. */
const backSeconds = 10

function PlayingVideo({ src, start, title }: { src: string; start: number; title: string }) {
  const { t } = useWords()
  const element = useRef<HTMLIFrameElement>(null)
  const frame = useRef<Frame>(undefined)
  const [seeking, setSeeking] = useState<'idle' | 'seeking' | 'failed'>('idle')
  useEffect(() => {
    const hear = (message: MessageEvent) => frame.current?.handleMessage(message)
    addEventListener('message', hear)
    element.current?.focus()
    return () => {
      removeEventListener('message', hear)
      frame.current?.close()
    }
  }, [])
  const seek = async (to: number) => {
    setSeeking('seeking')
    const reached = await frame.current?.seek(to, limits.videoSeekTimeoutMs)
    setSeeking(reached ? 'idle' : 'failed')
  }
  return (
    <div className="grid gap-2">
      <iframe
        ref={element}
        src={src}
        title={title}
        onLoad={({ currentTarget }) => {
          if (currentTarget.contentWindow) frame.current = new Frame(currentTarget.contentWindow)
        }}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        // The player refuses to play if the embedding page sends no referrer.
        referrerPolicy="strict-origin-when-cross-origin"
        className="aspect-[16/9] w-full rounded-md border border-line bg-deep"
      />
      <div className="flex flex-wrap gap-3">
        <Button kind="secondary" busy={seeking === 'seeking'} onClick={() => void seek(start)}>
          {t('questionnaire.video.fromStart')}
        </Button>
        <Button
          kind="secondary"
          busy={seeking === 'seeking'}
          onClick={() => void seek(Math.max(0, (frame.current?.time ?? 0) - backSeconds))}
        >
          {t('questionnaire.video.back')}
        </Button>
      </div>
      <p role="status" className="text-wait empty:hidden">
        {seeking === 'failed' ? t('questionnaire.video.noReaction') : ''}
      </p>
    </div>
  )
}

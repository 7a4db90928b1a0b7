import type { ScanResult } from './scan-result.tsx'

/** Tones as [frequency in Hz, duration in ms], played in sequence, and the vibration pattern in ms. */
const signals: Record<ScanResult['kind'], { tones: readonly (readonly [number, number])[]; vibration: number[] }> = {
  in: {
    tones: [
      [660, 110],
      [990, 180],
    ],
    vibration: [120],
  },
  already: { tones: [[520, 260]], vibration: [80, 60, 80] },
  'not-green': {
    tones: [
      [240, 260],
      [180, 420],
    ],
    vibration: [350, 120, 350],
  },
  elsewhere: {
    tones: [
      [400, 200],
      [300, 300],
    ],
    vibration: [200, 100, 200],
  },
  failed: { tones: [[300, 300]], vibration: [200, 100, 200] },
}

let speaker: AudioContext | undefined

/** Plays the sound and vibration of a scan result, if the device supports them. Browsers allow sound only after a user gesture. */
export function signal(kind: ScanResult['kind']): void {
  const { tones, vibration } = signals[kind]
  if ('vibrate' in navigator) navigator.vibrate(vibration)
  if (typeof AudioContext === 'undefined') return
  speaker ??= new AudioContext()
  if (speaker.state === 'suspended') void speaker.resume()
  let start = speaker.currentTime
  for (const [frequency, ms] of tones) start = sound(speaker, frequency, { start, seconds: ms / 1000 })
}

function sound(context: AudioContext, frequency: number, { start, seconds }: { start: number; seconds: number }): number {
  const tone = new OscillatorNode(context, { type: 'triangle', frequency })
  const volume = new GainNode(context, { gain: 0.35 })
  const end = start + seconds
  volume.gain.setValueAtTime(0.35, end - 0.04)
  volume.gain.linearRampToValueAtTime(0, end)
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(end)
  return end
}

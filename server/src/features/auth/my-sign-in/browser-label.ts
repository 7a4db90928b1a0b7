// The first match wins: Chromium browsers all contain "Chrome", and every browser on Apple's systems contains "Safari".
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(e|ium)\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns how a session list names a browser, like "Firefox on Windows". The full user agent is not stored. */
export function browserLabel(userAgent: string | undefined): string {
  const nameIn = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  return `${browser ?? 'Unknown browser'}${system ? ` on ${system}` : ''}`
}

import { expect, test } from 'vitest'
import { browserLabel } from './browser-label.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`${windows}; rv:150.0) Gecko/20100101 Firefox/150.0`, 'Firefox on Windows'],
  [`${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36', 'Chrome on ChromeOS'],
  [`${iphone} Version/19.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${iphone} CriOS/153.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  ['Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15', 'Safari on Mac'],
  ['curl/8.14.1', 'Unknown browser'],
  [undefined, 'Unknown browser'],
])('browserLabel labels %s as %s', (userAgent, label) => {
  expect(browserLabel(userAgent)).toBe(label)
})

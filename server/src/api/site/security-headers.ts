import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

// The camera scans codes at check-in, passkeys sign in, a button copies text; videos may play, also in full screen. Nothing else is used.
const permissionsPolicy = [
  ...['camera', 'publickey-credentials-create', 'publickey-credentials-get', 'clipboard-write'].map((name) => `${name}=(self)`),
  ...['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture'].map((name) => `${name}=(self "https://www.youtube-nocookie.com")`),
  ...'accelerometer browsing-topics clipboard-read display-capture gamepad geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi otp-credentials payment screen-wake-lock serial storage-access usb window-management xr-spatial-tracking'
    .split(' ')
    .map((name) => `${name}=()`),
].join(', ')

/**
 * Returns the security headers of every response except `fileHeaders`; they are the same for all, so they are computed once. `https`:
 * whether browsers use HTTPS, which they are then told to keep using.
 */
export function securityHeaders(https: boolean): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(policies(https))(response.req, response, () => {})
  return { ...response.getHeaders(), 'permissions-policy': permissionsPolicy }
}

/**
 * The security headers of a file of the built client: a script, a style, a font. The other headers of pages have no effect there and are as
 * long as a small script; a worker is restricted like a page.
 */
export const fileHeaders = {
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

function policies(https: boolean) {
  const self = ["'self'"]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: self,
        styleSrc: self,
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: self,
        connectSrc: self,
        manifestSrc: self,
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: self,
        frameSrc: ['https://www.youtube-nocookie.com'],
        frameAncestors: ["'none'"],
        formAction: self,
        baseUri: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' as const },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  } as const
}

import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

// The camera reads the codes at check-in, passkeys sign in, copying is a button; a video may play and fill the screen. Nothing else is used.
const permissionsPolicy = [
  ...['camera', 'publickey-credentials-create', 'publickey-credentials-get', 'clipboard-write'].map((name) => `${name}=(self)`),
  ...['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture'].map((name) => `${name}=(self "https://www.youtube-nocookie.com")`),
  ...'accelerometer browsing-topics clipboard-read display-capture gamepad geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi otp-credentials payment screen-wake-lock serial storage-access usb window-management xr-spatial-tracking'
    .split(' ')
    .map((name) => `${name}=()`),
].join(', ')

/** What browsers are told with every answer but `fileHeaders`; the same for all, so it is made once. `https`: browsers come by it, and shall go on to. */
export function securityHeaders(https: boolean): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(policies(https))(response.req, response, () => {})
  return { ...response.getHeaders(), 'permissions-policy': permissionsPolicy }
}

/**
 * What browsers are told with a file of the built client: a script, a style, a font. A page's other headers mean nothing there and are as long
 * as a small script; a worker among them is bound as a page is.
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

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
 * Returns the security headers of the response to each URL, computed once per kind of response. `https`: whether browsers use HTTPS, which
 * they are then told to keep using.
 */
export function securityHeaders(https: boolean): (url: string) => OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(policies(https))(response.req, response, () => {})
  const pageHeaders: OutgoingHttpHeaders = { ...response.getHeaders(), 'permissions-policy': permissionsPolicy }
  const answerHeaders = onlyOf(pageHeaders, ['referrer-policy', 'strict-transport-security'], "default-src 'none'; frame-ancestors 'none'")
  const fileHeaders = onlyOf(pageHeaders, [], "default-src 'self'; frame-ancestors 'none'; base-uri 'none'")
  return (url) => {
    if (url.startsWith('/assets/')) return fileHeaders
    return /^\/(?:trpc\/|api\/(?!docs\b))/.test(url) ? answerHeaders : pageHeaders
  }
}

// For the answers to calls, and for files of the built client: scripts, styles, fonts. The other headers of pages have no effect on them and
// are longer than most answers and as long as a small script. A worker is restricted like a page.
function onlyOf(pageHeaders: OutgoingHttpHeaders, kept: readonly string[], policy: string): OutgoingHttpHeaders {
  const names = ['cross-origin-resource-policy', 'x-content-type-options', ...kept]
  const headers = names.flatMap((name) => (pageHeaders[name] === undefined ? [] : [[name, pageHeaders[name]] as const]))
  return { 'content-security-policy': policy, ...Object.fromEntries(headers) }
}

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

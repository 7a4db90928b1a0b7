import { expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const kinds = {
  '/': 'page',
  '/events?language=ar': 'page',
  '/api/docs': 'page',
  '/api/docs/json': 'page',
  '/api/getMyProfile': 'answer',
  '/api/docsets': 'answer',
  '/trpc/getMyProfile,agency.getMyAgencyList?batch=1': 'answer',
  '/assets/index.js': 'file',
} as const

it.each(Object.entries(kinds))('%s has the headers of a %s', (url, kind) => {
  const headers = securityHeaders(true)(url)
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy.includes("script-src 'self'"), policy).toBe(kind === 'page')
  expect(policy.startsWith("default-src 'self'"), policy).toBe(kind === 'file')
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
  expect('permissions-policy' in headers).toBe(kind === 'page')
  expect('referrer-policy' in headers).toBe(kind !== 'file')
})

it.each(['/', '/api/getMyProfile', '/trpc/getMyProfile'])('%s keeps browsers to HTTPS where they use it', (url) => {
  expect(securityHeaders(true)(url)).toMatchObject({ 'strict-transport-security': expect.stringContaining('max-age=31536000') })
  expect(securityHeaders(false)(url)).not.toHaveProperty('strict-transport-security')
})
